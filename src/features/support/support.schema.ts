import { Email, Name } from '#src/features/accounts/accounts.schema.ts'
import { endpoint } from '#src/lib/contract.ts'
import { z } from '#src/lib/zod.ts'
import { MESSAGE_MAX, SUPPORT_RULES } from './support-rules.ts'

export const supportContract = {
  send: endpoint({
    method: 'POST',
    path: '/api/support',
    summary: 'Write to support',
    body: z.strictObject({
      name: Name,
      email: Email,
      message: z
        .string(SUPPORT_RULES.messageMissing)
        .trim()
        .min(1, SUPPORT_RULES.messageMissing)
        .max(MESSAGE_MAX, SUPPORT_RULES.messageLong),
    }),
    answer: z.object({ ok: z.literal(true) }),
    status: 202,
    errors: ['INVALID_INPUT', 'TOO_MANY_REQUESTS'],
  }),
}
