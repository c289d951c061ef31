import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nextStep, periodPaidAt } from './next-step.ts'
import { addDays } from './periods.ts'
import {
  accessUntil,
  advance,
  type EventKind,
  hasProAt,
  isOver,
  mayHappen,
  replay,
  STATUSES,
  type Subscription,
  type SubscriptionEvent,
  TransitionError,
} from './subscription-state.ts'

const START = new Date('2026-01-31T10:00:00Z')
const at = (day: string) => new Date(`${day}T10:00:00Z`)
const paid = (start: string, end: string): SubscriptionEvent => ({
  ...{ kind: 'paid', at: at(start), start: at(start), end: at(end), interval: 'month' },
})
const started: SubscriptionEvent = { kind: 'started', at: START, interval: 'month' }
const statusOf = (history: readonly SubscriptionEvent[]) => replay(history)?.status

/** Section by section of the rules: from where to where a subscription may go, staying as it is left out. */
const WAYS = [
  'incomplete active',
  'incomplete trialing',
  'incomplete incomplete_expired',
  'trialing active',
  'trialing past_due',
  'trialing paused',
  'trialing canceled',
  'active past_due',
  'active canceled',
  'past_due active',
  'past_due unpaid',
  'past_due canceled',
  'unpaid active',
  'paused active',
]

const KINDS: readonly EventKind[] = [
  ...(['started', 'card_saved', 'card_missing', 'noticed', 'given_up', 'expired', 'ended'] as const),
  ...([
    'cancel_requested',
    'resumed',
    'refunded',
    'trial_started',
    'paid',
    'payment_failed',
    'switch_planned',
  ] as const),
]

const eventAt = (kind: EventKind, time: Date, isYear: boolean): SubscriptionEvent => {
  const interval = isYear ? ('year' as const) : ('month' as const)
  const more = {
    ...{ interval, isHopeless: isYear, trialEnd: addDays(time, 14) },
    ...{ start: time, end: addDays(time, 30) },
  }
  return { kind, at: time, ...more }
}

const events = fc.array(
  fc.record({ kind: fc.constantFrom(...KINDS), days: fc.integer({ min: 0, max: 40 }), isYear: fc.boolean() }),
  { maxLength: 40 },
)

test('no event leads where the rules have no way, and what is over stays so', () => {
  fc.assert(
    fc.property(events, (given) => {
      let state = advance(undefined, started)
      let time = START
      for (const { kind, days, isYear } of given) {
        time = addDays(time, days)
        const event = eventAt(kind, time, isYear)
        if (!mayHappen(state, kind)) {
          expect(() => advance(state, event)).toThrow(TransitionError)
          continue
        }
        expect(isOver(state)).toBe(false)
        const next = advance(state, event)
        if (next.status !== state.status) expect(WAYS).toContain(`${state.status} ${next.status}`)
        state = next
      }
    }),
    { numRuns: 300 },
  )
})

test('every way of the rules can be gone', () => {
  const found = STATUSES.flatMap((status) =>
    KINDS.flatMap((kind) => {
      const state: Subscription = { ...advance(undefined, started), status }
      if (!mayHappen(state, kind)) return []
      const next = advance(state, eventAt(kind, START, false)).status
      return next === status ? [] : [`${status} ${next}`]
    }),
  )
  expect([...new Set(found)].toSorted()).toEqual(WAYS.toSorted())
  expect(() => advance(undefined, paid('2026-01-31', '2026-02-28'))).toThrow('cannot begin with paid')
})

test('what somebody may use at a time depends on what had happened until then alone', () => {
  fc.assert(
    fc.property(events, fc.integer({ min: 0, max: 900 }), (given, day) => {
      const history: SubscriptionEvent[] = [started]
      let state = advance(undefined, started)
      let time = START
      for (const { kind, days, isYear } of given) {
        time = addDays(time, days)
        if (!mayHappen(state, kind)) continue
        history.push(eventAt(kind, time, isYear))
        state = advance(state, eventAt(kind, time, isYear))
      }
      const asked = addDays(START, day)
      const known = history.filter((event) => event.at <= asked)
      expect(hasProAt(history, asked)).toBe(hasProAt(known, asked))
      // Nobody has it who neither paid nor tried.
      const began = known.some(({ kind }) => kind === 'paid' || kind === 'trial_started')
      if (!began) expect(hasProAt(history, asked)).toBe(false)
    }),
    { numRuns: 300 },
  )
})

