import { GivenPassword, NewPassword } from '#src/features/accounts/accounts.schema.ts'
import { endpoint } from '#src/lib/contract.ts'
import { z } from '#src/lib/zod.ts'

export const changePasswordContract = {
  change: endpoint({
    method: 'POST',
    path: '/api/user/password',
    summary: 'Change my password; ends every other session',
    body: z.strictObject({
      /** Left out by an account that has no password yet. */
      currentPassword: GivenPassword.optional(),
      newPassword: NewPassword,
    }),
    answer: z.object({ endedSessions: z.number().int() }),
    errors: ['SIGN_IN_REQUIRED', 'FRESH_SIGN_IN_REQUIRED', 'INVALID_INPUT', 'TOO_MANY_REQUESTS'],
    replay: false,
  }),
}
