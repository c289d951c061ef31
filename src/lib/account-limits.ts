/** What one account may have; set by the environment, the same for all accounts. */
export interface AccountLimits {
  /** Runs with side effects that begin at once and not from the queue, in all processes together. */
  readonly runsAtOnce: number
  /** Runs that are started by hand or through the API. */
  readonly startsPerMinute: number
  /** Runs of built-in tools, for an account or an address. */
  readonly toolRunsPerMinute: number
  /** What the logs of its runs may hold together. */
  readonly storedBytes: number
  /** Runs that have ended are kept for so long, */
  readonly keepDays: number
  /** and so many of them. */
  readonly keepRuns: number
}

/** A run that leaves less than this is counted by number alone. */
export const LARGE_RUN_BYTES = 16_384
