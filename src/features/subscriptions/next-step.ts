import { GRACE_DAYS, INCOMPLETE_HOURS, type Interval, NOTICE_DAYS, RETRY_DAYS } from '#src/lib/pro-plan.ts'
import { addDays, addHours, periodEnd } from './periods.ts'
import type { Subscription } from './subscription-state.ts'

export interface Step {
  readonly do: 'expire' | 'notice' | 'charge' | 'pause' | 'give_up' | 'end'
  readonly at: Date
}

/** What the clock will do with a subscription, and when; null: it waits for its owner, or is over. */
export function nextStep(state: Subscription): Step | null {
  const { status, period } = state
  switch (status) {
    case 'incomplete':
      return { do: 'expire', at: addHours(state.createdAt, INCOMPLETE_HOURS) }
    case 'trialing':
    case 'active':
      return period === null ? null : atPeriodEnd(state, period.end)
    case 'past_due':
      return afterFailure(state)
    default:
      return null
  }
}

function atPeriodEnd(state: Subscription, end: Date): Step {
  if (state.cancelAtPeriodEnd) return { do: 'end', at: end }
  if (!state.hasCard) return { do: 'pause', at: end }
  // A charge every month is no surprise; the first one after a trial and one after a year are.
  const days = state.status === 'trialing' ? NOTICE_DAYS.trial : state.interval === 'year' ? NOTICE_DAYS.year : null
  if (days !== null && !state.isNoticed) return { do: 'notice', at: addDays(end, -days) }
  return { do: 'charge', at: end }
}

function afterFailure(state: Subscription): Step {
  const { firstFailedAt, failures, isHopeless, newCardAt, createdAt } = state
  const since = firstFailedAt ?? createdAt
  if (state.cancelAtPeriodEnd) return { do: 'end', at: since }
  if (newCardAt !== null) return { do: 'charge', at: newCardAt }
  // The same card would be refused again: until the grace is over another one may come.
  if (isHopeless) return { do: 'give_up', at: addDays(since, GRACE_DAYS) }
  const days = RETRY_DAYS[failures - 1]
  return days === undefined
    ? { do: 'give_up', at: addDays(since, RETRY_DAYS.at(-1) ?? 0) }
    : { do: 'charge', at: addDays(since, days) }
}

/**
 * The period that a payment at `paidAt` is for. It follows the last one, also when it is paid within the days of
 * grace; whoever was shut out meanwhile begins anew, and pays for no day without access.
 */
export function periodPaidAt(
  { period, anchor, nextInterval }: Subscription,
  paidAt: Date,
): { start: Date; end: Date; interval: Interval } {
  const follows = period !== null && paidAt < addDays(period.end, GRACE_DAYS)
  const start = follows ? period.end : paidAt
  return { start, end: periodEnd(follows ? anchor : start, start, nextInterval), interval: nextInterval }
}
