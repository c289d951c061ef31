import { type ScheduleRule, tickAfter } from './schedule-rule.ts'

/** What becomes of ticks that nobody could start in time. */
export type MissedPolicy = 'skip' | 'one' | 'all'

/** A tick that is found later than this was missed. */
export const MISSED_AFTER_MS = 30_000
/** So many are decided at once; the rest comes at once after them. */
const MOST_AT_ONCE = 200

export interface Due {
  readonly rule: ScheduleRule
  readonly missed: MissedPolicy
  readonly anchor: Date
  /** The first tick that is not decided yet. */
  readonly nextAt: Date
}

export interface Ticks {
  readonly start: readonly Date[]
  readonly leaveOut: readonly Date[]
  readonly nextAt: Date | null
}

/** Which of the ticks that are due start a run: each of them, one for all that were missed, or only those in time. */
export function decideTicks({ rule, missed, anchor, nextAt }: Due, now: Date, { most = MOST_AT_ONCE } = {}): Ticks {
  const due: Date[] = []
  let next: Date | null = nextAt
  while (next !== null && next <= now && due.length < most) {
    due.push(next)
    next = tickAfter(rule, next, anchor)
  }
  if (missed === 'all') return { start: due, leaveOut: [], nextAt: next }
  const inTime = due.filter((at) => now.getTime() - at.getTime() <= MISSED_AFTER_MS)
  const isLastRound = next === null || next > now
  const makesUp = missed === 'one' && isLastRound && inTime.length === 0
  const start = makesUp ? due.slice(-1) : inTime
  return { start, leaveOut: due.filter((at) => !start.includes(at)), nextAt: next }
}
