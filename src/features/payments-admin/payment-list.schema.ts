import { ORDER_STATES } from '#src/features/checkout/checkout.schema.ts'
import { endpoint } from '#src/lib/contract.ts'
import { z } from '#src/lib/zod.ts'

export const PAYMENTS_PER_PAGE = 50
/** Rows that one file holds. */
export const MAX_IN_FILE = 50_000
/** proposed: a refund of it waits for a second admin. */
export const PAYMENT_STATES = ['all', ...ORDER_STATES, 'proposed'] as const
export const PAYMENT_MODES = ['all', 'live', 'test'] as const

const Cents = z.int()
const SomeoneNamed = z.object({ id: z.uuid(), name: z.string(), email: z.string() })

export const Payment = z.object({
  orderId: z.uuid(),
  /** A tool, a tip for one that is free, or a period of Pro. */
  kind: z.enum(['tool', 'tip', 'pro']),
  state: z.enum(ORDER_STATES),
  /** What was bought. */
  title: z.string(),
  /** Of the tool; null for Pro. */
  slug: z.string().nullable(),
  /** Null once they have left. */
  buyer: SomeoneNamed.nullable(),
  amount: Cents,
  /** What the provider kept; null until it has said so. */
  fee: Cents.nullable(),
  refunded: Cents,
  provider: z.enum(['stripe', 'embedded']),
  /** The provider's id of the payment. */
  intentId: z.string().nullable(),
  livemode: z.boolean(),
  createdAt: z.string(),
  paidAt: z.string().nullable(),
})
export type Payment = z.infer<typeof Payment>

const Line = z.object({ accountId: z.int(), account: z.string(), owner: SomeoneNamed.nullable(), amount: Cents })

export const BookedJournal = z.object({ id: z.uuid(), kind: z.string(), at: z.string(), lines: z.array(Line) })
export type BookedJournal = z.infer<typeof BookedJournal>

export const PaymentStory = z.object({
  payment: Payment,
  /** Whose share it is; null for Pro. */
  creator: SomeoneNamed.nullable(),
  receipts: z.array(z.object({ number: z.string(), kind: z.enum(['receipt', 'invoice', 'credit_note', 'reversal']) })),
  refunds: z.array(
    z.object({
      id: z.uuid(),
      amount: Cents,
      /** lapsed: proposed by somebody who may no longer refund. */
      status: z.enum(['proposed', 'lapsed', 'requested', 'pending', 'succeeded', 'failed', 'refused']),
      origin: z.enum(['buyer', 'creator', 'admin', 'provider', 'removal']),
      actor: SomeoneNamed.nullable(),
      /** The second admin, where it took two. */
      agreedBy: SomeoneNamed.nullable(),
      reason: z.string(),
      providerId: z.string().nullable(),
      createdAt: z.string(),
    }),
  ),
  disputes: z.array(
    z.object({
      id: z.uuid(),
      amount: Cents,
      fee: Cents,
      /** inquiry: the bank only asks, and has taken nothing. */
      status: z.enum(['inquiry', 'inquiry_over', 'open', 'won', 'lost']),
      reason: z.string(),
      providerId: z.string(),
      /** By when the bank wants an answer; null where that is known at the provider's desk alone. */
      respondBy: z.string().nullable(),
      openedAt: z.string(),
      endedAt: z.string().nullable(),
    }),
  ),
  /** What is still with us of a payment for Pro that came after its end; null where nothing has to go back. */
  sendingBack: z
    .object({
      left: Cents,
      /** False: it is an admin's. */
      isTried: z.boolean(),
      /** Why the provider refused it last. */
      said: z.string().nullable(),
      nextAt: z.string().nullable(),
    })
    .nullable(),
  /** What the provider told of the payment, its refunds and its disputes. */
  events: z.array(
    z.object({
      id: z.string(),
      type: z.string(),
      objectId: z.string(),
      at: z.string(),
      handledAt: z.string().nullable(),
    }),
  ),
  journals: z.array(BookedJournal),
})
export type PaymentStory = z.infer<typeof PaymentStory>

const filter = {
  /** Part of a person's or a tool's name, an email address, or an id: of the order, or any of the provider's. */
  search: z.string().trim().max(200).optional(),
  state: z.enum(PAYMENT_STATES).default('all'),
  mode: z.enum(PAYMENT_MODES).default('all'),
}
const FOR_ADMINS = ['SIGN_IN_REQUIRED', 'FORBIDDEN', 'SECOND_FACTOR_REQUIRED'] as const

export const paymentListContract = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/payments',
    summary: 'Orders of tools and of Pro, the newest first',
    query: z.strictObject({ ...filter, cursor: z.uuid().optional() }),
    answer: z.object({ payments: z.array(Payment), cursor: z.string().nullable() }),
    errors: FOR_ADMINS,
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/admin/payments/:orderId',
    summary: 'Everything that became of one order, down to the postings in the books',
    params: z.strictObject({ orderId: z.uuid() }),
    answer: PaymentStory,
    errors: [...FOR_ADMINS, 'NOT_FOUND'],
  }),
  export: endpoint({
    method: 'POST',
    path: '/api/admin/payments/export',
    summary: `The newest ${MAX_IN_FILE.toLocaleString('en')} orders as CSV; noted in the audit log`,
    body: z.strictObject(filter),
    answer: z.object({ csv: z.string(), rows: z.int(), complete: z.boolean() }),
    errors: [...FOR_ADMINS, 'TOO_MANY_REQUESTS'],
  }),
}
