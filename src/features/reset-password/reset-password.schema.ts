import { Email, NewPassword } from '#src/features/accounts/accounts.schema.ts'
import { endpoint } from '#src/lib/contract.ts'
import { z } from '#src/lib/zod.ts'

const Done = z.object({ ok: z.literal(true) })

export const resetPasswordContract = {
  request: endpoint({
    method: 'POST',
    path: '/api/password-reset',
    summary: 'Mail a link that sets a new password; the answer is the same whether there is such an account or not',
    body: z.strictObject({ email: Email }),
    answer: Done,
    status: 202,
    errors: ['TOO_MANY_REQUESTS'],
  }),
  confirm: endpoint({
    method: 'POST',
    path: '/api/password-reset/confirm',
    summary: 'Set a new password with the token of the mailed link; ends every session',
    body: z.strictObject({ token: z.string().max(200), password: NewPassword }),
    answer: Done,
    errors: ['LINK_INVALID', 'INVALID_INPUT'],
    // For a repeat a fast hash of the body would be kept, and the body holds the password.
    replay: false,
  }),
}
