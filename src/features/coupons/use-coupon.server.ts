import { dollars } from '#src/lib/price-text.ts'
import type { Db } from '#src/server/database.ts'
import { conflict } from '#src/server/http/app-error.ts'
import { isTooLittle, LEAST_CHARGE, type Off, priceAfter } from './coupon-price.ts'
import { findOff, lockCoupon } from './coupons.queries.ts'

const refused = (message: string) => conflict('COUPON_REFUSED', message)

/** What an order costs, and why it is less than the price. */
export interface Reduced {
  readonly amount: number
  readonly discount: number
  readonly coupon: { readonly id: string; readonly code: string } | null
}

interface Asked {
  readonly code: string | null
  readonly tool: { readonly id: string; readonly owner_id: string; readonly price_cents: number }
  readonly buyerId: string
  readonly livemode: boolean
  readonly now: Date
  /** What this buyer has begun already. */
  readonly open:
    | { readonly id: string; readonly coupon_id: string | null; readonly coupon_code: string | null }
    | undefined
}

/** The price with a coupon or without; throws 409 with the reason where the coupon cannot be used. */
export async function reduce(transaction: Db, asked: Asked): Promise<Reduced> {
  const { code, tool, open } = asked
  const price = tool.price_cents
  if (code === null) return { amount: price, discount: 0, coupon: null }
  // Who has begun with it keeps it, also when it has ended since.
  const begun = open?.coupon_code === code && open.coupon_id !== null ? open.coupon_id : undefined
  const kept = begun === undefined ? undefined : await findOff(transaction, begun)
  const coupon =
    begun !== undefined && kept !== undefined ? { ...kept, id: begun } : await usable(transaction, asked, code)
  const amount = priceAfter(price, coupon)
  if (isTooLittle(amount))
    throw refused(
      `With this code ${dollars(amount)} would be left to pay, and less than ${dollars(LEAST_CHARGE)} cannot be charged`,
    )
  return { amount, discount: price - amount, coupon: { id: coupon.id, code } }
}

async function usable(transaction: Db, asked: Asked, code: string): Promise<Off & { readonly id: string }> {
  const { tool, buyerId, livemode, open, now } = asked
  const wanted = { code, ownerId: tool.owner_id, toolId: tool.id, buyerId, livemode, except: open?.id ?? null }
  const coupon = await lockCoupon(transaction, wanted)
  if (coupon === undefined || coupon.startsAt > now) throw refused('This code is not valid for this tool')
  if (coupon.endsAt !== null && coupon.endsAt <= now) throw refused('This code has expired')
  if (coupon.isUsed) throw refused('You have used this code already')
  if (coupon.maxUses !== null && coupon.uses >= coupon.maxUses) throw refused('This code has been used up')
  return coupon
}
