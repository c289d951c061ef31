import { endpoint } from '#src/lib/contract.ts'
import { z } from '#src/lib/zod.ts'

export const PASSWORD_MIN = 8
export const PASSWORD_MAX = 1000

const Email = z
  .string('Please enter a valid email address')
  .trim()
  .max(320)
  .pipe(z.email('Please enter a valid email address'))

export const User = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  role: z.enum(['user', 'admin', 'super_admin']),
  createdAt: z.string(),
})
export type User = z.infer<typeof User>

export const LoginInput = z.strictObject({
  email: Email,
  password: z
    .string('Password is required')
    .min(1, 'Password is required')
    .max(PASSWORD_MAX, `Password must be at most ${PASSWORD_MAX} characters`),
})
export type LoginInput = z.infer<typeof LoginInput>

export const RegisterInput = z.strictObject({
  name: z.string('Name is required').trim().min(1, 'Name is required').max(200, 'Name must be at most 200 characters'),
  email: Email,
  password: z
    .string('Password must be at least 8 characters')
    .min(PASSWORD_MIN, 'Password must be at least 8 characters')
    .max(PASSWORD_MAX, `Password must be at most ${PASSWORD_MAX} characters`),
})
export type RegisterInput = z.infer<typeof RegisterInput>

export const accountsContract = {
  current: endpoint({
    method: 'GET',
    path: '/api/user',
    summary: 'Who is signed in',
    answer: User,
    errors: ['SIGN_IN_REQUIRED'],
  }),
  login: endpoint({
    method: 'POST',
    path: '/api/login',
    summary: 'Sign in; sets the session cookie',
    body: LoginInput,
    answer: User,
    errors: ['INVALID_CREDENTIALS', 'TOO_MANY_REQUESTS'],
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
