import { ProviderUnavailableError } from '#src/features/payments/provider.ts'
import { appendAudit } from '#src/server/audit/audit.ts'
import { assertFound, conflict, invalidInput, unavailable } from '#src/server/http/app-error.ts'
import { fresh, limitWith, may } from '#src/server/http/guards.ts'
import type { Limiter } from '#src/server/http/limiter.ts'
import { type Route, route } from '#src/server/http/route.ts'
import { isForeign, netOf } from './compare.ts'
import { bookOurs, clockOf, findOther, type ReconcileDeps, reconcile, settleOpen } from './reconcile.server.ts'
import { balanceOf, findReport, listReports, type ReportRow, type Span } from './reconciliation.queries.ts'
import { type BOOKED_AS, type Report, type ReportSummary, reconciliationContract } from './reconciliation.schema.ts'

const DAY_MS = 86_400_000

const toSummary = (row: ReportRow): ReportSummary => ({
  ...{ id: row.id, provider: row.source, livemode: row.livemode, origin: row.origin, found: row.found },
  ...{ from: row.from_at.toISOString(), until: row.until_at.toISOString(), at: row.at.toISOString() },
  settled: row.settled_at?.toISOString() ?? null,
  balance: balanceOf(row),
})
const toReport = (row: ReportRow): Report => ({
  ...{ ...toSummary(row), totals: row.totals, differences: row.differences },
})

const orUnavailable = <T>(asked: Promise<T>): Promise<T> =>
  asked.catch((error: unknown) => {
    if (error instanceof ProviderUnavailableError)
      throw unavailable('The payment provider does not answer. Try again.', 5)
    throw error
  })

async function compareAgain(deps: ReconcileDeps, span: Span): Promise<ReportRow> {
  const row = await reconcile(deps, span, 'asked')
  assertFound(row, 'report')
  await settleOpen(deps)
  return row
}

async function compareNow(deps: ReconcileDeps, days: number): Promise<ReportRow> {
  const until = await clockOf(deps.provider)
  return compareAgain(deps, { from: new Date(until.getTime() - days * DAY_MS), until })
}

interface Booking {
  readonly reportId: string
  readonly moveId: string
  readonly as: (typeof BOOKED_AS)[number]
  readonly reason: string
  readonly actorId: string
  readonly address: string
}

const inDollarsOnly = () =>
  invalidInput([{ field: 'as', message: 'The books are in US dollars: what moved in another currency is only noted' }])
const sayWhat = () => invalidInput([{ field: 'as', message: 'Say whether it was a charge or our own bank' }])

/** Books a movement of a kind not known here as what an admin says that it was; one in another currency is noted alone. */
async function bookOther(
  deps: ReconcileDeps,
  { reportId, moveId, as, reason, actorId, address }: Booking,
): Promise<ReportRow> {
  const report = await findReport(deps.db, reportId)
  assertFound(report, 'report')
  const span = { from: report.from_at, until: report.until_at }
  const move = await findOther(deps, span, moveId)
  assertFound(move, 'movement')
  if (isForeign(move) !== (as === 'noted')) throw isForeign(move) ? inDollarsOnly() : sayWhat()
  const isBooked = await bookOurs(deps, move, as, (transaction) =>
    appendAudit(transaction, {
      ...{ actorId, action: 'books.explained', target: `movement ${moveId}`, address },
      details: { as, cents: netOf(move), currency: move.currency, reason },
    }),
  )
  if (!isBooked) throw conflict('BOOKED', `This movement is ${as === 'noted' ? 'explained' : 'booked'} already.`)
  return compareAgain(deps, span)
}

export function reconciliationRoutes({ limiter, ...deps }: ReconcileDeps & { readonly limiter: Limiter }): Route[] {
  const limit = limitWith(limiter)
  const { db } = deps
  return [
    route(reconciliationContract.list, [may('payments.read')], async () => ({
      reports: (await listReports(db)).map(toSummary),
    })),
    route(reconciliationContract.get, [may('payments.read')], async ({ params }) => {
      const row = await findReport(db, params.id)
      assertFound(row, 'report')
      return toReport(row)
    }),
    route(
      reconciliationContract.compare,
      [may('payments.read'), limit('10/min', 'compare the books')],
      async (asked) => {
        const { user, body, address } = asked
        const row = await orUnavailable(compareNow(deps, body.days))
        await appendAudit(db, {
          ...{ actorId: user.id, action: 'books.compared', target: `reconciliation ${row.id}`, address },
          details: { days: body.days, found: row.found },
        })
        return toReport(row)
      },
    ),
    route(
      reconciliationContract.book,
      [may('payments.book'), fresh, limit('30/min', 'book a movement')],
      async ({ user, params: { id: reportId, moveId }, body, address }) =>
        toReport(await orUnavailable(bookOther(deps, { reportId, moveId, ...body, actorId: user.id, address }))),
    ),
  ]
}
