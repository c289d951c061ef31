import { GRACE_DAYS, type Interval } from '#src/lib/pro-plan.ts'
import { addDays } from './periods.ts'

export const STATUSES = [
  'incomplete',
  'incomplete_expired',
  'trialing',
  'active',
  'past_due',
  'unpaid',
  'paused',
  'canceled',
] as const
export type Status = (typeof STATUSES)[number]

/** What happens to a subscription. Its history is these, and all else is computed from them. */
export type SubscriptionEvent = { readonly at: Date } & (
  | { readonly kind: 'started'; readonly interval: Interval; readonly consent?: string }
  | { readonly kind: 'card_saved' | 'card_missing' | 'noticed' | 'given_up' | 'expired' | 'ended' }
  | { readonly kind: 'cancel_requested' | 'resumed' | 'refunded' }
  | { readonly kind: 'trial_started'; readonly trialEnd: Date }
  | { readonly kind: 'paid'; readonly start: Date; readonly end: Date; readonly interval: Interval }
  | { readonly kind: 'payment_failed'; readonly isHopeless: boolean }
  | { readonly kind: 'switch_planned'; readonly interval: Interval }
)
export type EventKind = SubscriptionEvent['kind']

export interface Subscription {
  readonly status: Status
  readonly createdAt: Date
  /** What the running period was paid as. */
  readonly interval: Interval
  /** What the next one will be. */
  readonly nextInterval: Interval
  readonly hasCard: boolean
  readonly cancelAtPeriodEnd: boolean
  /** All that was paid for the last period went back: it ended then, and cannot be resumed. */
  readonly isRefunded: boolean
  readonly hadTrial: boolean
  /** Of the trial or of what was paid last; null before either. */
  readonly period: { readonly start: Date; readonly end: Date } | null
  /** The day that renewals go by. */
  readonly anchor: Date
  /** How many periods were paid. */
  readonly paidPeriods: number
  /** Of the renewal that is due. */
  readonly failures: number
  readonly firstFailedAt: Date | null
  /** The bank said that the card will never do. */
  readonly isHopeless: boolean
  /** Another card came after a failure, and is to be tried at once. */
  readonly newCardAt: Date | null
  /** Whether the charge at the end of this period was announced. */
  readonly isNoticed: boolean
}

/** Which event leads where; what is missing is refused. `started` has no state before it. */
const MOVES: Readonly<Record<Status, Partial<Record<EventKind, Status>>>> = {
  incomplete: {
    card_saved: 'incomplete',
    trial_started: 'trialing',
    paid: 'active',
    expired: 'incomplete_expired',
  },
  trialing: {
    card_saved: 'trialing',
    noticed: 'trialing',
    cancel_requested: 'trialing',
    resumed: 'trialing',
    switch_planned: 'trialing',
    paid: 'active',
    payment_failed: 'past_due',
    card_missing: 'paused',
    ended: 'canceled',
  },
  active: {
    card_saved: 'active',
    noticed: 'active',
    cancel_requested: 'active',
    resumed: 'active',
    refunded: 'active',
    switch_planned: 'active',
    paid: 'active',
    payment_failed: 'past_due',
    ended: 'canceled',
  },
  past_due: {
    card_saved: 'past_due',
    cancel_requested: 'past_due',
    refunded: 'past_due',
    paid: 'active',
    payment_failed: 'past_due',
    given_up: 'unpaid',
    ended: 'canceled',
  },
  unpaid: { card_saved: 'unpaid', paid: 'active', payment_failed: 'unpaid' },
  paused: { card_saved: 'paused', paid: 'active', payment_failed: 'paused' },
  canceled: {},
  incomplete_expired: {},
}

export class TransitionError extends Error {
  override name = 'TransitionError'
}

export const isOver = ({ status }: Pick<Subscription, 'status'>): boolean =>
  status === 'canceled' || status === 'incomplete_expired'

/** Whether `kind` may happen now. */
export const mayHappen = ({ status }: Pick<Subscription, 'status'>, kind: EventKind): boolean =>
  MOVES[status][kind] !== undefined

