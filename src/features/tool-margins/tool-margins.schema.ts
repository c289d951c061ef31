import { endpoint } from '#src/lib/contract.ts'
import { z } from '#src/lib/zod.ts'

const Cents = z.int()

/** What the orders of one tool, tips among them, have brought and cost. All of it is in the books. */
export const ToolMargin = z.object({
  tool: z.object({ id: z.uuid(), slug: z.string(), title: z.string() }),
  orders: z.int(),
  /** What buyers paid, with tax. */
  gross: Cents,
  refunds: Cents,
  /** What the bank took back for good, and what the provider takes for each dispute. */
  disputeCosts: Cents,
  fees: Cents,
  /** Owed to tax offices. */
  tax: Cents,
  /** What is left to the creator. */
  creatorShare: Cents,
  /** What is left to us. */
  margin: Cents,
})
export type ToolMargin = z.infer<typeof ToolMargin>

export const MARGIN_ORDERS = ['margin', 'gross'] as const
export const MOST_MARGINS = 200

export const toolMarginsContract = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/payments/margins',
    summary: 'What each tool has brought and cost us, by the books',
    query: z.strictObject({
      /** margin: the lowest first; gross: the highest first. */
      order: z.enum(MARGIN_ORDERS).default('margin'),
    }),
    answer: z.object({ livemode: z.boolean(), margins: z.array(ToolMargin), hasMore: z.boolean() }),
    errors: ['SIGN_IN_REQUIRED', 'FORBIDDEN', 'SECOND_FACTOR_REQUIRED'],
  }),
}
