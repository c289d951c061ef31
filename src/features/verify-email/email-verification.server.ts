import { isTaken } from '#src/lib/database-errors.ts'
import { appendAudit } from '#src/server/audit/audit.ts'
import type { Db } from '#src/server/database.ts'
import { conflict, invalidInput, tooManyRequests } from '#src/server/http/app-error.ts'
import type { Limiter, Rate } from '#src/server/http/limiter.ts'
import {
  dropEmailTokens,
  type EmailToken,
  issueEmailToken,
  takeEmailToken,
} from '#src/server/mail/email-tokens.queries.ts'
import { linkInvalid } from '#src/server/mail/link-invalid.ts'
import type { QueueMail } from '#src/server/mail/queue-mail.ts'
import {
  addressChangeAsked,
  addressChanged,
  addressInUse,
  confirmAddress,
  confirmNewAddress,
} from './verify-email.mails.ts'
import { findOwnerOf, lockOwner, markVerified, setConfirmedEmail } from './verify-email.queries.ts'

const LINK_MINUTES = 24 * 60
/** Mails that one person can have sent to an address of their choice. */
const CHANGES: Rate = '5/h'
/** Mails that one address gets because somebody entered it. */
const NOTICES: Rate = '3/h'

interface Confirmation {
  readonly token: string
  /** Of the network, for the audit log. */
  readonly address: string
}

export interface EmailVerification {
  /** Mails a link to the account's address. Call it in a transaction. */
  startVerification(transaction: Db, userId: string): Promise<void>
  /**
   * Mails a link to the new address, which counts once the link is used, and tells the old one. The answer is the
   * same when the new address belongs to somebody else, who is told instead. Throws INVALID_INPUT at `email` and
   * TOO_MANY_REQUESTS. Call it in a transaction.
   */
  startEmailChange(transaction: Db, userId: string, newEmail: string): Promise<void>
  /** Tells the owner of a registered address that somebody entered it. */
  tellOwner(db: Db, email: string): Promise<void>
  /** Uses a link; answers the address that is now confirmed. */
  confirm(confirmation: Confirmation): Promise<string>
}

interface EmailVerificationDeps {
  readonly db: Db
  readonly limiter: Limiter
  readonly queueMail: QueueMail
}

export function createEmailVerification({ db, limiter, queueMail }: EmailVerificationDeps): EmailVerification {
  async function tellOwner(database: Db, email: string): Promise<void> {
    const owner = await findOwnerOf(database, email)
    // No more than a few: what strangers can have sent must not fill a mailbox.
    if (owner === undefined || limiter.take(NOTICES, `address in use ${owner.id}`) > 0) return
    await queueMail(database, addressInUse, { userId: owner.id }, {})
  }

  return {
    tellOwner,
    async startVerification(transaction, userId) {
      const { email, email_verified_at } = await lockOwner(transaction, userId)
      if (email_verified_at !== null) return
      const token = await issueEmailToken(transaction, {
        ...{ purpose: 'verify-email', userId, email },
        minutes: LINK_MINUTES,
      })
      await queueMail(transaction, confirmAddress, { userId }, { token })
    },
    async startEmailChange(transaction, userId, newEmail) {
      const { email: oldEmail } = await lockOwner(transaction, userId)
      if (oldEmail.toLowerCase() === newEmail.toLowerCase())
        throw invalidInput([{ field: 'email', message: 'This is your address already' }])
      const wait = limiter.take(CHANGES, `email change ${userId}`)
      if (wait > 0) throw tooManyRequests(wait)
      // The last one that was asked for is the one that is meant.
      await dropEmailTokens(transaction, userId, ['change-email'])
      await queueMail(transaction, addressChangeAsked, { userId, email: oldEmail }, { newAddress: newEmail })
      if ((await findOwnerOf(transaction, newEmail)) !== undefined) return tellOwner(transaction, newEmail)
      const token = await issueEmailToken(transaction, {
        ...{ purpose: 'change-email', userId, email: newEmail },
        minutes: LINK_MINUTES,
      })
      await queueMail(transaction, confirmNewAddress, { userId, email: newEmail }, { token })
    },
    confirm: ({ token, address }) =>
      db.transaction().execute(async (transaction) => {
        const link = await takeEmailToken(transaction, token, ['verify-email', 'change-email'])
        if (link === undefined) throw linkInvalid()
        await (link.purpose === 'verify-email' ? verify(transaction, link) : change(transaction, link, queueMail))
        await appendAudit(transaction, {
          actorId: link.userId,
          action: link.purpose === 'verify-email' ? 'email.verified' : 'email.changed',
          target: `user ${link.userId}`,
          address,
        })
        return link.email
      }),
  }
}

async function verify(transaction: Db, { userId, email }: EmailToken): Promise<void> {
  const owner = await lockOwner(transaction, userId)
  if (owner.email.toLowerCase() !== email.toLowerCase()) throw linkInvalid()
  await markVerified(transaction, userId)
}

async function change(transaction: Db, { userId, email }: EmailToken, queueMail: QueueMail): Promise<void> {
  const owner = await lockOwner(transaction, userId)
  try {
    await setConfirmedEmail(transaction, userId, email)
  } catch (error) {
    throw isTaken(error) ? conflict('EMAIL_IN_USE', 'An account with this email address already exists') : error
  }
  // Links that went to the old address prove nothing about the account any more.
  await dropEmailTokens(transaction, userId, ['verify-email', 'reset-password'])
  await queueMail(transaction, addressChanged, { userId, email: owner.email }, { newAddress: email })
}
