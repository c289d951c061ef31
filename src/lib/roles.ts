export const ROLES = ['user', 'admin', 'super_admin'] as const
export type Role = (typeof ROLES)[number]

/** Whether the admin pages are theirs; what they may do there is in permissions.ts, which other pages do not load. */
export const isAdmin = (role: Role): boolean => role !== 'user'
