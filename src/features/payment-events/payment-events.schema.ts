import { endpoint } from '#src/lib/contract.ts'
import { z } from '#src/lib/zod.ts'

export const EVENTS_PER_PAGE = 50
export const EVENT_STATES = ['handled', 'waiting', 'failing', 'given_up'] as const
export type EventState = (typeof EVENT_STATES)[number]

export const PaymentEvent = z.object({
  source: z.string(),
  id: z.string(),
  /** The provider's name of it: payment_intent.succeeded, refund.failed … */
  type: z.string(),
  /** What it is about. This is all that we keep of an event: what happened is asked of the provider again. */
  objectId: z.string(),
  livemode: z.boolean(),
  state: z.enum(EVENT_STATES),
  tries: z.int(),
  error: z.string().nullable(),
  /** The order that it is about, where there is one. */
  orderId: z.uuid().nullable(),
  happenedAt: z.string(),
  receivedAt: z.string(),
  handledAt: z.string().nullable(),
  nextAt: z.string().nullable(),
})
export type PaymentEvent = z.infer<typeof PaymentEvent>

const FOR_ADMINS = ['SIGN_IN_REQUIRED', 'FORBIDDEN', 'SECOND_FACTOR_REQUIRED'] as const

export const paymentEventsContract = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/payment-events',
    summary: 'What the payment provider told us, the newest first',
    query: z.strictObject({
      state: z.enum(EVENT_STATES).optional(),
      /** How its name begins, or an id: its own, of what it is about, or of an order. */
      search: z.string().trim().max(200).optional(),
      /** How many rows the pages before had. */
      cursor: z
        .string()
        .regex(/^\d{1,9}$/)
        .optional(),
    }),
    answer: z.object({ events: z.array(PaymentEvent), cursor: z.string().nullable() }),
    errors: FOR_ADMINS,
  }),
  replay: endpoint({
    method: 'POST',
    path: '/api/admin/payment-events/:event/replay',
    summary: 'Act on an event again, now; what it has done already is not done twice',
    params: z.strictObject({ event: z.string().min(1).max(255) }),
    answer: z.object({ event: PaymentEvent }),
    errors: [...FOR_ADMINS, 'FRESH_SIGN_IN_REQUIRED', 'NOT_FOUND', 'TOO_MANY_REQUESTS'],
  }),
}
