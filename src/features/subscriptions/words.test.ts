import { expect, test } from 'vitest'
import type { SubscriptionView } from './subscriptions.schema.ts'
import { inWords } from './words.ts'

const view = (given: Partial<SubscriptionView>): SubscriptionView => ({
  ...{ status: 'active', interval: 'month', nextInterval: 'month', cancelAtPeriodEnd: false, isHopeless: false },
  isRefunded: false,
  ...{ periodEnd: '2026-12-23T10:00:00.000Z', accessUntil: '2026-12-30T10:00:00.000Z' },
  ...{ nextCharge: { at: '2026-12-23T10:00:00.000Z', amount: 900 }, card: null, upgradePrice: null, livemode: false },
  ...given,
})

test.each([
  [{}, 'You have Pro. On 23 December 2026 your card is charged $9.00.'],
  [{ cancelAtPeriodEnd: true, nextCharge: null }, 'Pro ends on 23 December 2026. Nothing more is charged.'],
  [{ status: 'trialing' }, 'You are trying Pro until 23 December 2026. Then your card is charged $9.00.'],
  [
    { status: 'past_due', nextCharge: { at: '2026-12-25T10:00:00.000Z', amount: 900 } },
    'The last payment did not succeed. We try again on 25 December 2026. Pro goes on until 30 December 2026.',
  ],
  [
    { status: 'past_due', isHopeless: true, nextCharge: null },
    'Your bank refused the last payment for good, so this card is not tried again. Pro goes on until 30 December 2026.',
  ],
  [
    { isRefunded: true, cancelAtPeriodEnd: true },
    'Your last payment was given back, so Pro has ended. You can begin it anew in a minute.',
  ],
  [{ status: 'canceled', isRefunded: true }, 'Your subscription has ended.'],
] satisfies [Partial<SubscriptionView>, string][])('%j', (given, words) => {
  expect(inWords(view(given))).toBe(words)
})
