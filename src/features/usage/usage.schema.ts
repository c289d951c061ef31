import { endpoint } from '#src/lib/contract.ts'
import { z } from '#src/lib/zod.ts'

const Share = z.object({ used: z.number(), limit: z.number() })

export const Usage = z.object({
  /** Runs with side effects; those beyond the limit wait in the queue, and webhooks that answer are asked to wait. */
  atOnce: Share,
  startsPerMinute: z.int(),
  /** Bytes that the logs of large runs hold. */
  stored: Share,
  /** Runs, and for how many days those that have ended are kept. */
  kept: Share.extend({ days: z.int() }),
})
export type Usage = z.infer<typeof Usage>

export const usageContract = {
  get: endpoint({
    method: 'GET',
    path: '/api/usage',
    scope: 'read',
    summary: 'What this account uses of what it may have',
    answer: z.object({ usage: Usage }),
    errors: ['SIGN_IN_REQUIRED'],
  }),
}
