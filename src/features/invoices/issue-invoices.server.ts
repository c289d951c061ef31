import { repeat } from '#src/engine/repeat.ts'
import type { Db } from '#src/server/database.ts'
import type { SellerSettings } from '#src/server/env-money.ts'
import type { Logger } from '#src/server/log.ts'
import { dayOf } from './invoice-words.ts'
import { issue, listUnbilledRefunds, listUnbilledSales, listVoidNotes, taxGivenBack } from './invoices.queries.ts'

interface PaidOrder {
  readonly id: string
  readonly interval: 'month' | 'year'
  readonly reason: 'first' | 'renewal' | 'upgrade'
  readonly amount: number
  readonly tax: number
  readonly tax_rate: string
  readonly livemode: boolean
  readonly starts_at: Date | null
  readonly ends_at: Date | null
}

const daysOf = ({ starts_at: from, ends_at: to }: PaidOrder): string =>
  from === null || to === null || from >= to ? '' : `, ${dayOf(from.toISOString())} to ${dayOf(to.toISOString())}`

const describe = (order: PaidOrder): string =>
  `Fettle Pro, one ${order.interval}${order.reason === 'upgrade' ? ', less what was left of the month' : ''}${daysOf(order)}`

/** Gives what was paid for Pro its invoice, in the transaction that writes the payment down. */
export const issuesProInvoices =
  (seller: SellerSettings) =>
  (transaction: Db, order: PaidOrder, userId: string | null, at: Date): Promise<string> =>
    issue(transaction, {
      ...{ kind: 'invoice', userId, source: { type: 'subscription', id: order.id }, corrects: null, seller },
      lines: [{ text: describe(order), amount: order.amount - order.tax }],
      ...{ amount: order.amount, tax: order.tax, taxRate: order.tax_rate, livemode: order.livemode, at },
    })

interface InvoicingDeps {
  readonly db: Db
  readonly seller: SellerSettings
}

const BATCH = 100

/** The price, and what a coupon took off it. */
const linesOf = ({ amount, tax, discount, coupon_code: code }: Discounted, text: string) => [
  { text, amount: amount - tax + discount },
  ...(code === null ? [] : [{ text: `Coupon ${code}`, amount: -discount }]),
]

interface Discounted {
  readonly amount: number
  readonly tax: number
  readonly discount: number
  readonly coupon_code: string | null
}

/**
 * Writes the documents of tools that were sold, of money that went back, and of what came back of it. Twice gives the same as once. What fails is
 * left out until all others had their turn, and makes it throw at its end.
 */
export async function issueMissing({ db, seller }: InvoicingDeps, leftOut = new Set<string>()): Promise<void> {
  const problems: unknown[] = []
  async function issueEach<Row extends { readonly id: string }>(
    rows: readonly Row[],
    issueOne: (transaction: Db, row: Row) => Promise<unknown>,
  ) {
    for (const row of rows)
      await db
        .transaction()
        .execute((transaction) => issueOne(transaction, row))
        .catch((problem: unknown) => {
          leftOut.add(row.id)
          problems.push(problem)
        })
  }
  const missing = { limit: BATCH, except: [...leftOut] }
  const sales = await listUnbilledSales(db, missing)
  await issueEach(sales, (transaction, sale) => {
    const { id, user_id: userId, number, title, amount, tax, tax_rate: taxRate, livemode, at } = sale
    const text = sale.kind === 'tip' ? `Tip for “${title}”` : `“${title}”, personal licence`
    return issue(transaction, {
      ...{ kind: 'invoice', userId, source: { type: 'sale', id }, corrects: null, number, seller, amount, tax },
      ...{ lines: linesOf(sale, text), taxRate, livemode, at },
    })
  })
  const voids = await listVoidNotes(db, missing)
  await issueEach(voids, (transaction, note) => {
    const { id, user_id: userId, corrects, number, amount, tax, tax_rate: taxRate, livemode, at } = note
    return issue(transaction, {
      ...{ kind: 'reversal', userId, source: { type: 'refund_failed', id }, corrects, seller },
      ...{ lines: [{ text: `${number} is void: the refund came back`, amount: tax - amount }], amount: -amount },
      ...{ tax: 0 - tax, taxRate, livemode, at },
    })
  })
  const refunds = await listUnbilledRefunds(db, missing)
  await issueEach(refunds, async (transaction, refund) => {
    const { id, user_id: userId, corrects, number, amount, tax_rate: taxRate, livemode, at } = refund
    const tax = await taxGivenBack(transaction, corrects, amount)
    await issue(transaction, {
      ...{ kind: 'credit_note', userId, source: { type: 'refund', id }, corrects, seller },
      ...{ lines: [{ text: `Refund of ${number}`, amount: tax - amount }], amount: -amount, tax: 0 - tax },
      ...{ taxRate: tax === 0 ? '' : taxRate, livemode, at },
    })
  })
  if ([sales, voids, refunds].every(({ length }) => length < BATCH)) leftOut.clear()
  if (problems.length > 0) throw new AggregateError(problems, `${problems.length} documents could not be written`)
}

const EVERY_MS = 2000

/** Goes on for as long as the process runs. Returns the way to end it. */
export const startInvoicing = ({ log, ...deps }: InvoicingDeps & { readonly log: Logger }): (() => Promise<void>) => {
  const leftOut = new Set<string>()
  return repeat('Writing invoices', EVERY_MS, () => issueMissing(deps, leftOut), log)
}
