/** From here on a run gives up its place while it waits: it costs a row then, and neither memory nor a slot. */
export const LONG_PAUSE_MS = 60_000

/** Times in milliseconds since 1970. */
export interface PauseTimes {
  /** When it was decided to wait, as it is remembered. */
  readonly since: number
  readonly until: number
  /** Somebody may end it before its time. */
  readonly mayEndEarly: boolean
}

/** Looks at what is remembered and not at the clock, so that a repetition decides the same. */
export const givesUpItsPlace = ({ since, until, mayEndEarly }: PauseTimes): boolean =>
  mayEndEarly || until - since >= LONG_PAUSE_MS
