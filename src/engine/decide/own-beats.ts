/** The signs of life that a process has given, in milliseconds since 1970. */
export interface OwnBeats {
  readonly last: number
  /** From here on none was late. */
  readonly since: number
}

interface Pace {
  readonly heartbeatMs: number
  readonly deadAfterMs: number
}

/** A busy process may be this late without any outage. */
const OFTEN_LATE_MS = 1000

/** Of two beats, or a beat and now: one of them is missing between them, or the clock was set back. */
const isGap = (from: number, to: number, { heartbeatMs }: Pace): boolean =>
  Math.abs(to - from) > heartbeatMs + Math.max(heartbeatMs, OFTEN_LATE_MS)

export const withBeat = (beats: OwnBeats | null, now: number, pace: Pace): OwnBeats => ({
  last: now,
  since: beats === null || isGap(beats.last, now, pace) ? now : beats.since,
})

/**
 * Whether a process may take others for dead because their heartbeats are old. Not when its own were late: then the
 * database did not answer, or this process was stopped, and what it sees of the others is as old. So it gives them the
 * time that it is given by them. The same holds for one that has just begun.
 */
export const mayJudge = (beats: OwnBeats | null, now: number, pace: Pace): boolean =>
  beats !== null && !isGap(beats.last, now, pace) && now - beats.since >= pace.deadAfterMs
