import { sql } from 'kysely'
import type { Db } from '#src/server/database.ts'

export interface RunMail {
  readonly id: string
  readonly ownerId: string
  readonly to: string
  readonly replyTo: string
  readonly subject: string
  readonly text: string
  readonly html: string
}

export const findSender = (db: Db, ownerId: string) =>
  db.selectFrom('user').select(['email', 'email_verified_at']).where('id', '=', ownerId).executeTakeFirst()

/** Mails of the last 24 hours that are not these. */
export async function countOfDay(db: Db, ownerId: string, but: readonly string[]): Promise<number> {
  // In a statement of its own: whoever sends at the same time is counted by the next one.
  await sql`select from "user" where id = ${ownerId} for no key update`.execute(db)
  const row = await db
    .selectFrom('mail')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('user_id', '=', ownerId)
    .where('category', '=', 'run')
    .where('created_at', '>', sql<Date>`now() - interval '24 hours'`)
    .where('id', 'not in', but)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** Puts them into the outbox; those that are there already stay as they are. */
export const insertRunMails = (db: Db, mails: readonly RunMail[]) =>
  db
    .insertInto('mail')
    .values(
      mails.map(({ id, ownerId, to, replyTo, subject, text, html }) => ({
        ...{ id, user_id: ownerId, to_address: to, category: 'run', subject },
        ...{ text_body: text, html_body: html, reply_to: replyTo },
      })),
    )
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()

/** How far mails of an account's runs are. */
export const findRunMails = (db: Db, ownerId: string, ids: readonly string[]) =>
  db
    .selectFrom('mail')
    .select(['id', 'to_address', 'status', 'attempts', 'last_error'])
    .where('id', 'in', ids)
    .where('user_id', '=', ownerId)
    .where('category', '=', 'run')
    .execute()
