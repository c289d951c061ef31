import { sql } from 'kysely'
import { uuidv7 } from '#src/lib/ids.ts'
import type { MailCategory } from '#src/lib/mail-categories.ts'
import type { Db } from '#src/server/database.ts'

export interface NewMail {
  /** Whose preferences count; null for an address without an account. */
  readonly userId: string | null
  readonly to: string
  readonly category: MailCategory
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly replyTo: string | null
}

/** Use `QueueMail`, which knows templates and preferences. */
export async function enqueueMail(
  db: Db,
  { userId, to, category, subject, text, html, replyTo }: NewMail,
): Promise<void> {
  await db
    .insertInto('mail')
    .values({
      id: uuidv7(),
      user_id: userId,
      to_address: to,
      category,
      subject,
      text_body: text,
      html_body: html,
      reply_to: replyTo,
    })
    .execute()
}

interface Wanted {
  readonly userId: string
  readonly category: MailCategory
  /** Default: the account's address. */
  readonly email?: string | undefined
}

/** Where a mail to this person goes; undefined when it must not be sent. */
export async function findRecipient(db: Db, { userId, category, email }: Wanted): Promise<string | undefined> {
  const row = await db
    .selectFrom('user')
    .leftJoin('email_preference', (join) =>
      join.onRef('email_preference.user_id', '=', 'user.id').on('email_preference.category', '=', category),
    )
    .select(['email', 'email_verified_at', 'wanted'])
    .where('user.id', '=', userId)
    .executeTakeFirst()
  if (row === undefined) return undefined
  if (category !== 'account' && (row.wanted === false || row.email_verified_at === null)) return undefined
  return email ?? row.email
}

/** For how long a process that has taken a mail may hold it; longer than any try to send one takes. */
const LEASE_SECONDS = 120

/**
 * Takes mails that are due; `attempts` counts this try. A process that dies with one gives it back by the end of the
 * lease, and a mail that it had already handed over is then sent once more, under the same Message-ID.
 */
export const claimMails = (db: Db, limit: number) =>
  db
    .updateTable('mail')
    .set({ attempts: sql`attempts + 1`, next_at: sql<Date>`now() + make_interval(secs => ${LEASE_SECONDS})` })
    .where('id', 'in', (query) =>
      query
        .selectFrom('mail')
        .select('id')
        .where('status', '=', 'queued')
        .where('next_at', '<=', sql<Date>`now()`)
        .orderBy('next_at')
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .returning([
      ...(['id', 'user_id', 'to_address', 'subject', 'category', 'text_body', 'html_body', 'reply_to'] as const),
      ...(['attempts', 'created_at'] as const),
    ])
    .execute()
export type ClaimedMail = Awaited<ReturnType<typeof claimMails>>[number]

/** The bodies go: they may hold links that sign in. */
export const markSent = (db: Db, id: string) =>
  db
    .updateTable('mail')
    .set({ status: 'sent', sent_at: sql<Date>`now()`, text_body: '', html_body: '', last_error: null })
    .where('id', '=', id)
    .execute()

export const markFailed = (db: Db, id: string, reason: string) =>
  db
    .updateTable('mail')
    .set({ status: 'failed', text_body: '', html_body: '', last_error: reason })
    .where('id', '=', id)
    .execute()

export const postpone = (db: Db, id: string, { at, reason }: { at: Date; reason: string }) =>
  db.updateTable('mail').set({ next_at: at, last_error: reason }).where('id', '=', id).execute()

/** Keeps what is waiting for people to read here; there is no mail server to give it to. */
export const keepLocally = (db: Db) =>
  db.updateTable('mail').set({ status: 'local' }).where('status', '=', 'queued').execute()

/** Forgets the mails that were dealt with `days` ago. */
export const forgetOldMails = (db: Db, days: number) =>
  db
    .deleteFrom('mail')
    .where('status', '!=', 'queued')
    .where('created_at', '<', sql<Date>`now() - make_interval(days => ${days})`)
    .execute()
