import { endpoint } from '#src/lib/contract.ts'
import { z } from '#src/lib/zod.ts'

export const FIGURE_DAYS = 30

const Day = z.object({
  /** In UTC. */
  day: z.string(),
  signUps: z.int(),
  toolRuns: z.int(),
  /** Of published versions of workflows that are still there, also runs that were deleted for their age. */
  workflowRuns: z.int(),
  searches: z.int(),
  missedSearches: z.int(),
  reports: z.int(),
  /** Of those reports, what was found to be so. */
  upheldReports: z.int(),
  /** Of the case that had waited longest for a moderator when the day ended, or has until now; null when none waited. */
  oldestHours: z.number().nullable(),
})
export type FigureDay = z.infer<typeof Day>

const HEALTH_CHECKS = ['engine', 'sandbox', 'tools', 'outbox', 'disk'] as const
export type HealthCheck = (typeof HEALTH_CHECKS)[number]
const Health = z.object({ check: z.enum(HEALTH_CHECKS), ok: z.boolean(), detail: z.string() })
export type Health = z.infer<typeof Health>

export const SiteFigures = z.object({
  days: z.array(Day),
  queue: z.object({
    open: z.int(),
    overdue: z.int(),
    /** Of what has waited longest; null when nothing waits. */
    oldestHours: z.number().nullable(),
    /** Of what was decided within these days, from opening to decision; null when nothing was. */
    medianHours: z.number().nullable(),
  }),
  health: z.array(Health),
})
export type SiteFigures = z.infer<typeof SiteFigures>

export const siteFiguresContract = {
  get: endpoint({
    method: 'GET',
    path: '/api/admin/figures',
    summary: `Figures of the last ${FIGURE_DAYS} days by day, the age of the moderators' queue, and whether everything works`,
    answer: SiteFigures,
    errors: ['SIGN_IN_REQUIRED', 'FORBIDDEN', 'SECOND_FACTOR_REQUIRED'],
  }),
}
