import { deviceName } from '#src/lib/device-name.ts'
import type { Role } from '#src/lib/roles.ts'
import { appendAudit } from '#src/server/audit/audit.ts'
import type { Db } from '#src/server/database.ts'
import { AppError, assertFound } from '#src/server/http/app-error.ts'
import type { Asked } from '#src/server/http/request-context.ts'
import { type NewNotification, notify } from '#src/server/notifications/notify.queries.ts'
import { findFamiliar, findUser } from './accounts.queries.ts'
import type { User } from './accounts.schema.ts'
import { avatarPath } from './avatar-path.ts'
import { isNewSignIn } from './new-sign-in.ts'
import type { Sessions } from './sessions.server.ts'

export interface SignInMethod {
  /** "password", "totp", "passkey"… */
  readonly method: string
  /** Whether a second factor was passed. */
  readonly secondFactor: boolean
  /** What the password was compared with: one that was changed meanwhile opens nothing. */
  readonly passwordHash?: string
}

/** The last step of every way to sign in; throws ACCOUNT_SUSPENDED. */
export type SignIn = (userId: string, asked: Asked, how: SignInMethod) => Promise<User>

export const accountSuspended = () =>
  new AppError({
    code: 'ACCOUNT_SUSPENDED',
    status: 403,
    message: 'This account is suspended. The mail about it has the reason and the way to appeal.',
  })

type UserRow = NonNullable<Awaited<ReturnType<typeof findUser>>>

export const toUser = (row: UserRow): User => ({
  id: row.id,
  name: row.name,
  email: row.email,
  role: row.role as Role,
  createdAt: row.created_at.toISOString(),
  emailVerified: row.email_verified_at !== null,
  hasSecondFactor: row.has_second_factor,
  avatarUrl: row.avatar_id === null ? null : avatarPath(row.avatar_id),
})

const newSignInNews = (userId: string, userAgent: string, address: string): NewNotification => ({
  userId,
  kind: 'sign-in.new',
  title: `New sign-in: ${deviceName(userAgent)}`,
  body: `From ${address}. If that was not you, end the session and change your password.`,
  href: '/settings#devices',
})

export const createSignIn =
  ({ db, sessions }: { readonly db: Db; readonly sessions: Sessions }): SignIn =>
  async (userId, { request, reply, address }, { method, ...proved }) => {
    const row = await findUser(db, userId)
    assertFound(row, 'account')
    if (row.suspended_at !== null) throw accountSuspended()
    const familiar = await findFamiliar(db, userId)
    const userAgent = request.headers['user-agent'] ?? ''
    await sessions.begin(userId, request, reply, proved)
    if (isNewSignIn(familiar, address, userAgent)) await notify(db, newSignInNews(userId, userAgent, address))
    const event = { actorId: userId, action: 'signed-in', target: `user ${userId}`, address }
    await appendAudit(db, { ...event, details: { method, secondFactor: proved.secondFactor } })
    return toUser(row)
  }
