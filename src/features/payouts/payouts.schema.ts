import { endpoint } from '#src/lib/contract.ts'
import { CountryCode } from '#src/lib/country.schema.ts'
import { z } from '#src/lib/zod.ts'
import { SKIP_REASONS } from './payout-rules.ts'

const Cents = z.int()

export const Payout = z.object({
  id: z.uuid(),
  status: z.enum(['planned', 'sending', 'paid', 'failed', 'skipped']),
  /** Of a skipped one: what there was. */
  amount: Cents,
  /** Why it was skipped or failed, in a sentence; empty where there is nothing to explain. */
  why: z.string(),
  /** Whether the weekly run made it, or its creator asked. */
  isWeekly: z.boolean(),
  livemode: z.boolean(),
  createdAt: z.string(),
  endedAt: z.string().nullable(),
})
export type Payout = z.infer<typeof Payout>

export const PAYOUTS_PER_PAGE = 20

/** What would be paid, and what stands in the way. */
const Outlook = z.object({ amount: Cents, reason: z.enum(SKIP_REASONS).nullable(), why: z.string() })

export const payoutsContract = {
  payouts: endpoint({
    method: 'GET',
    path: '/api/payouts',
    summary: 'What I am paid next and why, where it goes, and my payouts, newest first',
    query: z.strictObject({ before: z.uuid().optional() }),
    answer: z.object({
      /** False: test money. */
      livemode: z.boolean(),
      account: z.object({
        state: z.enum(['none', 'unfinished', 'restricted', 'ready']),
        country: z.string().nullable(),
        /** What the provider still asks for, in its words. */
        missing: z.array(z.string()),
      }),
      /** Why somebody of ours holds payouts back; null when nobody does. */
      hold: z.object({ reason: z.string(), since: z.string() }).nullable(),
      minimum: Cents,
      /** Before that is set up no money leaves. */
      needsSecondFactor: z.boolean(),
      /** If I asked now. */
      now: Outlook,
      next: Outlook.extend({ at: z.string() }),
      payouts: z.array(Payout),
      hasMore: z.boolean(),
    }),
    errors: ['SIGN_IN_REQUIRED'],
  }),
  payNow: endpoint({
    method: 'POST',
    path: '/api/payouts',
    summary: 'Pay out all that is available now',
    body: z.strictObject({}),
    answer: z.object({ payout: Payout }),
    errors: [
      ...['SIGN_IN_REQUIRED', 'SECOND_FACTOR_REQUIRED', 'FRESH_SIGN_IN_REQUIRED'],
      ...['PAYOUT_REFUSED', 'TOO_MANY_REQUESTS'],
    ],
  }),
  onboard: endpoint({
    method: 'POST',
    path: '/api/payouts/onboarding',
    summary: 'Where to say who I am and where my money goes: a page of the payment provider',
    body: z.strictObject({
      country: CountryCode,
    }),
    answer: z.object({ url: z.string() }),
    errors: [
      ...['SIGN_IN_REQUIRED', 'SECOND_FACTOR_REQUIRED', 'FRESH_SIGN_IN_REQUIRED', 'INVALID_INPUT'],
      ...['ONBOARDING_REFUSED', 'TOO_MANY_REQUESTS', 'SERVICE_UNAVAILABLE'],
    ],
  }),
}
