import type { EngineHost } from '#src/engine/engine.ts'
import { NodeError } from '#src/sdk/node-error.ts'
import { stableId } from '#src/server/crypto/stable-id.ts'
import type { Db } from '#src/server/database.ts'
import { composeMail } from '#src/server/mail/compose-mail.ts'
import { countOfDay, findSender, insertRunMails } from './run-mails.queries.ts'

/** Mails of one account within 24 hours: the server's good name with mailboxes belongs to everybody. */
export const MAILS_PER_DAY = 200
const HOUR_MS = 3_600_000

interface RunMailOptions {
  readonly db: Db
  readonly publicUrl: string
  /** outbox: mails stay here for people to read · off: nobody could read them. */
  readonly delivery: 'smtp' | 'outbox' | 'off'
}

const refused = (code: string, message: string, retryAfterMs?: number) =>
  new NodeError({ code, message, permanent: retryAfterMs === undefined, retryAfterMs })

const mailOff = () => refused('MAIL_OFF', 'This server sends no mail, as its operator has not set SMTP_URL')
const unconfirmed = () =>
  refused('EMAIL_UNCONFIRMED', 'Confirm the email address of your account first, so that answers reach you')
const tooMany = () =>
  refused('MAIL_LIMIT', `All ${MAILS_PER_DAY} mails of the last 24 hours are used, so this one waits`, HOUR_MS)

/** How steps send mail: through the outbox, whose ids come from the step's key, so that a repeated step sends nothing twice. */
export function createRunMailer({ db, publicUrl, delivery }: RunMailOptions): NonNullable<EngineHost['sendMail']> {
  return async ({ to, subject, text, replyTo }, { ownerId, stepKey }) => {
    if (delivery === 'off') throw mailOff()
    const sender = await findSender(db, ownerId)
    if (sender === undefined || (delivery === 'smtp' && sender.email_verified_at === null)) throw unconfirmed()
    const ids = to.map((_, index) => stableId(`${stepKey}:mail:${index}`))
    const reason = `Sent by a workflow of ${sender.email} on ${publicUrl}.`
    const { html } = composeMail({ subject, paragraphs: text.split(/\n{2,}/), reason })
    const mail = { ownerId, subject, text: `${text}\n\n-- \n${reason}\n`, html, replyTo: replyTo ?? sender.email }
    const mails = to.map((address, index) => ({ ...mail, id: ids[index] ?? '', to: address }))
    await db.transaction().execute(async (transaction) => {
      if ((await countOfDay(transaction, ownerId, ids)) + to.length > MAILS_PER_DAY) throw tooMany()
      await insertRunMails(transaction, mails)
    })
  }
}
