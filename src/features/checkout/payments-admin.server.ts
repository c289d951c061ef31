import { listChecks } from '#src/features/ledger/checks.queries.ts'
import { ownsBooks } from '#src/features/ledger/ledger.queries.ts'
import { appendAudit } from '#src/server/audit/audit.ts'
import type { Db } from '#src/server/database.ts'
import { fresh, limitWith, may } from '#src/server/http/guards.ts'
import type { Claim } from '#src/server/http/idempotency.ts'
import { type Route, route } from '#src/server/http/route.ts'
import { paymentsAdminContract } from './checkout.schema.ts'
import type { CheckoutDeps } from './checkout.server.ts'
import { giveBack } from './refunds.server.ts'
import { findSale, type SaleRow } from './sales.queries.ts'
import { ownOrder, type Till } from './till.ts'

/** What an admin asks for to be given back, of whatever kind the order is. */
export interface AdminRefund {
  readonly orderId: string
  /** Absent: all that is left. */
  readonly amount: number | undefined
  readonly actorId: string
  readonly reason: string
  /** The call that asks for it: whoever repeats it asks for the same refund. */
  readonly claim: Claim
  /** Called in the transaction that puts the money aside. */
  readonly onReserved: (transaction: Db, reserved: { readonly waitsForSecond: boolean }) => Promise<void>
}

interface PaymentsAdminDeps extends CheckoutDeps {
  /** Gives back a payment for Pro; throws 404 where there is none. False when it waits for a second admin. */
  readonly giveBackPro: (refund: AdminRefund) => Promise<boolean>
}

/** Of a tool or a tip; false when it waits for a second admin. */
export function giveBackSale(till: Till, sale: SaleRow, { orderId: saleId, ...refund }: AdminRefund): Promise<boolean> {
  if (sale.buyer_id === refund.actorId || sale.creator_id === refund.actorId) throw ownOrder()
  return giveBack(till, { ...refund, saleId, origin: 'admin' })
}

export function paymentsAdminRoutes({ till, limiter, giveBackPro }: PaymentsAdminDeps): Route[] {
  const limit = limitWith(limiter)
  const { db } = till
  return [
    route(paymentsAdminContract.refund, [may('payments.refund'), fresh, limit('30/min', 'refund')], async (asked) => {
      const { user, params, body, address, claim } = asked
      const { orderId } = params
      const { amount, reason } = body
      const sale = await findSale(db, { id: orderId })
      const kind = sale === undefined ? 'pro' : 'sale'
      const refund: AdminRefund = {
        ...{ orderId, amount, actorId: user.id, reason, claim },
        onReserved: (transaction, { waitsForSecond }) =>
          appendAudit(transaction, {
            ...{ actorId: user.id, action: waitsForSecond ? `${kind}.refund-proposed` : `${kind}.refunded` },
            ...{ target: `${kind} ${orderId}`, address, details: { amount: amount ?? 'all', reason } },
          }),
      }
      const isDone = await (sale === undefined ? giveBackPro(refund) : giveBackSale(till, sale, refund))
      return { status: isDone ? ('refunded' as const) : ('waits_for_second_admin' as const) }
    }),
    route(paymentsAdminContract.checks, [may('payments.read')], async () => ({
      guard: (await ownsBooks(db)) ? ('triggers' as const) : ('role' as const),
      checks: (await listChecks(db)).map(({ checked_at, ...check }) => ({
        ...check,
        checkedAt: checked_at.toISOString(),
      })),
    })),
  ]
}
