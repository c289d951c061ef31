/** So many bad days in a row say that it is no accident. */
export const BAD_DAYS = 3

interface Standing {
  /** In a row, before this day. */
  readonly badDays: number
  readonly isUnderMaintenance: boolean
}

export interface AfterCheck {
  readonly badDays: number
  /** What becomes of the label; null: it stays as it is. */
  readonly label: 'set' | 'clear' | null
}

/** What one day's run of the first example changes. */
export function afterCheck({ badDays, isUnderMaintenance }: Standing, isGood: boolean): AfterCheck {
  if (isGood) return { badDays: 0, label: isUnderMaintenance ? 'clear' : null }
  const now = badDays + 1
  return { badDays: now, label: now >= BAD_DAYS && !isUnderMaintenance ? 'set' : null }
}
