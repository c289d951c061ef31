import { endpoint } from '#src/lib/contract.ts'
import { z } from '#src/lib/zod.ts'

/** How the search of one step of a published workflow goes. */
export const PollState = z.object({
  nodeId: z.string(),
  nextAt: z.iso.datetime(),
  /** Null before the first look. */
  lookedAt: z.iso.datetime().nullable(),
  /** When it last started a run. */
  foundAt: z.iso.datetime().nullable(),
  /** In a row. */
  failures: z.int(),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
})
export type PollState = z.infer<typeof PollState>

export const pollsContract = {
  list: endpoint({
    method: 'GET',
    path: '/api/workflows/:id/polls',
    summary: 'What a published workflow looks for from time to time, and how that goes',
    params: z.strictObject({ id: z.uuid() }),
    answer: z.object({ polls: z.array(PollState) }),
    errors: ['SIGN_IN_REQUIRED', 'NOT_FOUND'],
  }),
}
