/** So many reports in a row that came to nothing, and nobody looks at further ones for a while. */
export const GROUNDLESS_IN_A_ROW = 5
export const PAUSE_DAYS = 30
const PAUSE_MS = PAUSE_DAYS * 24 * 3600_000

interface Outcome {
  readonly upheld: boolean | null
  readonly closed_at: Date | null
}

/** Until when somebody's reports are not taken, from the latest decisions about them, newest first; null when they are. */
export function pausedUntil(outcomes: readonly Outcome[], now: Date): Date | null {
  const latest = outcomes.slice(0, GROUNDLESS_IN_A_ROW)
  if (latest.length < GROUNDLESS_IN_A_ROW || latest.some(({ upheld }) => upheld !== false)) return null
  const until = new Date((latest[0]?.closed_at?.getTime() ?? 0) + PAUSE_MS)
  return until > now ? until : null
}
