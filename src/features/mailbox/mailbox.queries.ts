import type { Db } from '#src/server/database.ts'

const SHOWN = 50

export const listMails = (db: Db) =>
  db
    .selectFrom('mail')
    .select(['id', 'to_address', 'subject', 'category', 'status', 'text_body', 'last_error', 'created_at'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(SHOWN)
    .execute()

export const findHtml = async (db: Db, id: string): Promise<string | undefined> =>
  (await db.selectFrom('mail').select('html_body').where('id', '=', id).executeTakeFirst())?.html_body
