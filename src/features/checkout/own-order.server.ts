import { appendAudit } from '#src/server/audit/audit.ts'
import type { Db } from '#src/server/database.ts'
import { notFound } from '#src/server/http/app-error.ts'
import { findSale } from './sales.queries.ts'

interface Asking {
  readonly userId: string
  readonly address: string
  readonly orderId: string
}

/** Somebody else's is not found, and noted: whoever guesses ids of orders is looking for strangers' money. */
export async function orderNotFound(db: Db, { userId, address, orderId }: Asking): Promise<Error> {
  if ((await findSale(db, { id: orderId })) !== undefined)
    await appendAudit(db, { actorId: userId, action: 'order.refused', target: `sale ${orderId}`, address })
  return notFound('order')
}
