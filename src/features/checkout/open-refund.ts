import type { Db } from '#src/server/database.ts'
import { AppError } from '#src/server/http/app-error.ts'
import { whyNotRefundable } from './orders.ts'
import { listPurchasesOfTool } from './purchases.queries.ts'

/** Whether somebody bought this tool and can still take the money back without asking anybody. */
export async function hasOpenRefund(db: Db, toolId: string, buyerId: string): Promise<boolean> {
  const purchases = await listPurchasesOfTool(db, buyerId, toolId)
  return purchases.some((row) => row.stands && whyNotRefundable(row, new Date()) === null)
}

/** What is given up is given up by a word of its own, never by looking at the tool. */
export const refundIsOpen = () =>
  new AppError({
    code: 'REFUND_OPEN',
    status: 409,
    message: 'You can still take your money back for this tool, and no longer once you have its code',
  })
