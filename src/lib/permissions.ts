import type { Role } from './roles.ts'

/** Who may do what, beyond one's own things. Every action needs a second factor on the account, too. */
const ALLOWED = {
  'admin.open': ['admin', 'super_admin'],
  'people.read': ['admin', 'super_admin'],
  'people.suspend': ['admin', 'super_admin'],
  'people.end-sessions': ['admin', 'super_admin'],
  'people.give-pro': ['admin', 'super_admin'],
  'people.change-role': ['super_admin'],
  'client-errors.read': ['admin', 'super_admin'],
  'client-errors.resolve': ['admin', 'super_admin'],
  'moderation.read': ['admin', 'super_admin'],
  'moderation.decide': ['admin', 'super_admin'],
  'featured.change': ['admin', 'super_admin'],
  'tags.change': ['admin', 'super_admin'],
  'figures.read': ['admin', 'super_admin'],
  'payments.read': ['admin', 'super_admin'],
  'payments.refund': ['admin', 'super_admin'],
  'payments.book': ['admin', 'super_admin'],
  'payments.replay': ['admin', 'super_admin'],
  'payouts.hold': ['admin', 'super_admin'],
  'audit.read': ['admin', 'super_admin'],
} as const satisfies Readonly<Record<string, readonly Role[]>>

export type Action = keyof typeof ALLOWED

export const rolesAllowed = (action: Action): readonly Role[] => ALLOWED[action]

export const isAllowed = (role: Role, action: Action): boolean => rolesAllowed(action).includes(role)
