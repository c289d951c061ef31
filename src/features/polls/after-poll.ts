const LONGEST_PAUSE_MS = 6 * 3_600_000
/** Whoever asks for more than this is asked again anyway. */
const LONGEST_RETRY_AFTER_MS = 24 * 3_600_000

export interface Look {
  readonly everySeconds: number
  /** In a row, this look included. */
  readonly failures: number
  /** What the other side asked for. */
  readonly retryAfterMs?: number | undefined
}

/** How long after a look the next one comes: twice as long after each failure, up to six hours. */
export function pauseAfter({ everySeconds, failures, retryAfterMs = 0 }: Look): number {
  const every = everySeconds * 1000
  if (failures === 0) return every
  const pause = Math.min(every * 2 ** Math.min(failures, 20), Math.max(every, LONGEST_PAUSE_MS))
  return Math.max(pause, Math.min(retryAfterMs, LONGEST_RETRY_AFTER_MS))
}
