import { createHash, randomBytes } from 'node:crypto'
import { getTool } from '#src/features/catalog/catalog.server.ts'
import type { ReportReason } from '#src/lib/report-reasons.ts'
import type { Signer } from '#src/server/crypto/signer.ts'
import type { Db } from '#src/server/database.ts'
import { AppError, conflict } from '#src/server/http/app-error.ts'
import { limitAddressWith, limitAllWith } from '#src/server/http/guards.ts'
import type { Limiter } from '#src/server/http/limiter.ts'
import { type Route, route } from '#src/server/http/route.ts'
import { GROUNDLESS_IN_A_ROW, pausedUntil } from './muting.ts'
import { newReference } from './reference.ts'
import { insertReport, listOutcomes } from './reports.queries.ts'
import { reportsContract } from './reports.schema.ts'

const ownTool = () =>
  new AppError({ code: 'OWN_TOOL', status: 403, message: 'This tool is yours: you can change or delete it' })
const alreadyReported = () =>
  conflict('ALREADY_REPORTED', 'You have reported this tool already. Our team will review it shortly.')
const reportsPaused = (until: Date) =>
  new AppError({
    code: 'REPORTS_PAUSED',
    status: 403,
    message:
      `Your last ${GROUNDLESS_IN_A_ROW} reports were found to be groundless. ` +
      `You can report again from ${until.toISOString().slice(0, 10)} on.`,
  })

interface ReportsDeps {
  readonly db: Db
  readonly limiter: Limiter
  readonly signer: Signer
  /** The moderators' question that the report becomes part of; in the transaction that writes it. */
  readonly openReportCase: (transaction: Db, toolId: string, reason: ReportReason) => Promise<string>
}

export function reportRoutes({ db, limiter, signer, openReportCase }: ReportsDeps): Route[] {
  const limit = limitAddressWith(limiter)
  const limitAll = limitAllWith(limiter)
  // Under our key, so that nobody finds the address by trying all that there are.
  const hidden = (text: string) => createHash('sha256').update(signer.sign(text)).digest()
  return [
    route(
      reportsContract.submit,
      [limit('20/h', 'report'), limitAll('300/min', 'report')],
      async ({ body: { fxnId, ...report }, viewer, address }) => {
        const { id: toolId, owner_id } = await getTool(db, fxnId)
        if (viewer !== null && viewer.id === owner_id) throw ownTool()
        const outcomes = viewer === null ? [] : await listOutcomes(db, viewer.id, GROUNDLESS_IN_A_ROW)
        const until = pausedUntil(outcomes, new Date())
        if (until !== null) throw reportsPaused(until)
        const reference = newReference(randomBytes)
        const who = hidden(viewer?.id ?? address)
        await db.transaction().execute(async (transaction) => {
          const caseId = await openReportCase(transaction, toolId, report.reason)
          const facts = { reference, toolId, caseId, reporterId: viewer?.id ?? null, who, ...report }
          if (!(await insertReport(transaction, facts))) throw alreadyReported()
        })
        return { reference }
      },
    ),
  ]
}
