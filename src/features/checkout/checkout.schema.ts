import { Pricing } from '#src/features/catalog/catalog.schema.ts'
import { CouponCode } from '#src/features/coupons/coupons.schema.ts'
import { endpoint } from '#src/lib/contract.ts'
import { z } from '#src/lib/zod.ts'

export const MIN_PRICE = 99
/** A typing error rather than a price. */
export const MAX_PRICE = 1_000_000
/** The card takes a third of a dollar; more than the most is a typing error, or somebody who tries cards. */
export const MIN_TIP = 100
export const MAX_TIP = 10_000
export const HOLD_DAYS = 7
export const REFUND_DAYS = 14
/** Successful runs after which a buyer's own refund is no longer given. */
export const REFUND_RUNS = 3
/** What admins give back of an order needs two of them from here on, in one part or in many. */
export const FOUR_EYES_ABOVE = 10_000
/** What a buyer ticks, word for word; it is stored with the order. */
export const CONSENT =
  'I want to use this tool at once, and I know that I lose my right of withdrawal when it is made available to me.'

/** Whether somebody may use a tool, and which rule said so. */
export const ACCESS_REASONS = [
  ...(['free', 'owner', 'purchased', 'licensed', 'pro'] as const),
  ...(['PURCHASE_REQUIRED', 'PRO_REQUIRED'] as const),
] as const
export type AccessReason = (typeof ACCESS_REASONS)[number]

const Cents = z.int()
const ByOrder = z.strictObject({ orderId: z.uuid() })
const IdOrSlug = z.strictObject({ id: z.string().min(1).max(100) })

/** What the form of a card needs. The secret belongs to this order and buyer alone: never in a URL or a log. */
export const CardForm = z.object({
  orderId: z.uuid(),
  /** Null when there is nothing to pay. */
  clientSecret: z.string().nullable(),
  amount: Cents,
  /** What the coupon takes off the price: the price is the amount and this. */
  discount: Cents,
  coupon: z.string().nullable(),
  /** Part of the amount; 0 where no tax is configured. */
  tax: Cents,
  /** "DE 19 %"; empty where there is none. */
  taxRate: z.string(),
  currency: z.literal('usd'),
  provider: z.enum(['stripe', 'embedded']),
  publishableKey: z.string().nullable(),
  livemode: z.boolean(),
})
export type CardForm = z.infer<typeof CardForm>

export const ORDER_STATES = ['open', 'paid', 'partly_refunded', 'refunded', 'disputed', 'canceled'] as const
export type OrderState = (typeof ORDER_STATES)[number]

export const Purchase = z.object({
  orderId: z.uuid(),
  /** A tip gives no access. */
  kind: z.enum(['purchase', 'tip']),
  state: z.enum(ORDER_STATES),
  tool: z.object({
    id: z.uuid(),
    slug: z.string(),
    title: z.string(),
    /** removed: by or with its creator, and goes on for those who bought it · hidden: by moderators, and nobody can open it. */
    status: z.enum(['published', 'removed', 'hidden']),
  }),
  licenseType: z.literal('personal').nullable(),
  /** Whether the tool may be used because of this order. */
  hasAccess: z.boolean(),
  amount: Cents,
  /** What a coupon took off the price. */
  discount: Cents,
  /** Its code. */
  coupon: z.string().nullable(),
  /** Part of the amount. */
  tax: Cents,
  taxRate: z.string(),
  refunded: Cents,
  currency: z.literal('usd'),
  livemode: z.boolean(),
  /** Gapless within its series; null until paid. */
  receiptNumber: z.string().nullable(),
  /** The document of it; null until it is written, a moment after the payment. */
  invoiceId: z.uuid().nullable(),
  createdAt: z.string(),
  paidAt: z.string().nullable(),
  /** Until when the buyer gets the money back without asking anybody; null when that is not or no longer so. */
  refundableUntil: z.string().nullable(),
  /** Why the buyer cannot take the money back alone; null when it can be done. */
  notRefundable: z.enum(['NOT_PAID', 'REFUNDED', 'DISPUTED', 'TOO_LATE', 'USED', 'COPIED']).nullable(),
  refunds: z.array(
    z.object({
      id: z.uuid(),
      amount: Cents,
      status: z.enum(['pending', 'succeeded', 'failed']),
      createdAt: z.string(),
    }),
  ),
})
export type Purchase = z.infer<typeof Purchase>

const Reason = z.string().trim().max(500)
const PartOf = {
  /** Absent: all that is left. */
  amount: z.int().min(1).max(MAX_PRICE).optional(),
}

export const PURCHASES_PER_PAGE = 50

