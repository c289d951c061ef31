import type { Role } from '#src/lib/roles.ts'

/** Roles as people read them. */
export const ROLE_WORDS: Readonly<Record<Role, string>> = {
  user: 'user',
  admin: 'admin',
  super_admin: 'super admin',
}
