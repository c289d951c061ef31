import { sql } from 'kysely'
import type { NotificationKind } from '#src/lib/notification-kinds.ts'
import type { Db } from '#src/server/database.ts'
import type { Position } from '#src/server/http/cursor.ts'
import { MAX_COUNTED, NOTIFICATIONS_PER_PAGE } from './notifications.schema.ts'

export interface NotificationRow {
  readonly id: string
  readonly kind: NotificationKind
  readonly title: string
  readonly body: string
  readonly href: string | null
  readonly created_at: Date
  readonly read_at: Date | null
  readonly position: string
}

/** One more row than a page holds tells whether there is a next page. */
export async function listNotifications(db: Db, userId: string, before: Position | null): Promise<NotificationRow[]> {
  const after = before === null ? sql`true` : sql`(created_at, id) < (${before.at}::timestamptz, ${before.id}::uuid)`
  const { rows } = await sql<NotificationRow>`
    select id, kind, title, body, href, created_at, read_at, created_at::text as position from notification
     where user_id = ${userId} and ${after}
     order by created_at desc, id desc limit ${NOTIFICATIONS_PER_PAGE + 1}`.execute(db)
  return rows
}

export async function countUnread(db: Db, userId: string): Promise<number> {
  const { rows } = await sql<{ unread: number }>`
    select count(*) as unread from (
      select from notification where user_id = ${userId} and read_at is null limit ${MAX_COUNTED}) as one`.execute(db)
  return rows[0]?.unread ?? 0
}

/** False when there is none with this id for this account. */
export async function markRead(db: Db, userId: string, id: string): Promise<boolean> {
  const found = await db
    .updateTable('notification')
    .set({ read_at: sql<Date>`coalesce(read_at, now())` })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return found.numUpdatedRows === 1n
}

export const markAllRead = (db: Db, userId: string) =>
  db
    .updateTable('notification')
    .set({ read_at: sql<Date>`now()` })
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .execute()

export const deleteOldNotifications = (db: Db, days: number) =>
  db.deleteFrom('notification').where('created_at', '<', sql<Date>`now() - make_interval(days => ${days})`).execute()

/** Whether a session that was good when its stream began still is. */
export async function isSessionAlive(db: Db, sessionId: string): Promise<boolean> {
  const row = await db
    .selectFrom('session')
    .select('id')
    .where('id', '=', sessionId)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return row !== undefined
}
