import { endpoint } from '#src/lib/contract.ts'
import { isTimeZone } from '#src/lib/cron/schedule-rule.ts'
import { z } from '#src/lib/zod.ts'

export const MAX_DAYS = 366

const Counts = {
  /** Accepted in that time, those that are still under way included. */
  runs: z.int(),
  succeeded: z.int(),
  failed: z.int(),
  cancelled: z.int(),
  /** Succeeded ones of those that succeeded or failed, 0 to 1; null where there is none. */
  successRate: z.number().nullable(),
  /** Of succeeded runs, in milliseconds, at most 1 % wrong; null where there is none. */
  p50: z.number().nullable(),
  p95: z.number().nullable(),
  p99: z.number().nullable(),
  /** What its author says that a run saves, for each that succeeded; null where nothing is said. */
  timeSavedSeconds: z.number().nullable(),
}

export const AnalyticsDay = z.object({ day: z.string(), ...Counts })
export type AnalyticsDay = z.infer<typeof AnalyticsDay>

const Failure = z.object({
  code: z.string(),
  /** Key of the step that failed; empty for what failed the run as a whole. */
  step: z.string(),
  count: z.int(),
})

export const Analytics = z.object({
  from: z.string(),
  to: z.string(),
  timeZone: z.string(),
  total: z.object(Counts),
  /** Every day of the range, in its order. */
  days: z.array(AnalyticsDay),
  /** The most frequent ones first, at most fifty. */
  failures: z.array(Failure),
})
export type Analytics = z.infer<typeof Analytics>

const DAY_MS = 86_400_000
const Day = z.iso.date()
const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / DAY_MS

/** Which days figures are asked for. */
export const DaysInZone = z
  .strictObject({
    /** First and last day, both included. Default: thirty days, of which the last is today. */
    from: Day.optional(),
    to: Day.optional(),
    /** The zone whose days these are, such as Europe/Berlin. */
    tz: z.string().max(60).refine(isTimeZone, 'UTC, or one such as Europe/Berlin').default('UTC'),
  })
  .refine(({ from, to }) => (from === undefined) === (to === undefined), {
    path: ['to'],
    message: 'Give the first and the last day, or neither',
  })
  .refine(({ from = '', to = '' }) => from <= to, {
    path: ['to'],
    message: 'The last day must not be before the first',
  })
  .refine(({ from, to }) => from === undefined || to === undefined || daysBetween(from, to) < MAX_DAYS, {
    path: ['from'],
    message: `At most ${MAX_DAYS} days at once`,
  })

export const analyticsContract = {
  get: endpoint({
    method: 'GET',
    path: '/api/workflows/:id/analytics',
    scope: 'read',
    summary: 'What the runs of a workflow add up to, by days of a time zone; deleted runs count on',
    params: z.strictObject({ id: z.uuid() }),
    query: DaysInZone,
    answer: z.object({ analytics: Analytics }),
    errors: ['SIGN_IN_REQUIRED', 'NOT_FOUND', 'INVALID_INPUT'],
  }),
}
