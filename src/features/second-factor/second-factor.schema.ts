import { User } from '#src/features/accounts/accounts.schema.ts'
import { endpoint } from '#src/lib/contract.ts'
import { z } from '#src/lib/zod.ts'

/** What can stand beside a password. */
export const SECOND_FACTORS = ['totp', 'passkey', 'recovery-code'] as const
export type SecondFactor = (typeof SECOND_FACTORS)[number]

/** Six digits or a recovery code, with whatever spaces and hyphens people type. */
export const Code = z
  .string('Code is required')
  .trim()
  .min(1, 'Code is required')
  .max(100, 'Code must be at most 100 characters')

const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })

export const secondFactorContract = {
  status: endpoint({
    method: 'GET',
    path: '/api/second-factor',
    summary: 'Which second factors this account has',
    answer: z.object({
      totpSince: z.string().nullable(),
      passkeys: z.number().int(),
      recoveryCodesLeft: z.number().int(),
    }),
    errors: ['SIGN_IN_REQUIRED'],
  }),
  begin: endpoint({
    method: 'POST',
    path: '/api/second-factor/totp',
    summary: 'A new secret for an authenticator app; it counts once a first code was right',
    answer: z.object({ secret: z.string(), uri: z.string(), qrCode: z.string() }),
    errors: ['FRESH_SIGN_IN_REQUIRED', 'TOTP_IS_ON'],
    replay: false,
  }),
  confirm: endpoint({
    method: 'POST',
    path: '/api/second-factor/totp/confirm',
    summary: 'Turn the authenticator app on with its first code; answers the recovery codes, once',
    body: z.strictObject({ code: Code }),
    answer: z.object({ recoveryCodes: z.array(z.string()).nullable() }),
    errors: ['FRESH_SIGN_IN_REQUIRED', 'INVALID_CODE', 'TOTP_NOT_BEGUN', 'TOTP_IS_ON', 'TOO_MANY_REQUESTS'],
    replay: false,
  }),
  turnOff: endpoint({
    method: 'DELETE',
    path: '/api/second-factor/totp',
    summary: 'Turn the authenticator app off',
    answer: z.object({ ok: z.literal(true) }),
    errors: ['FRESH_SIGN_IN_REQUIRED', 'NOT_FOUND'],
  }),
  replaceRecoveryCodes: endpoint({
    method: 'POST',
    path: '/api/second-factor/recovery-codes',
    summary: 'New recovery codes; the old ones end',
    answer: RecoveryCodes,
    errors: ['FRESH_SIGN_IN_REQUIRED', 'SECOND_FACTOR_REQUIRED'],
    replay: false,
  }),
  signIn: endpoint({
    method: 'POST',
    path: '/api/login/second-factor',
    summary: 'The second step of signing in; sets the session cookie',
    body: z.strictObject({ challenge: z.string().min(1).max(100), code: Code }),
    answer: User,
    errors: ['INVALID_CODE', 'CHALLENGE_EXPIRED', 'ACCOUNT_SUSPENDED', 'TOO_MANY_REQUESTS'],
    replay: false,
  }),
}
