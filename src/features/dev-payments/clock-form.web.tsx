import { useState } from 'react'
import { api } from '#src/client/api.ts'
import { Button } from '#src/ui/button.tsx'
import { NumberField } from '#src/ui/fields/number-fields.tsx'
import type { DeskProps } from './desk.ts'
import { type devPaymentsContract, MAX_HOURS } from './dev-payments.schema.ts'

const DAY = 24
const STEPS = [
  { hours: 1, label: '1 hour' },
  { hours: DAY, label: '1 day' },
  { hours: 7 * DAY, label: '7 days' },
  { hours: 31 * DAY, label: '31 days' },
] as const

const DAY_S = 86_400
const inDays = (seconds: number): string => {
  const days = Math.round((seconds / DAY_S) * 100) / 100
  return days === 0 ? 'as ours' : `${days.toLocaleString('en')} ${days === 1 ? 'day' : 'days'} ahead of ours`
}

/** Time of the provider: it only goes forward. */
export function ClockForm({ world: { now, aheadSeconds }, busy, act }: DeskProps) {
  const [hours, setHours] = useState('')
  const move = (by: number) =>
    act('The clock was moved', () =>
      api<typeof devPaymentsContract.clock>('POST', '/api/dev/payments/clock', { body: { hours: by } }),
    )
  return (
    <>
      <p className="text-14">
        <span className="figures">{now.slice(0, 16).replace('T', ' ')} UTC</span>, {inDays(aheadSeconds)}
      </p>
      <div className="flex flex-wrap gap-2">
        {STEPS.map(({ hours: by, label }) => (
          <Button key={by} busy={busy} onClick={() => void move(by)}>
            Forward {label}
          </Button>
        ))}
      </div>
      <form
        className="flex flex-wrap items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          void move(Number(hours))
        }}
      >
        <div className="w-32">
          <NumberField
            id="hours"
            name="hours"
            label="Hours"
            min={1}
            max={MAX_HOURS}
            value={hours}
            onChange={setHours}
          />
        </div>
        <Button type="submit" busy={busy} disabled={!/^[1-9]\d{0,3}$/.test(hours) || Number(hours) > MAX_HOURS}>
          Move forward
        </Button>
      </form>
      <p className="text-13 text-text-2">
        Disputes, refunds and transfers go on by it, and Pro is billed by it at once. Sales are held by the clock of
        this machine.
      </p>
    </>
  )
}
