import { balancesOf } from '#src/features/ledger/ledger.queries.ts'
import { csvLine } from '#src/lib/csv.ts'
import { dollars } from '#src/lib/price-text.ts'
import { nameOfShare, whoUsed } from '#src/lib/share-of-pro.ts'
import { appendAudit } from '#src/server/audit/audit.ts'
import type { Db } from '#src/server/database.ts'
import { assertFound } from '#src/server/http/app-error.ts'
import { inSession, limitWith } from '#src/server/http/guards.ts'
import { type Route, route } from '#src/server/http/route.ts'
import { earningsContract, type MonthOfPro, SALES_PER_PAGE, type Sale } from './checkout.schema.ts'
import type { CheckoutDeps } from './checkout.server.ts'
import { toSale } from './orders.ts'
import { orderNotFound } from './own-order.server.ts'
import { findCreatorsSale, listSales, sumSales } from './purchases.queries.ts'
import { giveBack } from './refunds.server.ts'
import type { Till } from './till.ts'

const MOST_IN_CSV = 100_000

const HEADER = [
  ...['type', 'order', 'paid_at', 'tool', 'state', 'amount', 'share', 'platform_fee', 'refunded', 'taken'],
  ...['currency', 'coupon', 'note'],
]
const toLine = ({
  orderId,
  kind,
  paidAt,
  tool,
  state,
  amount,
  share,
  platformFee,
  refunded,
  taken,
  coupon,
  tax,
}: Sale) =>
  csvLine([
    ...[kind === 'tip' ? 'tip' : 'sale', orderId, paidAt, tool.title, state],
    ...[amount, share, platformFee, refunded, taken].map((cents) => (cents / 100).toFixed(2)),
    ...['USD', coupon ?? '', tax === 0 ? '' : `with ${dollars(tax)} tax`],
  ])

const toShareLine = ({ month, people, amount, sharedAt }: MonthOfPro) =>
  csvLine([
    ...['pro_share', month, sharedAt, '', 'paid', '', (amount / 100).toFixed(2), '', '', '', 'USD', ''],
    `${nameOfShare(month)}: ${whoUsed(people)}`,
  ])

interface EarningsDeps extends CheckoutDeps {
  readonly monthsOfPro: (db: Db, creatorId: string, livemode: boolean) => Promise<MonthOfPro[]>
  readonly payouts: {
    /** As lines of the file that has the sales. */
    readonly lines: (till: Till, userId: string) => Promise<string>
    readonly total: (till: Till, userId: string) => Promise<number>
  }
}

export function earningsRoutes({ till, limiter, monthsOfPro, payouts }: EarningsDeps): Route[] {
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
        totals: { ...sums, platformFees: sums.gross - sums.share, ofPro, paidOut: await payouts.total(till, user.id) },
        monthsOfPro: months,
        sales: rows.slice(0, SALES_PER_PAGE).map(toSale),
        hasMore: rows.length > SALES_PER_PAGE,
      }
    }),
    route(earningsContract.csv, [inSession, limit('10/min', 'export sales')], async ({ user }) => {
      const rows = await listSales(db, user.id, { before: undefined, limit: MOST_IN_CSV, livemode })
      const sales = rows.map((row) => toLine(toSale(row))).join('')
      const shares = (await monthsOfPro(db, user.id, livemode)).map(toShareLine).join('')
      return { csv: csvLine(HEADER) + sales + shares + (await payouts.lines(till, user.id)) }
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
