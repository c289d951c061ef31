/** So many tools of somebody were approved before moderators no longer read each one. */
const APPROVED_TO_BE_KNOWN = 3
/** For so long after a tool of theirs was hidden or removed they are as new. */
export const NEW_AGAIN_DAYS = 90

interface Record {
  readonly approved: number
  readonly refusedLately: boolean
  /** How much the first look found. */
  readonly hints: number
}

/** What follows from a publication: `hold` keeps it out of sight until somebody has decided. */
export function afterPublication({ approved, refusedLately, hints }: Record): 'nothing' | 'look' | 'hold' {
  const isNew = approved < APPROVED_TO_BE_KNOWN || refusedLately
  if (hints === 0) return isNew ? 'look' : 'nothing'
  // Hints are no verdicts: what somebody known publishes stays while it is looked at.
  return isNew ? 'hold' : 'look'
}
