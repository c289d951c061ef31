import { deleteSessionsOf, findUserByEmail } from '#src/features/accounts/accounts.queries.ts'
import { checkNewPassword } from '#src/features/accounts/password-policy.server.ts'
import { hashPassword } from '#src/features/accounts/passwords.server.ts'
import { appendAudit } from '#src/server/audit/audit.ts'
import type { Db } from '#src/server/database.ts'
import { tooManyRequests } from '#src/server/http/app-error.ts'
import { limitAddressWith, limitAllWith } from '#src/server/http/guards.ts'
import type { Limiter, Rate } from '#src/server/http/limiter.ts'
import { type Route, route } from '#src/server/http/route.ts'
import type { Logger } from '#src/server/log.ts'
import {
  dropEmailTokens,
  findEmailToken,
  issueEmailToken,
  takeEmailToken,
} from '#src/server/mail/email-tokens.queries.ts'
import { linkInvalid } from '#src/server/mail/link-invalid.ts'
import type { QueueMail } from '#src/server/mail/queue-mail.ts'
import { notify } from '#src/server/notifications/notify.queries.ts'
import { passwordChangedNews } from '#src/server/notifications/security-news.ts'
import { passwordChanged, resetLink } from './reset-password.mails.ts'
import { dropChallenges, dropOtherCredentials, lockAccount, setPassword } from './reset-password.queries.ts'
import { resetPasswordContract } from './reset-password.schema.ts'

export interface ResetPasswordDeps {
  readonly db: Db
  readonly limiter: Limiter
  readonly queueMail: QueueMail
  readonly log: Logger
}

const LINK_MINUTES = 10
const PER_ACCOUNT: Rate = '3/h'
const ok = { ok: true as const }

async function sendLink({ db, queueMail }: ResetPasswordDeps, email: string): Promise<void> {
  const user = await findUserByEmail(db, email)
  if (user === undefined) return
  await db.transaction().execute(async (transaction) => {
    const token = await issueEmailToken(transaction, {
      ...{ purpose: 'reset-password', userId: user.id, email: user.email },
      minutes: LINK_MINUTES,
    })
    await queueMail(transaction, resetLink, { userId: user.id }, { token })
  })
}

interface Change {
  readonly token: string
  readonly passwordHash: string
  /** Of the network, for the audit log. */
  readonly address: string
}

async function resetPassword({ db, queueMail }: ResetPasswordDeps, { token, passwordHash, address }: Change) {
  await db.transaction().execute(async (transaction) => {
    const link = await takeEmailToken(transaction, token, ['reset-password'])
    if (link === undefined) throw linkInvalid()
    const { userId } = link
    const account = await lockAccount(transaction, userId)
    if (account.email.toLowerCase() !== link.email.toLowerCase()) throw linkInvalid()
    // Whoever registered a mailbox that was not theirs may have left ways in besides the password.
    const claimed = account.email_verified_at === null
    if (claimed) await dropOtherCredentials(transaction, userId)
    await setPassword(transaction, userId, passwordHash)
    await deleteSessionsOf(transaction, userId)
    await dropChallenges(transaction, userId)
    await dropEmailTokens(transaction, userId, ['verify-email', 'change-email'])
    await queueMail(transaction, passwordChanged, { userId }, {})
    await notify(transaction, passwordChangedNews(userId))
    await appendAudit(transaction, {
      actorId: userId,
      action: 'password.reset',
      target: `user ${userId}`,
      address,
      details: { firstProofOfMailbox: claimed },
    })
  })
}

export function resetPasswordRoutes(deps: ResetPasswordDeps): Route[] {
  const { db, limiter, log } = deps
  const limit = limitAddressWith(limiter)
  const limitAll = limitAllWith(limiter)
  return [
    route(
      resetPasswordContract.request,
      [limit('10/min', 'password reset'), limitAll('600/min', 'password reset')],
      ({ body: { email } }) => {
        // By what was typed, so that known and unknown addresses are refused alike.
        const wait = limiter.take(PER_ACCOUNT, `password reset ${email.toLowerCase()}`)
        if (wait > 0) throw tooManyRequests(wait)
        // Not awaited: the answer takes the same time whether there is an account or not.
        void sendLink(deps, email).catch((err: unknown) => log.error({ err }, 'a reset link was not sent'))
        return ok
      },
    ),
    route(
      resetPasswordContract.confirm,
      [limit('20/min', 'new password'), limitAll('600/min', 'new password')],
      async ({ body: { token, password }, address }) => {
        const owner = await findEmailToken(db, token, ['reset-password'])
        if (owner === undefined) throw linkInvalid()
        // Before the link is used up: a refused password must not cost it.
        await checkNewPassword(password, owner)
        await resetPassword(deps, { token, passwordHash: await hashPassword(password), address })
        return ok
      },
    ),
  ]
}