const begin = (at: Date, interval: Interval): Subscription => ({
  status: 'incomplete',
  createdAt: at,
  ...{ interval, nextInterval: interval },
  ...{ hasCard: false, cancelAtPeriodEnd: false, isRefunded: false, hadTrial: false },
  ...{ period: null, anchor: at, paidPeriods: 0 },
  ...{ failures: 0, firstFailedAt: null, isHopeless: false, newCardAt: null, isNoticed: false },
})

const NO_FAILURE = { failures: 0, firstFailedAt: null, isHopeless: false, newCardAt: null } as const

/** Whatever is paid after that begins anew. */
const cutAt = ({ period }: Subscription, at: Date): Partial<Subscription> =>
  period === null || period.end <= at ? {} : { period: { start: period.start, end: at }, anchor: at }

function changes(state: Subscription, event: SubscriptionEvent): Partial<Subscription> {
  switch (event.kind) {
    case 'card_saved':
      return { hasCard: true, isHopeless: false, newCardAt: event.at }
    case 'trial_started':
      return { hadTrial: true, period: { start: event.at, end: event.trialEnd }, anchor: event.trialEnd }
    case 'paid':
      return {
        ...NO_FAILURE,
        ...{ isNoticed: false, isRefunded: false, hasCard: true },
        ...{ interval: event.interval, nextInterval: event.interval },
        period: { start: event.start, end: event.end },
        // Whoever goes on where the last period ended keeps the day of the month.
        anchor: state.period?.end.getTime() === event.start.getTime() ? state.anchor : event.start,
        paidPeriods: state.paidPeriods + 1,
      }
    case 'payment_failed':
      return {
        failures: state.failures + 1,
        firstFailedAt: state.firstFailedAt ?? event.at,
        isHopeless: event.isHopeless,
        newCardAt: null,
      }
    case 'card_missing':
      return { hasCard: false }
    case 'noticed':
      return { isNoticed: true }
    case 'cancel_requested':
      return { cancelAtPeriodEnd: true }
    case 'resumed':
      return { cancelAtPeriodEnd: false }
    case 'refunded':
      return { cancelAtPeriodEnd: true, isRefunded: true, ...cutAt(state, event.at) }
    case 'switch_planned':
      return { nextInterval: event.interval, isNoticed: false }
    default:
      return {}
  }
}

/** The state after one more event. Throws `TransitionError` where the table has no such move. */
export function advance(state: Subscription | undefined, event: SubscriptionEvent): Subscription {
  if (state === undefined) {
    if (event.kind !== 'started') throw new TransitionError(`a subscription cannot begin with ${event.kind}`)
    return begin(event.at, event.interval)
  }
  const status = MOVES[state.status][event.kind]
  if (status === undefined) throw new TransitionError(`${event.kind} cannot happen to what is ${state.status}`)
  return { ...state, ...changes(state, event), status }
}

export function replay(history: readonly SubscriptionEvent[]): Subscription | undefined {
  let state: Subscription | undefined
  for (const event of history) state = advance(state, event)
  return state
}

/**
 * Until when Pro may be used, as far as is known now; null: not at all. What is not renewed in time goes on for the
 * days of grace, also when it was our clock that came late; what was cancelled ends with its period.
 */
export function accessUntil({ status, period, cancelAtPeriodEnd, firstFailedAt }: Subscription): Date | null {
  if (period === null || !(status === 'trialing' || status === 'active' || status === 'past_due')) return null
  if (cancelAtPeriodEnd) return period.end
  const from = firstFailedAt !== null && firstFailedAt > period.end ? firstFailedAt : period.end
  return addDays(from, GRACE_DAYS)
}

/** Whether somebody with this history may use Pro at a time: by what had happened until then, and nothing else. */
export function hasProAt(history: readonly SubscriptionEvent[], time: Date): boolean {
  const state = replay(history.filter(({ at }) => at <= time))
  const until = state === undefined ? null : accessUntil(state)
  return until !== null && time < until
}
