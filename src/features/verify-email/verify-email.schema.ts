import { endpoint } from '#src/lib/contract.ts'
import { z } from '#src/lib/zod.ts'

export const verifyEmailContract = {
  resend: endpoint({
    method: 'POST',
    path: '/api/email-verification',
    summary: 'Mail the link that confirms my address once more',
    answer: z.object({ ok: z.literal(true) }),
    status: 202,
    errors: ['SIGN_IN_REQUIRED', 'TOO_MANY_REQUESTS'],
  }),
  confirm: endpoint({
    method: 'POST',
    path: '/api/email-verification/confirm',
    summary: 'Confirm an address with the token of the mailed link',
    body: z.strictObject({ token: z.string().max(200) }),
    answer: z.object({ email: z.string() }),
    errors: ['LINK_INVALID', 'EMAIL_IN_USE'],
  }),
}
