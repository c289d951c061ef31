import type { Decision } from './approvals.schema.ts'

export interface Ballot {
  /** How many must approve. */
  readonly needed: number
  /** One rejection is enough. */
  readonly veto: boolean
  /** Of everybody who was asked; null who has not decided. */
  readonly decisions: readonly (Decision | null)[]
}

/** What the decisions so far come to, or null while it can still become either. */
export function tally({ needed, veto, decisions }: Ballot): 'approved' | 'rejected' | null {
  const count = (wanted: Decision | null) => decisions.filter((decision) => decision === wanted).length
  if (veto && count('reject') > 0) return 'rejected'
  if (count('approve') >= needed) return 'approved'
  return count('approve') + count(null) < needed ? 'rejected' : null
}
