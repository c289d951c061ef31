import { endpoint } from '#src/lib/contract.ts'
import { z } from '#src/lib/zod.ts'

/** More than a year at once says little about what happens in it. */
export const MAX_HOURS = 24 * 366
export const MAX_DELIVERIES = 5

export const Delivery = z.strictObject({
  /** How long after what they tell. */
  afterSeconds: z.int().min(0).max(86_400),
  /** How often each is sent. */
  times: z.int().min(1).max(MAX_DELIVERIES),
  /** In an order of chance. */
  shuffled: z.boolean(),
  /** Not at all, until somebody sends one. */
  held: z.boolean(),
})

const TestPayment = z.object({
  id: z.string(),
  kind: z.enum(['payment', 'setup']),
  amount: z.int(),
  /** Not refunded, and not on its way back. */
  left: z.int(),
  status: z.string(),
  description: z.string(),
  isDisputed: z.boolean(),
  createdAt: z.string(),
})
const TestRefund = z.object({ id: z.string(), intentId: z.string(), amount: z.int(), status: z.string() })
const TestDispute = TestRefund.extend({ fee: z.int(), respondBy: z.string() })
const TestTransfer = z.object({ id: z.string(), amount: z.int(), status: z.string() })
const TestWebhook = z.object({
  id: z.string(),
  type: z.string(),
  objectId: z.string(),
  createdAt: z.string(),
  /** Null: it is not sent again by itself. */
  dueAt: z.string().nullable(),
  sent: z.int(),
  failed: z.int(),
})
const TestPlan = z.object({ at: z.string(), what: z.string(), objectId: z.string() })

/** What the embedded test provider has, the newest first. */
export const TestWorld = z.object({
  now: z.string(),
  aheadSeconds: z.int(),
  balance: z.int(),
  delivery: Delivery,
  payments: z.array(TestPayment),
  refunds: z.array(TestRefund),
  disputes: z.array(TestDispute),
  transfers: z.array(TestTransfer),
  webhooks: z.array(TestWebhook),
  /** What its clock will come to. */
  plans: z.array(TestPlan),
})
export type TestWorld = z.infer<typeof TestWorld>

const OneOf = z.strictObject({ object: z.string().min(1).max(100) })
const errors = ['NOT_FOUND', 'TEST_PROVIDER_REFUSED'] as const

/** Development only: the desk of whoever runs the test provider. */
export const devPaymentsContract = {
  world: endpoint({
    method: 'GET',
    path: '/api/dev/payments',
    summary: 'What the test payment provider has; in development only',
    answer: TestWorld,
  }),
  clock: endpoint({
    method: 'POST',
    path: '/api/dev/payments/clock',
    summary: 'Move the clock of the test provider forward, and bill for what became due; in development only',
    body: z.strictObject({ hours: z.int().min(1).max(MAX_HOURS) }),
    answer: TestWorld,
    errors,
  }),
  delivery: endpoint({
    method: 'PUT',
    path: '/api/dev/payments/delivery',
    summary: 'Have test webhooks sent late, several times, out of order or not at all; in development only',
    body: Delivery,
    answer: TestWorld,
    errors,
  }),
  send: endpoint({
    method: 'POST',
    path: '/api/dev/payments/webhooks/:object/send',
    summary: 'Send one test webhook now, once more if it was sent; in development only',
    params: OneOf,
    answer: TestWorld,
    errors,
  }),
  dispute: endpoint({
    method: 'POST',
    path: '/api/dev/payments/intents/:object/dispute',
    summary: 'Have the bank of a buyer dispute a test payment; in development only',
    params: OneOf,
    answer: TestWorld,
    errors,
  }),
  decide: endpoint({
    method: 'POST',
    path: '/api/dev/payments/disputes/:object/decide',
    summary: 'Decide a dispute of a test payment; in development only',
    params: OneOf,
    body: z.strictObject({ outcome: z.enum(['won', 'lost']) }),
    answer: TestWorld,
    errors,
  }),
  endRefund: endpoint({
    method: 'POST',
    path: '/api/dev/payments/refunds/:object/end',
    summary: 'Have a test refund arrive or fail; in development only',
    params: OneOf,
    body: z.strictObject({ outcome: z.enum(['succeeded', 'failed']) }),
    answer: TestWorld,
    errors,
  }),
}
