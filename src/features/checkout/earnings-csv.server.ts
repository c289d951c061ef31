import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { byPages } from '#src/lib/by-pages.ts'
import { csvLine } from '#src/lib/csv.ts'
import { dollars } from '#src/lib/price-text.ts'
import { nameOfShare, whoUsed } from '#src/lib/share-of-pro.ts'
import type { Db } from '#src/server/database.ts'
import { signInRequired, tooManyRequests } from '#src/server/http/app-error.ts'
import type { Limiter } from '#src/server/http/limiter.ts'
import type { Authenticate } from '#src/server/http/request-context.ts'
import type { MonthOfPro, Sale } from './checkout.schema.ts'
import { toSale } from './orders.ts'
import { listSales } from './purchases.queries.ts'
import type { Till } from './till.ts'

const PER_PAGE = 1000

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

interface Sources {
  readonly till: Till
  readonly monthsOfPro: (db: Db, creatorId: string, livemode: boolean) => Promise<MonthOfPro[]>
  /** As lines of the same file. */
  readonly payoutLines: (till: Till, userId: string, perPage: number) => AsyncIterable<string>
}

/** All of somebody's sales, shares of Pro and payouts, in parts that are read one after the other. */
export async function* earningsLines(
  { till, monthsOfPro, payoutLines }: Sources,
  userId: string,
  perPage = PER_PAGE,
): AsyncGenerator<string> {
  const { db, provider } = till
  const { livemode } = provider
  yield csvLine(HEADER)
  const sales = byPages(perPage, (before) => listSales(db, userId, { before, limit: perPage, livemode }))
  for await (const page of sales) yield page.map((row) => toLine(toSale(row))).join('')
  for (const month of await monthsOfPro(db, userId, livemode)) yield toShareLine(month)
  yield* payoutLines(till, userId, perPage)
}

interface CsvDeps extends Sources {
  readonly authenticate: Authenticate
  readonly limiter: Limiter
}

/** GET /api/earnings/csv */
export function earningsCsv(app: FastifyInstance, { authenticate, limiter, ...sources }: CsvDeps): void {
  // Who asks for the head alone would have all of it read.
  app.get('/api/earnings/csv', { exposeHeadRoute: false }, async (request, reply) => {
    const viewer = await authenticate(request)
    if (viewer === null) throw signInRequired()
    const wait = limiter.take('10/min', `export sales ${viewer.id}`)
    if (wait > 0) throw tooManyRequests(wait)
    const today = new Date().toISOString().slice(0, 10)
    return reply
      .header('content-type', 'text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="fettle-earnings-${today}.csv"`)
      .header('cache-control', 'private, no-store')
      .send(Readable.from(earningsLines(sources, viewer.id)))
  })
}
