import { expect, test } from 'vitest'
import { awaitPaid, outcomeOf } from './await-paid.ts'

type Order = Parameters<typeof outcomeOf>[0]

const order = (
  state: Order['purchase']['state'],
  status: Order['payment']['status'],
  more: { kind?: 'tip'; hasAccess?: boolean; message?: string } = {},
): Order => ({
  purchase: {
    orderId: '01890a5d-ac96-774b-bcce-b302099a8057',
    kind: more.kind ?? 'purchase',
    state,
    tool: { id: '01890a5d-ac96-774b-bcce-b302099a8058', slug: 'heron', title: 'Heron', status: 'published' },
    licenseType: 'personal',
    hasAccess: more.hasAccess ?? false,
    ...{
      amount: 999,
      discount: 0,
      coupon: null,
      tax: 0,
      taxRate: '',
      refunded: 0,
      currency: 'usd',
      livemode: false,
      receiptNumber: null,
      invoiceId: null,
    },
    ...{ createdAt: '2026-01-01T00:00:00.000Z', paidAt: null, refundableUntil: null, notRefundable: null, refunds: [] },
  },
  payment: { status, failure: more.message === undefined ? null : { code: 'declined', message: more.message } },
})

test.each([
  ['paid', 'succeeded', { hasAccess: true }, { kind: 'paid' }],
  ['paid', 'succeeded', { kind: 'tip' }, { kind: 'paid' }],
  ['refunded', 'succeeded', { kind: 'tip' }, { kind: 'unpaid', message: undefined }],
  ['open', 'processing', {}, { kind: 'waiting' }],
  ['open', 'succeeded', {}, { kind: 'waiting' }],
  ['open', 'needs_card', { message: 'No funds.' }, { kind: 'unpaid', message: 'No funds.' }],
  ['open', 'none', {}, { kind: 'unpaid', message: undefined }],
  ['refunded', 'succeeded', {}, { kind: 'unpaid', message: undefined }],
] as const)('an order that is %s with a payment that %s, %o', (state, status, more, outcome) => {
  expect(outcomeOf(order(state, status, more))).toEqual(outcome)
})

test('it asks every second until the payment is in the books', async () => {
  const answers = [
    order('open', 'processing'),
    order('open', 'succeeded'),
    order('paid', 'succeeded', { hasAccess: true }),
  ]
  const slept: number[] = []
  const outcome = await awaitPaid({
    ask: async () => answers.shift() ?? order('canceled', 'canceled'),
    sleep: async (ms) => void slept.push(ms),
  })
  expect([outcome, slept, answers.length]).toEqual([{ kind: 'paid' }, [1000, 1000], 0])
})

test('after twenty questions it says that it does not know yet', async () => {
  let asked = 0
  const outcome = await awaitPaid({
    ask: async () => {
      asked += 1
      return order('open', 'processing')
    },
    sleep: async () => undefined,
  })
  expect([outcome, asked]).toEqual([{ kind: 'waiting' }, 20])
})
