import { isAllowed } from '#src/lib/permissions.ts'
import type { Role } from '#src/lib/roles.ts'
import { FOUR_EYES_ABOVE } from './checkout.schema.ts'

/** What an admin has asked for to be given back of one order. */
interface Asked {
  readonly status: string
  readonly amount: number
  readonly actor_id: string | null
  /** Null for who is suspended or gone. */
  readonly actor_role: Role | null
}

/** By whom a second time, and by which call: whoever repeats it asks for the same refund. */
export interface Agreement {
  readonly actorId: string | null
  readonly call: string | null
}

/** Whether the row is what this call, or an earlier try of it, has asked for or agreed to. */
export const isOfCall = (row: { readonly id: string; readonly agreed_call: string | null }, call: string): boolean =>
  row.id === call || row.agreed_call === call

type Decision<Row> =
  | { readonly do: 'send' | 'propose' | 'wait' }
  /** Another admin has asked for the same before. */
  | { readonly do: 'agree'; readonly to: Row }

const SENT_BACK: ReadonlySet<string> = new Set(['requested', 'pending', 'succeeded'])

/** What somebody proposed who may no longer refund counts for nothing. */
const isProposed = ({ status, actor_role }: Asked): boolean =>
  status === 'proposed' && actor_role !== null && isAllowed(actor_role, 'payments.refund')

/** Two admins have to ask for the same: what admins gave back of the order before counts, however it is split. */
export function fourEyes<Row extends Asked>(
  { amount, actorId }: { readonly amount: number; readonly actorId: string },
  ofAdmins: readonly Row[],
): Decision<Row> {
  const given = ofAdmins.reduce((sum, row) => (SENT_BACK.has(row.status) ? sum + row.amount : sum), amount)
  if (given <= FOUR_EYES_ABOVE) return { do: 'send' }
  const proposed = ofAdmins.filter((row) => isProposed(row) && row.amount === amount)
  if (proposed.length === 0) return { do: 'propose' }
  const ofAnother = proposed.find((row) => row.actor_id !== actorId)
  return ofAnother === undefined ? { do: 'wait' } : { do: 'agree', to: ofAnother }
}
