import { ProviderUnavailableError } from '#src/features/payments/provider.ts'
import { appendAudit } from '#src/server/audit/audit.ts'
import { assertFound, unavailable } from '#src/server/http/app-error.ts'
import { limitWith, may } from '#src/server/http/guards.ts'
import type { Limiter } from '#src/server/http/limiter.ts'
import { type Route, route } from '#src/server/http/route.ts'
import { clockOf, type ReconcileDeps, reconcile, settleOpen } from './reconcile.server.ts'
import { findReport, listReports, type ReportRow } from './reconciliation.queries.ts'
import { type Report, type ReportSummary, reconciliationContract } from './reconciliation.schema.ts'

const DAY_MS = 86_400_000

const toSummary = (row: ReportRow): ReportSummary => ({
  ...{ id: row.id, provider: row.source, livemode: row.livemode, origin: row.origin, found: row.found },
  ...{ from: row.from_at.toISOString(), until: row.until_at.toISOString(), at: row.at.toISOString() },
  settled: row.settled_at?.toISOString() ?? null,
})
const toReport = (row: ReportRow): Report => ({
  ...{ ...toSummary(row), totals: row.totals, differences: row.differences },
})

async function compareNow(deps: ReconcileDeps, days: number): Promise<ReportRow> {
  const until = await clockOf(deps.provider)
  const from = new Date(until.getTime() - days * DAY_MS)
  try {
    const row = await reconcile(deps, { from, until }, 'asked')
    assertFound(row, 'report')
    await settleOpen(deps)
    return row
  } catch (error) {
    if (error instanceof ProviderUnavailableError)
      throw unavailable('The payment provider does not answer. Try again.', 5)
    throw error
  }
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
        const row = await compareNow(deps, body.days)
        await appendAudit(db, {
          ...{ actorId: user.id, action: 'books.compared', target: `reconciliation ${row.id}`, address },
          details: { days: body.days, found: row.found },
        })
        return toReport(row)
      },
    ),
  ]
}
