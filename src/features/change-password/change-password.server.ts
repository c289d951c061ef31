import { deleteSessionsOf, findPasswordHash, updatePasswordHash } from '#src/features/accounts/accounts.queries.ts'
import { throttleAccount } from '#src/features/accounts/login-throttle.server.ts'
import { checkNewPassword } from '#src/features/accounts/password-policy.server.ts'
import { hashPassword, passwordMatches } from '#src/features/accounts/passwords.server.ts'
import { passwordChanged } from '#src/features/reset-password/reset-password.mails.ts'
import { dropChallenges } from '#src/features/reset-password/reset-password.queries.ts'
import { appendAudit } from '#src/server/audit/audit.ts'
import type { Db } from '#src/server/database.ts'
import { invalidInput } from '#src/server/http/app-error.ts'
import { fresh, inSession } from '#src/server/http/guards.ts'
import type { Limiter } from '#src/server/http/limiter.ts'
import { type Route, route } from '#src/server/http/route.ts'
import { dropEmailTokens } from '#src/server/mail/email-tokens.queries.ts'
import type { QueueMail } from '#src/server/mail/queue-mail.ts'
import { notify } from '#src/server/notifications/notify.queries.ts'
import { passwordChangedNews } from '#src/server/notifications/security-news.ts'
import { changePasswordContract } from './change-password.schema.ts'

interface ChangePasswordDeps {
  readonly db: Db
  readonly limiter: Limiter
  readonly queueMail: QueueMail
}

const atCurrent = (message: string) => invalidInput([{ field: 'currentPassword', message }])

interface Change {
  readonly userId: string
  readonly sessionId: string
  readonly passwordHash: string
  readonly address: string
}

/** The new password ends whatever the old one has opened, but for this session; answers how many sessions that were. */
const change = ({ db, queueMail }: ChangePasswordDeps, { userId, sessionId, passwordHash, address }: Change) =>
  db.transaction().execute(async (transaction) => {
    await updatePasswordHash(transaction, userId, passwordHash)
    const endedSessions = await deleteSessionsOf(transaction, userId, sessionId)
    await dropChallenges(transaction, userId)
    await dropEmailTokens(transaction, userId, ['reset-password'])
    await queueMail(transaction, passwordChanged, { userId }, {})
    await notify(transaction, passwordChangedNews(userId))
    await appendAudit(transaction, {
      actorId: userId,
      action: 'password.changed',
      target: `user ${userId}`,
      address,
      details: { endedSessions },
    })
    return endedSessions
  })

export function changePasswordRoutes(deps: ChangePasswordDeps): Route[] {
  const { db, limiter } = deps
  return [
    route(changePasswordContract.change, [inSession], async (asked) => {
      const { user, session, body, address } = asked
      const passwordHash = await findPasswordHash(db, user.id)
      // The password itself is a new proof, unless it was never all that signing in took.
      if (passwordHash === null || user.hasSecondFactor) fresh(asked)
      if (passwordHash !== null) {
        if (body.currentPassword === undefined) throw atCurrent('Password is required')
        await throttleAccount(db, limiter, user.email, address)
        if (!(await passwordMatches(passwordHash, body.currentPassword))) throw atCurrent('This password is wrong')
        if (body.newPassword === body.currentPassword)
          throw invalidInput([{ field: 'newPassword', message: 'This is your password already' }])
      }
      await checkNewPassword(body.newPassword, user, 'newPassword')
      const ids = { userId: user.id, sessionId: session.sessionId }
      return {
        endedSessions: await change(deps, { ...ids, passwordHash: await hashPassword(body.newPassword), address }),
      }
    }),
  ]
}
