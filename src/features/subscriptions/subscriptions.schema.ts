import { endpoint } from '#src/lib/contract.ts'
import { INTERVALS } from '#src/lib/pro-plan.ts'
import { z } from '#src/lib/zod.ts'
import { PRO_CONSENT } from './pro-consent.ts'
import { STATUSES } from './subscription-state.ts'

const Cents = z.int()
const Interval = z.enum(INTERVALS)

/** What the form of a card needs. The secret belongs to this person alone: never in a URL or a log. */
const ProCardForm = z.object({
  clientSecret: z.string(),
  /** 0 where a card is only kept. */
  amount: Cents,
  /** Part of the amount. */
  tax: Cents,
  taxRate: z.string(),
  currency: z.literal('usd'),
  provider: z.enum(['stripe', 'embedded']),
  publishableKey: z.string().nullable(),
  livemode: z.boolean(),
})
export type ProCardForm = z.infer<typeof ProCardForm>

export const SubscriptionView = z.object({
  status: z.enum(STATUSES),
  interval: Interval,
  nextInterval: Interval,
  cancelAtPeriodEnd: z.boolean(),
  /** All of the last payment went back: it ends now, and cannot be resumed. */
  isRefunded: z.boolean(),
  /** End of the trial or of what was paid last. */
  periodEnd: z.string().nullable(),
  /** Until when Pro may be used as far as is known now; null: not at all. */
  accessUntil: z.string().nullable(),
  /** When the card is charged next, by itself. */
  nextCharge: z.object({ at: z.string(), amount: Cents }).nullable(),
  card: z.object({ brand: z.string(), last4: z.string(), expMonth: z.int(), expYear: z.int() }).nullable(),
  /** The bank said that this card will never do. */
  isHopeless: z.boolean(),
  /** What an upgrade to a year would cost today, when it can be had. */
  upgradePrice: Cents.nullable(),
  livemode: z.boolean(),
})
export type SubscriptionView = z.infer<typeof SubscriptionView>

const Answer = z.object({
  subscription: SubscriptionView.nullable(),
  hasPro: z.boolean(),
  /** Whether this person may still try Pro for nothing. */
  mayTry: z.boolean(),
})
export type SubscriptionAnswer = z.infer<typeof Answer>

const errors = ['SIGN_IN_REQUIRED', 'NO_SUBSCRIPTION', 'PAYMENT_PROCESSING', 'SERVICE_UNAVAILABLE'] as const

export const subscriptionsContract = {
  get: endpoint({
    method: 'GET',
    path: '/api/subscription',
    summary: 'My subscription; asks the payment provider again while a form is open',
    answer: Answer,
    errors: ['SIGN_IN_REQUIRED'],
  }),
  start: endpoint({
    method: 'POST',
    path: '/api/subscription',
    summary: 'Begin Pro, or take up again what was begun; the answer opens the form for the card',
    body: z.strictObject({ interval: Interval, trial: z.boolean(), consent: z.literal(PRO_CONSENT) }),
    answer: ProCardForm,
    errors: [...errors, 'ALREADY_SUBSCRIBED', 'COUNTRY_REQUIRED', 'TRIAL_USED', 'TOO_MANY_REQUESTS'],
  }),
  pay: endpoint({
    method: 'POST',
    path: '/api/subscription/pay',
    summary: 'Pay what is due, with any card; the answer opens the form',
    body: z.strictObject({}),
    answer: ProCardForm,
    errors: [...errors, 'NOTHING_DUE', 'TOO_MANY_REQUESTS'],
  }),
  changeCard: endpoint({
    method: 'POST',
    path: '/api/subscription/card',
    summary: 'Keep another card for what comes; the answer opens the form',
    body: z.strictObject({}),
    answer: ProCardForm,
    errors: [...errors, 'TOO_MANY_REQUESTS'],
  }),
  change: endpoint({
    method: 'POST',
    path: '/api/subscription/interval',
    summary: 'A year is charged at once, less what is left of the month; a month begins when the year is over',
    body: z.strictObject({ interval: Interval }),
    answer: Answer,
    errors: [...errors, 'NOT_POSSIBLE', 'CARD_REFUSED', 'TOO_MANY_REQUESTS'],
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/api/subscription/cancel',
    summary: 'End Pro with what is paid; at once where nothing is',
    body: z.strictObject({}),
    answer: Answer,
    errors: [...errors, 'NOT_POSSIBLE'],
  }),
  resume: endpoint({
    method: 'POST',
    path: '/api/subscription/resume',
    summary: 'Take a cancellation back',
    body: z.strictObject({}),
    answer: Answer,
    errors: [...errors, 'NOT_POSSIBLE'],
  }),
}
