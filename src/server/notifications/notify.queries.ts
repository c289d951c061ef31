import { sql } from 'kysely'
import { uuidv7 } from '#src/lib/ids.ts'
import type { NotificationKind } from '#src/lib/notification-kinds.ts'
import type { Db } from '#src/server/database.ts'

export interface NewNotification {
  readonly userId: string
  readonly kind: NotificationKind
  /** At most 200 characters; longer ones are cut. */
  readonly title: string
  /** At most 1000 characters; longer ones are cut. */
  readonly body?: string
  /** Path on this site. */
  readonly href?: string
}

/** Tells an account something; call it in the transaction of what happened. Open pages show it after the commit. */
export async function notify(db: Db, { userId, kind, title, body = '', href }: NewNotification): Promise<void> {
  await db
    .insertInto('notification')
    .values({
      id: uuidv7(),
      user_id: userId,
      kind,
      title: title.slice(0, 200),
      body: body.slice(0, 1000),
      href: href ?? null,
    })
    .execute()
}

/** Tells whoever is an admin, once each. */
export const notifyAdmins = (db: Db, { kind, title, body = '', href }: Omit<NewNotification, 'userId'>) =>
  sql`select tell_admins(${kind}, ${title}, ${body}, ${href ?? null})`.execute(db)
