import type { MailCategory } from '#src/lib/mail-categories.ts'
import type { Signer } from '#src/server/crypto/signer.ts'
import type { Db } from '#src/server/database.ts'
import { composeMail } from './compose-mail.ts'
import { enqueueMail, findRecipient } from './mail.queries.ts'
import { type MailTemplate, REASONS } from './mail-template.ts'
import { toUnsubscribeToken } from './unsubscribe-token.ts'

export interface MailRecipient {
  /** Null for an address without an account; its `email` is then needed. */
  readonly userId: string | null
  /** Default: the account's address. */
  readonly email?: string
  /** Where an answer goes when not to the sender. */
  readonly replyTo?: string
}

/**
 * Puts a mail into the outbox; call it in the transaction of what it tells about. Does nothing when the person does
 * not want the category, or has not confirmed the address and the mail is not about the account itself.
 */
export type QueueMail = <Data>(db: Db, template: MailTemplate<Data>, to: MailRecipient, data: Data) => Promise<void>

interface QueueMailOptions {
  /** Origin without a trailing slash. */
  readonly publicUrl: string
  /** For unsubscribe links. */
  readonly signer: Signer
}

export function createQueueMail({ publicUrl, signer }: QueueMailOptions): QueueMail {
  const linksOf = (userId: string | null, category: MailCategory) => {
    if (userId === null || category === 'account') return []
    const token = toUnsubscribeToken(signer, { userId, category })
    return [
      { label: 'Unsubscribe', url: `${publicUrl}/email-preferences?token=${token}` },
      { label: 'All email preferences', url: `${publicUrl}/email-preferences` },
    ]
  }
  return async (db, { category, write }, { userId, email, replyTo }, data) => {
    const to = userId === null ? email : await findRecipient(db, { userId, category, email })
    if (to === undefined) return
    const { action, reason = REASONS[category], ...content } = write(data)
    await enqueueMail(db, {
      ...{ userId, to, category, replyTo: replyTo ?? null },
      ...composeMail({
        ...{ ...content, reason, links: linksOf(userId, category) },
        action: action && { label: action.label, url: publicUrl + action.path },
      }),
    })
  }
}