export const checkoutContract = {
  checkAccess: endpoint({
    method: 'GET',
    path: '/api/marketplace/check-access/:id',
    scope: 'read',
    summary: 'Whether I may use a tool, why, and what it costs',
    params: IdOrSlug,
    answer: z.object({ hasAccess: z.boolean(), reason: z.enum(ACCESS_REASONS), pricing: Pricing }),
    errors: ['NOT_FOUND', 'GONE'],
  }),
  setPricing: endpoint({
    method: 'POST',
    path: '/api/marketplace/pricing/:fxnId',
    summary: 'Say what a tool of mine costs; whoever bought it keeps it',
    params: z.strictObject({ fxnId: z.uuid() }),
    body: z.strictObject({
      pricingModel: z.enum(['free', 'one_time', 'subscription']),
      /** In cents of US dollars. */
      price: z.int('Invalid price').min(0, 'Invalid price').max(MAX_PRICE, 'Maximum price is $10,000').default(0),
      licenseType: z.literal('personal', 'Only the personal licence is offered').default('personal'),
      accessTier: z.enum(['free', 'pro']),
    }),
    answer: z.object({ pricing: Pricing }),
    errors: ['SIGN_IN_REQUIRED', 'NOT_FOUND', 'INVALID_INPUT'],
  }),
  purchase: endpoint({
    method: 'POST',
    path: '/api/marketplace/purchase',
    summary: 'Begin or take up again my order of a tool; the answer opens the form for the card',
    body: z.strictObject({
      fxnId: z.uuid(),
      licenseType: z.literal('personal', 'Only the personal licence is offered').default('personal'),
      /** Absent: as the order that is open has it. Null: without one. */
      coupon: CouponCode.nullable().optional(),
    }),
    answer: CardForm,
    errors: [
      ...['SIGN_IN_REQUIRED', 'NOT_FOUND', 'GONE', 'OWN_TOOL', 'NOT_FOR_SALE', 'ALREADY_OWNED'],
      ...['COUPON_REFUSED', 'COUNTRY_REQUIRED', 'PAYMENT_PROCESSING', 'TOO_MANY_REQUESTS', 'SERVICE_UNAVAILABLE'],
    ],
  }),
  tip: endpoint({
    method: 'POST',
    path: '/api/marketplace/tip',
    summary: 'Tip the creator of a free tool; the answer opens the form for the card',
    body: z.strictObject({
      fxnId: z.uuid(),
      /** In cents of US dollars. */
      amount: z.int('Enter an amount').min(MIN_TIP, 'At least $1.00').max(MAX_TIP, 'At most $100.00'),
    }),
    answer: CardForm,
    errors: [
      ...['SIGN_IN_REQUIRED', 'NOT_FOUND', 'GONE', 'OWN_TOOL', 'NO_TIPS', 'INVALID_INPUT'],
      ...['PAID_MEANWHILE', 'PAYMENT_PROCESSING', 'TOO_MANY_REQUESTS', 'SERVICE_UNAVAILABLE'],
    ],
  }),
  /**
   * Sent before the card is confirmed: without it no card form should be shown as ready. Whoever pays without it may take
   * the money back for 14 days, however often the tool was run.
   */
  consent: endpoint({
    method: 'POST',
    path: '/api/purchases/:orderId/consent',
    summary: 'Agree that the tool is supplied at once; the words and the time are kept with the order',
    params: ByOrder,
    body: z.strictObject({ text: z.literal(CONSENT) }),
    answer: z.object({ ok: z.literal(true) }),
    errors: ['SIGN_IN_REQUIRED', 'NOT_FOUND'],
  }),
  take: endpoint({
    method: 'POST',
    path: '/api/purchases/:orderId/take',
    summary: 'Take what a coupon has made free: the tool is mine, nothing is charged',
    params: ByOrder,
    answer: z.object({ purchase: Purchase }),
    errors: ['SIGN_IN_REQUIRED', 'NOT_FOUND', 'NOT_FREE'],
  }),
  purchases: endpoint({
    method: 'GET',
    path: '/api/purchases',
    summary: 'What I have bought, newest first',
    query: z.strictObject({ cursor: z.uuid().optional() }),
    answer: z.object({
      purchases: z.array(Purchase),
      /** Of the next page. */
      cursor: z.string().nullable(),
    }),
    errors: ['SIGN_IN_REQUIRED'],
  }),
  order: endpoint({
    method: 'GET',
    path: '/api/purchases/:orderId',
    summary: 'One order of mine; asks the payment provider again while it is open',
    params: ByOrder,
    answer: z.object({
      purchase: Purchase,
      /** While the order is open: how far the payment is, and why the last try failed, in the provider's words. */
      payment: z.object({
        status: z.enum(['none', 'needs_card', 'needs_action', 'processing', 'succeeded', 'canceled']),
        failure: z.object({ code: z.string(), message: z.string() }).nullable(),
      }),
    }),
    errors: ['SIGN_IN_REQUIRED', 'NOT_FOUND'],
  }),
  refund: endpoint({
    method: 'POST',
    path: '/api/purchases/:orderId/refund',
    summary:
      'Take my money back: within 14 days, without its code taken, and where I agreed to be supplied at once after at most 3 runs',
    params: ByOrder,
    body: z.strictObject({ reason: Reason.default('') }),
    answer: z.object({ purchase: Purchase }),
    errors: ['SIGN_IN_REQUIRED', 'NOT_FOUND', 'NOT_REFUNDABLE', 'SERVICE_UNAVAILABLE'],
  }),
}

