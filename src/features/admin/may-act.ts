import { type Action, isAllowed } from '#src/lib/permissions.ts'
import type { Role } from '#src/lib/roles.ts'

interface Somebody {
  readonly id: string
  readonly role: Role
  readonly suspended_at: Date | null
  /** Set for who is leaving. */
  readonly deletion_due_at: Date | null
}

/** Whether they can give roles, and still can when all who are leaving have left. */
const staysSuperAdmin = ({ role, suspended_at, deletion_due_at }: Somebody): boolean =>
  role === 'super_admin' && suspended_at === null && deletion_due_at === null

/** Whether some of these people are super admins who stay, this one apart. */
export const hasOtherSuperAdmin = (people: readonly Somebody[], id: string): boolean =>
  people.some((one) => one.id !== id && staysSuperAdmin(one))

export type Refusal = 'not-allowed' | 'own-account' | 'above-you' | 'last-super-admin'

interface Attempt {
  readonly actor: Somebody
  readonly target: Somebody
  readonly action: Action
  /** The role that the target would have afterwards; a suspended super admin counts as none. */
  readonly roleAfter: Role | 'none'
  /** All super admins are among them. */
  readonly people: readonly Somebody[]
}

/** Why somebody may not do this to somebody else; null when they may. */
export function refusalOf({ actor, target, action, roleAfter, people }: Attempt): Refusal | null {
  if (actor.suspended_at !== null || !isAllowed(actor.role, action)) return 'not-allowed'
  if (actor.id === target.id) return 'own-account'
  if (target.role === 'super_admin' && actor.role !== 'super_admin') return 'above-you'
  if (staysSuperAdmin(target) && roleAfter !== 'super_admin' && !hasOtherSuperAdmin(people, target.id))
    return 'last-super-admin'
  return null
}
