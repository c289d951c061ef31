import { endpoint } from '#src/lib/contract.ts'
import { z } from '#src/lib/zod.ts'

export const NEXT_TIMES = 5

export const SchedulePreview = z.object({
  /** What has to be mended first; null when the schedule can be published. */
  problem: z.string().nullable(),
  /** The setting that it is about: "cron", "timeZone"; null where there is no problem, or it is about no single one. */
  path: z.string().nullable(),
  /** "At 09:00, Monday through Friday (Europe/Berlin)" */
  inWords: z.string(),
  /** The next times in words, in the schedule's own time zone. */
  next: z.array(z.object({ at: z.string(), inWords: z.string() })),
})

export const schedulesContract = {
  preview: endpoint({
    method: 'POST',
    path: '/api/schedules/preview',
    summary: `What a schedule step means in words, and its next ${NEXT_TIMES} times if it were published now`,
    body: z.strictObject({ config: z.record(z.string(), z.json()) }),
    answer: SchedulePreview,
    errors: ['SIGN_IN_REQUIRED', 'TOO_MANY_REQUESTS'],
  }),
}
