import { csvLine } from '#src/lib/csv.ts'
import { appendAudit } from '#src/server/audit/audit.ts'
import type { Db } from '#src/server/database.ts'
import { assertFound } from '#src/server/http/app-error.ts'
import { limitWith, may } from '#src/server/http/guards.ts'
import type { Limiter } from '#src/server/http/limiter.ts'
import { type Route, route } from '#src/server/http/route.ts'
import {
  findPayment,
  findSendingBack,
  listDisputesOf,
  listEventsOf,
  listInvoicesOf,
  listJournalsOf,
  listPayments,
  listRefundsOf,
  type PaymentRow,
} from './payment-list.queries.ts'
import {
  MAX_IN_FILE,
  PAYMENTS_PER_PAGE,
  type Payment,
  type PaymentStory,
  paymentListContract,
} from './payment-list.schema.ts'

const iso = (date: Date | null): string | null => date?.toISOString() ?? null

const toPayment = (row: PaymentRow): Payment => ({
  orderId: row.id,
  kind: row.kind,
  state: row.state,
  title: row.title,
  slug: row.slug,
  buyer: row.buyer,
  amount: row.amount,
  fee: row.fee,
  refunded: row.refunded,
  provider: row.provider,
  intentId: row.intent_id,
  livemode: row.livemode,
  createdAt: row.created_at.toISOString(),
  paidAt: iso(row.paid_at),
})

/** One order with all that came of it. */
async function readStory(db: Db, orderId: string): Promise<PaymentStory> {
  const row = await findPayment(db, orderId)
  assertFound(row, 'order')
  const [refunds, disputes] = [await listRefundsOf(db, orderId), await listDisputesOf(db, orderId)]
  const ours = [orderId, ...refunds.map(({ id }) => id), ...disputes.map(({ id }) => id)]
  const theirs = [row.intent_id, ...[...refunds, ...disputes].map((claim) => claim.provider_id)]
  const known = theirs.filter((id) => id !== null)
  const sendingBack = await findSendingBack(db, orderId)
  const events = await listEventsOf(db, row.provider, known)
  const journals = await listJournalsOf(db, ours)
  const receipt = row.receipt_number === null ? [] : [{ number: row.receipt_number, kind: 'receipt' as const }]
  const invoices = await listInvoicesOf(db, ours)
  return {
    payment: toPayment(row),
    creator: row.creator,
    receipts: [...receipt, ...(invoices as { number: string; kind: 'invoice' | 'credit_note' | 'reversal' }[])],
    refunds: refunds.map(({ provider_id: providerId, created_at, ...refund }) => ({
      ...{ ...refund, providerId, createdAt: created_at.toISOString() },
    })),
    disputes: disputes.map(({ provider_id: providerId, respond_by, opened_at, ended_at, ...dispute }) => ({
      ...{
        ...dispute,
        providerId,
        respondBy: iso(respond_by),
        openedAt: opened_at.toISOString(),
        endedAt: iso(ended_at),
      },
    })),
    sendingBack:
      sendingBack === undefined
        ? null
        : {
            ...{ left: sendingBack.left, isTried: sendingBack.isTried, said: sendingBack.said },
            nextAt: iso(sendingBack.next_at),
          },
    events: events.map(({ id, type, object_id: objectId, happened_at, handled_at }) => ({
      ...{ id, type, objectId, at: happened_at.toISOString(), handledAt: iso(handled_at) },
    })),
    journals: journals.map(({ at, ...journal }) => ({ ...journal, at: at.toISOString(), lines: [...journal.lines] })),
  }
}

const HEADER = [
  ...['order', 'created_at', 'paid_at', 'kind', 'state', 'what', 'buyer', 'amount', 'fee', 'refunded', 'currency'],
  ...['mode', 'provider', 'payment', 'receipt'],
]
const inDollars = (cents: number | null) => (cents === null ? null : (cents / 100).toFixed(2))
const toLine = (row: PaymentRow): string =>
  csvLine([
    ...[row.id, row.created_at, row.paid_at, row.kind, row.state, row.title, row.buyer?.email ?? null],
    ...[inDollars(row.amount), inDollars(row.fee), inDollars(row.refunded), 'USD'],
    ...[row.livemode ? 'live' : 'test', row.provider, row.intent_id, row.receipt_number],
  ])

interface PaymentListDeps {
  readonly db: Db
  readonly limiter: Limiter
}

export function paymentListRoutes({ db, limiter }: PaymentListDeps): Route[] {
  const limit = limitWith(limiter)
  return [
    route(paymentListContract.list, [may('payments.read')], async ({ query: { cursor, ...filter } }) => {
      const rows = await listPayments(db, {
        search: undefined,
        ...filter,
        before: cursor,
        limit: PAYMENTS_PER_PAGE + 1,
      })
      const page = rows.slice(0, PAYMENTS_PER_PAGE)
      return {
        payments: page.map(toPayment),
        cursor: rows.length > PAYMENTS_PER_PAGE ? (page.at(-1)?.id ?? null) : null,
      }
    }),
    route(paymentListContract.get, [may('payments.read')], ({ params }) => readStory(db, params.orderId)),
    route(paymentListContract.export, [may('payments.read'), limit('10/min', 'export payments')], async (asked) => {
      const { user, body, address } = asked
      const rows = await listPayments(db, { search: undefined, ...body, limit: MAX_IN_FILE + 1 })
      const page = rows.slice(0, MAX_IN_FILE)
      await appendAudit(db, {
        ...{ actorId: user.id, action: 'payments.exported', target: 'payments', address },
        details: { rows: page.length },
      })
      return {
        csv: csvLine(HEADER) + page.map(toLine).join(''),
        rows: page.length,
        complete: rows.length <= MAX_IN_FILE,
      }
    }),
  ]
}
