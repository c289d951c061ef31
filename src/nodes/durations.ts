import { z } from '#src/lib/zod.ts'
import { field } from './field-hints.ts'

const UNITS = ['seconds', 'minutes', 'hours', 'days'] as const
type Unit = (typeof UNITS)[number]
const UNIT_MS = { seconds: 1000, minutes: 60_000, hours: 3_600_000, days: 86_400_000 } satisfies Record<Unit, number>

const MAX_WAIT_DAYS = 366
export const MAX_WAIT_MS = MAX_WAIT_DAYS * UNIT_MS.days
export const TOO_LONG = `A step can wait ${MAX_WAIT_DAYS} days at most`

export const durationMs = (amount: number, unit: Unit): number => amount * UNIT_MS[unit]

export const Amount = z.number().min(0)
const UNIT_OPTIONS = [
  { value: 'seconds', label: 'Seconds' },
  { value: 'minutes', label: 'Minutes' },
  { value: 'hours', label: 'Hours' },
  { value: 'days', label: 'Days' },
] as const

/** When something is over that begins now, as a pause wants it. */
export const endAfter = (amount: number, unit: Unit, now: number): string =>
  new Date(now + durationMs(amount, unit)).toISOString()

export const unitField = (preset: Unit, showIf?: { field: string; in: readonly string[] }) =>
  field(z.enum(UNITS).default(preset), {
    title: 'Unit',
    description: 'Of how long.',
    control: 'select',
    options: UNIT_OPTIONS,
    ...(showIf && { showIf }),
  })
