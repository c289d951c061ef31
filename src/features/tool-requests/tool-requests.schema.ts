import { endpoint } from '#src/lib/contract.ts'
import { z } from '#src/lib/zod.ts'

export const toolRequestsContract = {
  request: endpoint({
    method: 'POST',
    path: '/api/tool-requests',
    summary: 'Ask for a tool that is not there; counts once for each person and day',
    body: z.strictObject({ query: z.string().trim().min(1).max(200) }),
    answer: z.object({
      /** How often it was asked for, this time included. */
      count: z.int(),
    }),
    errors: ['TOO_MANY_REQUESTS'],
  }),
}
