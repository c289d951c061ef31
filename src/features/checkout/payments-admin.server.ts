import { listChecks } from '#src/features/ledger/checks.queries.ts'
import { ownsBooks } from '#src/features/ledger/ledger.queries.ts'
import { appendAudit } from '#src/server/audit/audit.ts'
import { AppError, assertFound } from '#src/server/http/app-error.ts'
import { fresh, limitWith, may } from '#src/server/http/guards.ts'
import { type Route, route } from '#src/server/http/route.ts'
import { paymentsAdminContract } from './checkout.schema.ts'
import type { CheckoutDeps } from './checkout.server.ts'
import { giveBack } from './refunds.server.ts'
import { findSale } from './sales.queries.ts'

const ownOrder = () =>
  new AppError({ code: 'OWN_ORDER', status: 403, message: 'Somebody else has to decide about an order that is yours' })

export function paymentsAdminRoutes({ till, limiter }: CheckoutDeps): Route[] {
  const limit = limitWith(limiter)
  const { db } = till
  return [
    route(paymentsAdminContract.refund, [may('payments.refund'), fresh, limit('30/min', 'refund')], async (asked) => {
      const { user, params, body, address, claim } = asked
      const sale = await findSale(db, { id: params.orderId })
      assertFound(sale, 'order')
      if (sale.buyer_id === user.id || sale.creator_id === user.id) throw ownOrder()
      const { amount, reason } = body
      const isDone = await giveBack(till, {
        ...{ saleId: sale.id, amount, origin: 'admin', actorId: user.id, reason, claim },
        onReserved: (transaction, { waitsForSecond }) =>
          appendAudit(transaction, {
            ...{ actorId: user.id, action: waitsForSecond ? 'sale.refund-proposed' : 'sale.refunded' },
            ...{ target: `sale ${sale.id}`, address, details: { amount: amount ?? 'all', reason } },
          }),
      })
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
