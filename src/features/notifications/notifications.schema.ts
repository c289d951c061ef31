import { endpoint } from '#src/lib/contract.ts'
import { NOTIFICATION_KINDS } from '#src/lib/notification-kinds.ts'
import { z } from '#src/lib/zod.ts'

export const NOTIFICATIONS_PER_PAGE = 20
/** Unread ones are counted up to here; beyond it "99+" says enough. */
export const MAX_COUNTED = 100

export const AccountNotification = z.object({
  id: z.uuid(),
  kind: z.enum(NOTIFICATION_KINDS),
  title: z.string(),
  body: z.string(),
  href: z.string().nullable(),
  createdAt: z.string(),
  read: z.boolean(),
})
export type AccountNotification = z.infer<typeof AccountNotification>

/** What an open stream tells: at its beginning, and after every change. */
export interface NotificationState {
  readonly unread: number
  readonly latest: AccountNotification | null
}

const Unread = z.object({ unread: z.int() })

export const notificationsContract = {
  list: endpoint({
    method: 'GET',
    path: '/api/notifications',
    summary: 'What my account was told, the newest first',
    query: z.strictObject({ cursor: z.string().max(200).optional() }),
    answer: Unread.extend({ notifications: z.array(AccountNotification), cursor: z.string().nullable() }),
    errors: ['SIGN_IN_REQUIRED'],
  }),
  unread: endpoint({
    method: 'GET',
    path: '/api/notifications/unread',
    summary: `How many notifications are unread, up to ${MAX_COUNTED}`,
    answer: Unread,
    errors: ['SIGN_IN_REQUIRED'],
  }),
  read: endpoint({
    method: 'POST',
    path: '/api/notifications/:id/read',
    summary: 'Mark one notification as read',
    params: z.strictObject({ id: z.uuid() }),
    answer: Unread,
    errors: ['SIGN_IN_REQUIRED', 'NOT_FOUND'],
  }),
  readAll: endpoint({
    method: 'POST',
    path: '/api/notifications/read-all',
    summary: 'Mark every notification as read',
    answer: Unread,
    errors: ['SIGN_IN_REQUIRED'],
  }),
}
