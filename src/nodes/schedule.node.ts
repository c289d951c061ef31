import type { MissedPolicy } from '#src/lib/cron/decide-ticks.ts'
import { cronProblem, isTimeZone, type ScheduleRule } from '#src/lib/cron/schedule-rule.ts'
import { z } from '#src/lib/zod.ts'
import { defineNode } from '#src/sdk/define-node.ts'
import { field } from './field-hints.ts'

const SECONDS = { seconds: 1, minutes: 60, hours: 3600, days: 86_400 } as const
/** More often, a schedule would be a loop. */
const SHORTEST_SECONDS = 10
const LONGEST_SECONDS = 366 * 86_400

const Config = z
  .strictObject({
    mode: field(z.enum(['cron', 'interval']).default('cron'), {
      title: 'When',
      description: 'By the clock of a place, or each time that so much time has passed since publishing.',
      control: 'select',
      options: [
        { value: 'cron', label: 'At times of day' },
        { value: 'interval', label: 'Every so often' },
      ],
    }),
    cron: field(z.string().trim().max(200).default('0 9 * * *'), {
      title: 'Cron expression',
      description: 'Minute, hour, day of month, month, day of week; or @daily and the like.',
      control: 'text',
      placeholder: '0 9 * * mon-fri',
      showIf: { field: 'mode', in: ['cron'] },
    }),
    timeZone: field(
      z
        .string()
        .trim()
        .max(60)
        .default('UTC')
        .refine(isTimeZone, 'There is no such time zone: write UTC, or one such as Europe/Berlin'),
      {
        title: 'Time zone',
        description:
          'A time that the change of clocks leaves out comes an hour later; one that comes twice counts once.',
        control: 'text',
        placeholder: 'Europe/Berlin',
        showIf: { field: 'mode', in: ['cron'] },
      },
    ),
    every: field(z.int().min(1).max(1_000_000).default(15), {
      title: 'Every',
      description: 'How many of the units below lie between two runs.',
      control: 'number',
      showIf: { field: 'mode', in: ['interval'] },
    }),
    unit: field(z.enum(['seconds', 'minutes', 'hours', 'days']).default('minutes'), {
      title: 'Unit',
      description: 'A day is 24 hours, whatever the clocks do.',
      control: 'select',
      options: (['seconds', 'minutes', 'hours', 'days'] as const).map((value) => ({ value, label: value })),
      showIf: { field: 'mode', in: ['interval'] },
    }),
    missed: field(z.enum(['skip', 'one', 'all']).default('one'), {
      title: 'Missed runs',
      description: 'What becomes of runs that were due while the server was off or the workflow was paused.',
      control: 'select',
      options: [
        { value: 'one', label: 'Make up for the last one' },
        { value: 'all', label: 'Make up for each of them' },
        { value: 'skip', label: 'Leave them out' },
      ],
    }),
  })
  .superRefine(({ mode, cron, every, unit }, context) => {
    if (mode === 'cron') {
      const problem = cronProblem(cron)
      if (problem !== undefined) context.addIssue({ code: 'custom', path: ['cron'], message: problem })
      return
    }
    const seconds = every * SECONDS[unit]
    if (seconds < SHORTEST_SECONDS || seconds > LONGEST_SECONDS)
      context.addIssue({ code: 'custom', path: ['every'], message: 'From 10 seconds to 366 days' })
  })

export interface ScheduleSettings {
  readonly rule: ScheduleRule
  readonly missed: MissedPolicy
}

/** Of the config of a schedule step; null when that is not valid. */
export function scheduleSettings(config: unknown): ScheduleSettings | null {
  const parsed = Config.safeParse(config)
  if (!parsed.success) return null
  const { mode, cron, timeZone, every, unit, missed } = parsed.data
  const rule: ScheduleRule =
    mode === 'cron'
      ? { kind: 'cron', expression: cron, timeZone }
      : { kind: 'interval', seconds: every * SECONDS[unit] }
  return { rule, missed }
}

export const schedule = defineNode({
  type: 'schedule',
  version: 1,
  title: 'Schedule',
  description: 'Starts the workflow at certain times. The time is available as trigger.scheduledAt.',
  category: 'trigger',
  icon: 'calendar-clock',
  config: Config,
  ports: ['out'],
  reaches: 'nothing',
  effect: 'pure',
  output: () => ({
    type: 'object',
    properties: { scheduledAt: { type: 'string' }, localTime: { type: 'string' }, timeZone: { type: 'string' } },
    required: ['scheduledAt', 'localTime', 'timeZone'],
  }),
  run: ({ trigger }) => ({ output: trigger }),
})
