import { balancesOf } from '#src/features/ledger/ledger.queries.ts'
import { appendAudit } from '#src/server/audit/audit.ts'
import type { Db } from '#src/server/database.ts'
import { assertFound } from '#src/server/http/app-error.ts'
import { inSession, limitWith } from '#src/server/http/guards.ts'
import { type Route, route } from '#src/server/http/route.ts'
import { earningsContract, type MonthOfPro, SALES_PER_PAGE } from './checkout.schema.ts'
import type { CheckoutDeps } from './checkout.server.ts'
import { toSale } from './orders.ts'
import { orderNotFound } from './own-order.server.ts'
import { findCreatorsSale, listSales, sumSales } from './purchases.queries.ts'
import { giveBack } from './refunds.server.ts'
import type { Till } from './till.ts'

interface EarningsDeps extends CheckoutDeps {
  readonly monthsOfPro: (db: Db, creatorId: string, livemode: boolean) => Promise<MonthOfPro[]>
  readonly totalPaidOut: (till: Till, userId: string) => Promise<number>
}

export function earningsRoutes({ till, limiter, monthsOfPro, totalPaidOut }: EarningsDeps): Route[] {
  const limit = limitWith(limiter)
  const { db } = till
  const { livemode } = till.provider
  return [
    route(earningsContract.earnings, [inSession], async ({ user, query }) => {
      const page = { before: query.before, limit: SALES_PER_PAGE + 1, livemode }
      const [owed, sums, rows] = [
        await balancesOf(db, user.id, livemode),
        await sumSales(db, user.id, livemode),
        await listSales(db, user.id, page),
      ]
      const of = (kind: Parameters<typeof owed.get>[0]) => owed.get(kind) ?? 0
      const months = await monthsOfPro(db, user.id, livemode)
      const ofPro = months.reduce((sum, { amount }) => sum + amount, 0)
      const balance = { pending: of('creator_pending'), available: of('creator_available'), held: of('creator_held') }
      return {
        ...{ livemode, balance },
        totals: { ...sums, platformFees: sums.gross - sums.share, ofPro, paidOut: await totalPaidOut(till, user.id) },
        monthsOfPro: months,
        sales: rows.slice(0, SALES_PER_PAGE).map(toSale),
        hasMore: rows.length > SALES_PER_PAGE,
      }
    }),
    route(earningsContract.refundSale, [inSession, limit('30/min', 'refund')], async (asked) => {
      const { user, params, body, address, claim } = asked
      if ((await findCreatorsSale(db, user.id, params.orderId)) === undefined)
        throw await orderNotFound(db, { userId: user.id, orderId: params.orderId, address })
      const { amount, reason } = body
      await giveBack(till, {
        ...{ saleId: params.orderId, amount, origin: 'creator', actorId: user.id, reason, claim },
        onReserved: (transaction) =>
          appendAudit(transaction, {
            ...{ actorId: user.id, action: 'sale.refunded', target: `sale ${params.orderId}`, address },
            details: { amount: amount ?? 'all', reason },
          }),
      })
      const sale = await findCreatorsSale(db, user.id, params.orderId)
      assertFound(sale, 'order')
      return { sale: toSale(sale) }
    }),
  ]
}