test('access: until the end of what was cancelled, else with seven days of grace', () => {
  const first = [started, paid('2026-01-31', '2026-02-28')]
  expect(hasProAt([started], at('2026-02-01'))).toBe(false)
  expect(hasProAt(first, new Date('2026-01-31T09:59:59Z'))).toBe(false)
  expect(hasProAt(first, at('2026-01-31'))).toBe(true)
  expect(hasProAt(first, at('2026-03-06'))).toBe(true)
  expect(hasProAt(first, at('2026-03-07'))).toBe(false)
  const cancelled = [...first, { kind: 'cancel_requested', at: at('2026-02-10') } as const]
  expect(hasProAt(cancelled, new Date('2026-02-28T09:59:59Z'))).toBe(true)
  expect(hasProAt(cancelled, at('2026-02-28'))).toBe(false)
  const resumed = [...cancelled, { kind: 'resumed', at: at('2026-02-11') } as const]
  expect(hasProAt(resumed, at('2026-02-28'))).toBe(true)
  // Our clock was late by two days: the grace counts from the failure.
  const failed = [...first, { kind: 'payment_failed', at: at('2026-03-02'), isHopeless: false } as const]
  expect(hasProAt(failed, new Date('2026-03-09T09:59:59Z'))).toBe(true)
  expect(hasProAt(failed, at('2026-03-09'))).toBe(false)
})

test('access: what was given back whole ends then, and whatever is paid after it is a whole period of its own', () => {
  const refunded = [started, paid('2026-01-31', '2026-02-28'), { kind: 'refunded', at: at('2026-02-10') } as const]
  expect(hasProAt(refunded, new Date('2026-02-10T09:59:59Z'))).toBe(true)
  expect(hasProAt(refunded, at('2026-02-10'))).toBe(false)
  expect(whatFollows([...refunded], false)).toEqual(['2026-02-10 end'])
  const state = replay(refunded)
  const next = state && periodPaidAt(state, at('2026-02-11'))
  expect([next?.start, next?.end]).toEqual([at('2026-02-10'), at('2026-03-10')])
  // What is over stays as long as it was.
  const late = [...refunded.slice(0, 2), { kind: 'refunded', at: at('2026-03-02') } as const]
  expect(replay(late)?.period?.end).toEqual(at('2026-02-28'))
  expect(hasProAt(late, at('2026-03-02'))).toBe(false)
})

/** Lets the clock do what it has to, while every charge fails. */
function whatFollows(history: SubscriptionEvent[], isHopeless: boolean): string[] {
  const done: string[] = []
  for (;;) {
    const state = replay(history)
    const step = state === undefined ? null : nextStep(state)
    if (step === null) return done
    done.push(`${step.at.toISOString().slice(0, 10)} ${step.do}`)
    const kinds = { expire: 'expired', notice: 'noticed', charge: 'payment_failed', pause: 'card_missing' } as const
    const kind = step.do === 'give_up' ? 'given_up' : step.do === 'end' ? 'ended' : kinds[step.do]
    history.push({ kind, at: step.at, isHopeless })
  }
}

test('a card that fails is tried again on days 2, 7, 14 and 21, a hopeless one is not', () => {
  const first = [started, paid('2026-01-31', '2026-02-28')]
  expect(whatFollows([...first], false)).toEqual([
    '2026-02-28 charge',
    '2026-03-02 charge',
    '2026-03-07 charge',
    '2026-03-14 charge',
    '2026-03-21 charge',
    '2026-03-21 give_up',
  ])
  expect(whatFollows([...first], true)).toEqual(['2026-02-28 charge', '2026-03-07 give_up'])
  expect(statusOf([...first])).toBe('active')
})

test('a trial is announced and paused without a card; what was never confirmed lapses after 23 hours', () => {
  expect(whatFollows([started], false)).toEqual(['2026-02-01 expire'])
  const trial: SubscriptionEvent = { kind: 'trial_started', at: START, trialEnd: at('2026-02-14') }
  expect(whatFollows([started, trial], false)).toEqual(['2026-02-14 pause'])
  const withCard: SubscriptionEvent = { kind: 'card_saved', at: START }
  expect(whatFollows([started, withCard, trial], false).slice(0, 2)).toEqual(['2026-02-11 notice', '2026-02-14 charge'])
  const cancelled: SubscriptionEvent = { kind: 'cancel_requested', at: at('2026-02-03') }
  expect(whatFollows([started, withCard, trial, cancelled], false)).toEqual(['2026-02-14 end'])
})

test('a late payment follows the last period within the grace, and begins anew after it', () => {
  const active = replay([started, paid('2026-01-31', '2026-02-28')])
  if (active === undefined) throw new Error('nothing was replayed')
  const when = (day: string) => {
    const { start, end } = periodPaidAt(active, at(day))
    return [start, end].map((date) => date.toISOString().slice(0, 10))
  }
  expect(when('2026-02-28')).toEqual(['2026-02-28', '2026-03-31'])
  expect(when('2026-03-06')).toEqual(['2026-02-28', '2026-03-31'])
  expect(when('2026-03-07')).toEqual(['2026-03-07', '2026-04-07'])
  expect(accessUntil(active)?.toISOString()).toBe('2026-03-07T10:00:00.000Z')
})
