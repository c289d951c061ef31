import { endpoint } from '#src/lib/contract.ts'
import { z } from '#src/lib/zod.ts'

export const MOST_COUPONS = 200

/** As it is compared: people type codes in any case, with spaces around them. */
export const CouponCode = z
  .string('Enter a code')
  .trim()
  .toUpperCase()
  .regex(/^[A-Z0-9][A-Z0-9-]{2,29}$/, 'A code has 3 to 30 letters, digits and hyphens')

export const Coupon = z.object({
  id: z.uuid(),
  code: z.string(),
  /** Null: every tool that I sell. */
  tool: z.object({ id: z.uuid(), slug: z.string(), title: z.string() }).nullable(),
  /** One of the two is null. */
  percent: z.int().nullable(),
  centsOff: z.int().nullable(),
  maxUses: z.int().nullable(),
  /** Orders that are paid or open. */
  uses: z.int(),
  state: z.enum(['active', 'planned', 'used_up', 'expired', 'ended']),
  startsAt: z.string(),
  endsAt: z.string().nullable(),
  endedAt: z.string().nullable(),
})
export type Coupon = z.infer<typeof Coupon>

const Moment = z.iso.datetime({ offset: true, error: 'Enter a date and a time' })

export const couponsContract = {
  list: endpoint({
    method: 'GET',
    path: '/api/coupons',
    summary: 'My coupons, the newest first, and the tools that they can be for',
    answer: z.object({
      coupons: z.array(Coupon),
      tools: z.array(z.object({ id: z.uuid(), title: z.string(), price: z.int() })),
    }),
    errors: ['SIGN_IN_REQUIRED'],
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/coupons',
    summary: 'Make a code with which one of my tools, or all of them, cost less; each person uses it once',
    body: z.strictObject({
      code: CouponCode,
      /** Null: all that I sell now or later. */
      toolId: z.uuid().nullable(),
      /** Exactly one of the two. */
      percent: z.int('Enter a whole number').min(1, 'At least 1 %').max(100, 'At most 100 %').nullable(),
      centsOff: z.int().min(1, 'At least $0.01').max(1_000_000, 'At most $10,000').nullable(),
      /** Null: no limit. */
      maxUses: z.int('Enter a whole number').min(1, 'At least 1').max(100_000, 'At most 100,000').nullable(),
      /** Null: at once. */
      startsAt: Moment.nullable(),
      /** Null: until I end it. */
      endsAt: Moment.nullable(),
    }),
    answer: z.object({ coupon: Coupon }),
    status: 201,
    errors: ['SIGN_IN_REQUIRED', 'INVALID_INPUT', 'CODE_IN_USE', 'TOO_MANY_COUPONS'],
  }),
  end: endpoint({
    method: 'POST',
    path: '/api/coupons/:id/end',
    summary: 'End a coupon of mine; orders that were begun with it stand',
    params: z.strictObject({ id: z.uuid() }),
    answer: z.object({ coupon: Coupon }),
    errors: ['SIGN_IN_REQUIRED', 'NOT_FOUND'],
  }),
}