/** A sale as its creator sees it; who bought is not told. */
export const Sale = z.object({
  orderId: z.uuid(),
  kind: z.enum(['purchase', 'tip']),
  tool: z.object({ id: z.uuid(), slug: z.string(), title: z.string() }),
  state: z.enum(ORDER_STATES),
  amount: Cents,
  /** Part of the amount, and nobody's revenue. */
  tax: Cents,
  /** The code that the buyer had. */
  coupon: z.string().nullable(),
  /** Mine of it, before refunds. */
  share: Cents,
  platformFee: Cents,
  refunded: Cents,
  /** What refunds and disputes have taken of my share. */
  taken: Cents,
  livemode: z.boolean(),
  paidAt: z.string(),
  /** When it can be paid out, unless it has come to that already. */
  availableAt: z.string(),
  dispute: z
    .object({
      status: z.enum(['open', 'won', 'lost']),
      reason: z.string(),
      /** Until when the bank takes evidence. */
      respondBy: z.string().nullable(),
      evidenceSent: z.boolean(),
    })
    .nullable(),
})
export type Sale = z.infer<typeof Sale>

/** What I got of one month of Pro. */
const MonthOfPro = z.object({
  /** "2026-10" */
  month: z.string(),
  /** Different people who pay for Pro and used a Pro tool of mine in it. */
  people: z.int(),
  amount: Cents,
  /** When it became available. */
  sharedAt: z.string(),
})
export type MonthOfPro = z.infer<typeof MonthOfPro>

export const SALES_PER_PAGE = 50

export const earningsContract = {
  earnings: endpoint({
    method: 'GET',
    path: '/api/earnings',
    summary: 'My balance, my shares of Pro and my sales, newest first',
    query: z.strictObject({ before: z.uuid().optional() }),
    answer: z.object({
      /** False: test money. */
      livemode: z.boolean(),
      balance: z.object({ pending: Cents, available: Cents, held: Cents }),
      totals: z.object({
        sales: z.int(),
        gross: Cents,
        share: Cents,
        platformFees: Cents,
        taken: Cents,
        /** All shares of Pro. What is pending and available is share − taken + ofPro − paidOut, less a payout under way. */
        ofPro: Cents,
        paidOut: Cents,
      }),
      monthsOfPro: z.array(MonthOfPro),
      sales: z.array(Sale),
      hasMore: z.boolean(),
    }),
    errors: ['SIGN_IN_REQUIRED'],
  }),
  refundSale: endpoint({
    method: 'POST',
    path: '/api/earnings/:orderId/refund',
    summary: 'Give a buyer of my tool the money back, all of it or a part',
    params: ByOrder,
    body: z.strictObject({ ...PartOf, reason: Reason.default('') }),
    answer: z.object({ sale: Sale }),
    errors: ['SIGN_IN_REQUIRED', 'NOT_FOUND', 'NOT_REFUNDABLE', 'SERVICE_UNAVAILABLE'],
  }),
}

export const paymentsAdminContract = {
  refund: endpoint({
    method: 'POST',
    path: '/api/admin/payments/:orderId/refund',
    summary: 'Refund an order; above $100 the second admin who asks for the same makes it happen',
    params: ByOrder,
    body: z.strictObject({ ...PartOf, reason: Reason.min(3, 'Say why') }),
    answer: z.object({ status: z.enum(['refunded', 'waits_for_second_admin']) }),
    errors: [
      ...['SIGN_IN_REQUIRED', 'FORBIDDEN', 'SECOND_FACTOR_REQUIRED', 'FRESH_SIGN_IN_REQUIRED', 'NOT_FOUND'],
      ...['OWN_ORDER', 'NOT_REFUNDABLE', 'SERVICE_UNAVAILABLE'],
    ],
  }),
  checks: endpoint({
    method: 'GET',
    path: '/api/admin/payments/checks',
    summary: 'What the last look at the books found, one line for each rule that must hold',
    answer: z.object({
      /** What keeps the books from being changed: a role of the application that may not, or triggers alone. */
      guard: z.enum(['role', 'triggers']),
      checks: z.array(
        z.object({ name: z.string(), rule: z.string(), findings: z.int(), sample: z.string(), checkedAt: z.string() }),
      ),
    }),
    errors: ['SIGN_IN_REQUIRED', 'FORBIDDEN', 'SECOND_FACTOR_REQUIRED'],
  }),
}
