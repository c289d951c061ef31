import type { Db } from '#src/server/database.ts'
import { notFound } from '#src/server/http/app-error.ts'
import { decodeCursor, encodeCursor } from '#src/server/http/cursor.ts'
import { inSession } from '#src/server/http/guards.ts'
import { type Route, route } from '#src/server/http/route.ts'
import {
  countUnread,
  deleteOldNotifications,
  listNotifications,
  markAllRead,
  markRead,
  type NotificationRow,
} from './notifications.queries.ts'
import {
  type AccountNotification,
  NOTIFICATIONS_PER_PAGE,
  type NotificationState,
  notificationsContract,
} from './notifications.schema.ts'

const KEPT_DAYS = 180

const toNotification = (row: NotificationRow): AccountNotification => ({
  id: row.id,
  kind: row.kind,
  title: row.title,
  body: row.body,
  href: row.href,
  createdAt: row.created_at.toISOString(),
  read: row.read_at !== null,
})

export function notificationRoutes({ db }: { readonly db: Db }): Route[] {
  return [
    route(notificationsContract.list, [inSession], async ({ user, query }) => {
      const rows = await listNotifications(db, user.id, decodeCursor(query.cursor))
      const page = rows.slice(0, NOTIFICATIONS_PER_PAGE)
      const last = rows.length > NOTIFICATIONS_PER_PAGE ? page.at(-1) : undefined
      return {
        notifications: page.map(toNotification),
        cursor: last ? encodeCursor({ at: last.position, id: last.id }) : null,
        unread: await countUnread(db, user.id),
      }
    }),
    route(notificationsContract.unread, [inSession], async ({ user }) => ({ unread: await countUnread(db, user.id) })),
    route(notificationsContract.read, [inSession], async ({ user, params }) => {
      if (!(await markRead(db, user.id, params.id))) throw notFound('notification')
      return { unread: await countUnread(db, user.id) }
    }),
    route(notificationsContract.readAll, [inSession], async ({ user }) => {
      await markAllRead(db, user.id)
      return { unread: await countUnread(db, user.id) }
    }),
  ]
}

export async function readState(db: Db, userId: string): Promise<NotificationState> {
  const [latest] = await listNotifications(db, userId, null)
  return { unread: await countUnread(db, userId), latest: latest === undefined ? null : toNotification(latest) }
}

/** What is older has been seen, or is of no use any more. */
export const sweepNotifications = (db: Db) => deleteOldNotifications(db, KEPT_DAYS)
