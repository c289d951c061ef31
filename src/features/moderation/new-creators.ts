/** So many tools of somebody were approved before moderators no longer read each one. */
const APPROVED_TO_BE_KNOWN = 3
/** For so long after a tool of theirs was hidden or removed they are as new. */
export const NEW_AGAIN_DAYS = 90
/** So many tools of a new creator may be seen, or held, that nobody has read: then the moderators come first. */
export const UNREAD_AT_ONCE = 5

interface Record {
  readonly approved: number
  readonly refusedLately: boolean
  /** How much the first look found. */
  readonly hints: number
  /** A decision keeps it away, or the same under another address, however long ago it was made. */
  readonly isRefused: boolean
}

export const isNewCreator = ({ approved, refusedLately }: Pick<Record, 'approved' | 'refusedLately'>): boolean =>
  approved < APPROVED_TO_BE_KNOWN || refusedLately

/** What follows from a publication: `hold` keeps it out of sight until somebody has decided. */
export function afterPublication({ hints, isRefused, ...record }: Record): 'nothing' | 'look' | 'hold' {
  const isNew = isNewCreator(record)
  if (hints === 0) return isNew || isRefused ? 'look' : 'nothing'
  // Hints are no verdicts: what somebody known publishes stays while it is looked at.
  return isNew ? 'hold' : 'look'
}
