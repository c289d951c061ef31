import { endpoint } from '#src/lib/contract.ts'
import { ROLES } from '#src/lib/roles.ts'
import { z } from '#src/lib/zod.ts'
import { EMAIL_MAX, NAME_MAX, PASSWORD_MAX, PASSWORD_MIN, RULES } from './account-rules.ts'

export const Name = z.string(RULES.nameMissing).trim().min(1, RULES.nameMissing).max(NAME_MAX, RULES.nameLong)
export const Email = z.string(RULES.email).trim().max(EMAIL_MAX, RULES.email).pipe(z.email(RULES.email))
/** Taken as it is: no trimming, no normalising. */
export const NewPassword = z
  .string(RULES.passwordShort)
  .min(PASSWORD_MIN, RULES.passwordShort)
  .max(PASSWORD_MAX, RULES.passwordLong)
/** One that is only compared. */
export const GivenPassword = z
  .string(RULES.passwordMissing)
  .min(1, RULES.passwordMissing)
  .max(PASSWORD_MAX, RULES.passwordLong)

export const User = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  role: z.enum(ROLES),
  createdAt: z.string(),
  emailVerified: z.boolean(),
  hasSecondFactor: z.boolean(),
  avatarUrl: z.string().nullable(),
})
export type User = z.infer<typeof User>

export const LoginInput = z.strictObject({ email: Email, password: GivenPassword })
export type LoginInput = z.infer<typeof LoginInput>

export const RegisterInput = z.strictObject({ name: Name, email: Email, password: NewPassword })
export type RegisterInput = z.infer<typeof RegisterInput>

export const accountsContract = {
  current: endpoint({
    method: 'GET',
    path: '/api/user',
    summary: 'Who is signed in',
    scope: 'read',
    answer: User,
    errors: ['SIGN_IN_REQUIRED'],
  }),
  login: endpoint({
    method: 'POST',
    path: '/api/login',
    summary: 'Sign in; sets the session cookie',
    body: LoginInput,
    answer: User,
    errors: ['INVALID_CREDENTIALS', 'MFA_REQUIRED', 'ACCOUNT_SUSPENDED', 'TOO_MANY_REQUESTS'],
    replay: false,
  }),
  register: endpoint({
    method: 'POST',
    path: '/api/register',
    summary: 'Create an account and sign in',
    body: RegisterInput,
    answer: User,
    status: 201,
    errors: ['EMAIL_IN_USE', 'INVALID_INPUT'],
    replay: false,
  }),
  logout: endpoint({
    method: 'POST',
    path: '/api/logout',
    summary: 'End this session',
    answer: z.object({ ok: z.literal(true) }),
    replay: false,
  }),
}
