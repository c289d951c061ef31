import { type Action, isAllowed } from '#src/lib/permissions.ts'
import type { Role } from '#src/lib/roles.ts'

interface Somebody {
  readonly id: string
  readonly role: Role
  readonly suspended: boolean
}

export type Refusal = 'not-allowed' | 'own-account' | 'above-you' | 'last-super-admin'

interface Attempt {
  readonly actor: Somebody
  readonly target: Somebody
  readonly action: Action
  /** The role that the target would have afterwards; a suspended super admin counts as none. */
  readonly roleAfter: Role | 'none'
  /** Super admins who can act, the target included. */
  readonly activeSuperAdmins: number
}

/** Why somebody may not do this to somebody else; null when they may. */
export function refusalOf({ actor, target, action, roleAfter, activeSuperAdmins }: Attempt): Refusal | null {
  if (actor.suspended || !isAllowed(actor.role, action)) return 'not-allowed'
  if (actor.id === target.id) return 'own-account'
  if (target.role === 'super_admin' && actor.role !== 'super_admin') return 'above-you'
  const wasActive = target.role === 'super_admin' && !target.suspended
  if (wasActive && roleAfter !== 'super_admin' && activeSuperAdmins <= 1) return 'last-super-admin'
  return null
}
