import { DaysInZone } from '#src/features/analytics/analytics.schema.ts'
import { Run } from '#src/features/reports/reports.schema.ts'
import { endpoint } from '#src/lib/contract.ts'
import { z } from '#src/lib/zod.ts'

const Counts = {
  /** Those of its creator included; inputs that it refused are none. */
  runs: z.int(),
  succeeded: z.int(),
  failed: z.int(),
  /**
   * 0 to 1; null without runs. Of what browsers count themselves, one a day for each person or address is believed, here
   * and in the durations.
   */
  successRate: z.number().nullable(),
  /** Different accounts, its creator's left out. */
  people: z.int(),
  /** How often its page was opened. */
  views: z.int(),
  /** Those of workflows left out, as they need no page; null without views. */
  runsPerView: z.number().nullable(),
  /** Of succeeded runs, in milliseconds; null where there is none. */
  p50: z.number().nullable(),
  p95: z.number().nullable(),
}

const FigureDay = z.object({ day: z.string(), ...Counts })
export type FigureDay = z.infer<typeof FigureDay>

/** What its creator calls the version; null where it has no name. */
const Semver = z.string().nullable()

/** Says nothing of what somebody typed. */
const Failure = z.object({
  /** Empty where a run failed in a browser, which tells nobody why. */
  code: z.string(),
  version: z.int(),
  semver: Semver,
  count: z.int(),
  lastAt: z.string(),
})

/** One run that failed, without a value that somebody has typed, nor whose it was. */
const FailureSample = z.object({
  at: z.string(),
  version: z.int(),
  semver: Semver,
  code: z.string(),
  message: z.string(),
  inputs: z.array(z.object({ name: z.string(), type: z.string(), size: z.int().nullable() })),
})
export type FailureSample = z.infer<typeof FailureSample>

export const ToolFigures = z.object({
  title: z.string(),
  slug: z.string(),
  from: z.string(),
  to: z.string(),
  total: z.object(Counts),
  /** Of different accounts that opened its page, its creator's left out; rates from 0 to 1, null without any. */
  conversion: z.object({
    viewers: z.int(),
    ran: z.int(),
    bought: z.int(),
    ranRate: z.number().nullable(),
    boughtRate: z.number().nullable(),
  }),
  /** `share` in cents: what its creator has of the sales, refunds and disputes of these days; below 0 after refunds of older sales. */
  revenue: z.object({ sales: z.int(), tips: z.int(), share: z.int() }),
  /** Every day of the range, in its order. */
  days: z.array(FigureDay),
  /** The most frequent ones first, at most fifty. */
  failures: z.array(Failure),
})
export type ToolFigures = z.infer<typeof ToolFigures>

/** As somebody sent it: nobody has looked whether the tool answers so. */
const WrongResult = z.object({ at: z.string(), run: Run })
export type WrongResult = z.infer<typeof WrongResult>

/** One run as its creator may know it: not whose it was, nor with what. */
const RunLine = z.object({
  id: z.uuid(),
  at: z.string(),
  version: z.int(),
  semver: Semver,
  /** Where it ran: on the server for whoever asked, in somebody's browser, or as a step of a workflow. */
  source: z.enum(['api', 'browser', 'workflow']),
  success: z.boolean(),
  /** Of one that failed; null where a browser does not say why. */
  code: z.string().nullable(),
  durationMs: z.number(),
})
export type RunLine = z.infer<typeof RunLine>

export const RUNS_PER_PAGE = 50

export const toolFiguresContract = {
  get: endpoint({
    method: 'GET',
    path: '/api/tools/:id/figures',
    scope: 'read',
    summary: 'How one of my tools is used, by days of a time zone',
    params: z.strictObject({ id: z.uuid() }),
    query: DaysInZone,
    answer: z.object({
      figures: ToolFigures,
      wrongResults: z.array(WrongResult),
      /** Of the last month, the latest first; of runs in browsers there are none. */
      samples: z.array(FailureSample),
    }),
    errors: ['SIGN_IN_REQUIRED', 'NOT_FOUND', 'INVALID_INPUT'],
  }),
  runs: endpoint({
    method: 'GET',
    path: '/api/tools/:id/runs',
    scope: 'read',
    summary: 'The runs of one of my tools, one by one, the latest first; those before one of them',
    params: z.strictObject({ id: z.uuid() }),
    query: z.strictObject({ before: z.uuid().optional() }),
    answer: z.object({ runs: z.array(RunLine), next: z.uuid().nullable() }),
    errors: ['SIGN_IN_REQUIRED', 'NOT_FOUND', 'INVALID_INPUT'],
  }),
}
