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

/**
 * Which of the ticks that are due start a run: each of them, only those in time, or, where any was missed, the newest
 * one for all of them.
 */
export function decideTicks({ rule, missed, anchor, nextAt }: Due, now: Date, { most = MOST_AT_ONCE } = {}): Ticks {
  const due: Date[] = []
  let next: Date | null = nextAt
  while (next !== null && next <= now && due.length < most) {
    due.push(next)
    next = tickAfter(rule, next, anchor)
  }
  const splitBy = (start: readonly Date[]): Ticks => ({
    start,
    leaveOut: due.filter((at) => !start.includes(at)),
    nextAt: next,
  })
  if (missed === 'all') return splitBy(due)
  const inTime = due.filter((at) => now.getTime() - at.getTime() <= MISSED_AFTER_MS)
  if (missed === 'skip' || inTime.length === due.length) return splitBy(inTime)
  if (next === null || next > now) return splitBy(due.slice(-1))
  // The next round is to know that something was missed before it.
  const last = due.length > 1 ? due.pop() : undefined
  return { start: [], leaveOut: due, nextAt: last ?? next }
}
