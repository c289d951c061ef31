import { createHash, randomBytes } from 'node:crypto'
import type { ToolRow } from '#src/features/catalog/catalog.queries.ts'
import { findAnyTool } from '#src/features/catalog/catalog.server.ts'
import { findBuiltin } from '#src/features/catalog/find-builtin.ts'
import type { CopyrightClaim } from '#src/features/copyright/copyright.schema.ts'
import { insertClaim } from '#src/features/copyright/disputes.queries.ts'
import type { ReportReason } from '#src/lib/report-reasons.ts'
import type { FieldSpec } from '#src/sdk/fields.ts'
import { appendAudit } from '#src/server/audit/audit.ts'
import type { Signer } from '#src/server/crypto/signer.ts'
import type { Db } from '#src/server/database.ts'
import { AppError, conflict, invalidInput, ownTool } from '#src/server/http/app-error.ts'
import { limitAddressWith, limitAllWith } from '#src/server/http/guards.ts'
import type { Limiter } from '#src/server/http/limiter.ts'
import type { Viewer } from '#src/server/http/request-context.ts'
import { type Route, route } from '#src/server/http/route.ts'
import { notify } from '#src/server/notifications/notify.queries.ts'
import { GROUNDLESS_IN_A_ROW, pausedUntil } from './muting.ts'
import { newReference } from './reference.ts'
import { RUN_REASON } from './report-rules.ts'
import { type ReportedRun, runProblem } from './reported-run.ts'
import { countWrongResults, insertReport, listOutcomes } from './reports.queries.ts'
import { reportsContract } from './reports.schema.ts'

const alreadyReported = () =>
  conflict('ALREADY_REPORTED', 'You have reported this tool already. Our team will review it shortly.')
const reportsPaused = (until: Date, viewer: Viewer | null) => {
  const [whose, meanwhile] =
    viewer === null
      ? [`The last ${GROUNDLESS_IN_A_ROW} reports from your network`, 'Sign in to report now. Without an account you']
      : [`Your last ${GROUNDLESS_IN_A_ROW} reports`, 'You']
  return new AppError({
    code: 'REPORTS_PAUSED',
    status: 403,
    message:
      `${whose} were found to be groundless. ` +
      `${meanwhile} can report again from ${until.toISOString().slice(0, 10)} on.`,
  })
}

const notAboutCopyright = () => invalidInput([{ field: 'claim', message: 'A claim is for reports of a copyright' }])
const notAboutResults = () => invalidInput([{ field: 'run', message: 'A result is for reports of what is wrong' }])
const noSuchVersion = () => invalidInput([{ field: 'run.version', message: 'The tool has no such version' }])

interface ReportsDeps {
  readonly db: Db
  readonly limiter: Limiter
  readonly signer: Signer
  /** A tool for somebody: buyers run what was deleted, and may have something to report of it. */
  readonly getUsable: (idOrSlug: string, userId: string | null) => Promise<ToolRow>
  /** The moderators' question that the report becomes part of; in the transaction that writes it. */
  readonly openReportCase: (transaction: Db, toolId: string, reason: ReportReason) => Promise<string>
}

export function reportRoutes({ db, limiter, signer, getUsable, openReportCase }: ReportsDeps): Route[] {
  const limit = limitAddressWith(limiter)
  const limitAll = limitAllWith(limiter)
  // Under our key, so that nobody finds the address by trying all that there are.
  const hidden = (text: string) => createHash('sha256').update(signer.sign(text)).digest()
  return [
    route(
      reportsContract.submit,
      [limit('20/h', 'report'), limitAll('300/min', 'report')],
      async ({ body: { fxnId, claim, ...report }, viewer, address }) => {
        if (claim !== undefined && report.reason !== 'copyright') throw notAboutCopyright()
        if (report.run !== undefined && report.reason !== RUN_REASON) throw notAboutResults()
        const tool = await getUsable(fxnId, viewer?.id ?? null)
        const { id: toolId, owner_id } = tool
        if (viewer !== null && viewer.id === owner_id) throw ownTool('This tool is yours: you can change or delete it')
        const sentFrom = hidden(address)
        // Many people may share an address: whoever signs in is judged by what they have reported themselves.
        const sender = viewer === null ? { sentFrom } : { reporterId: viewer.id }
        const until = pausedUntil(await listOutcomes(db, sender, GROUNDLESS_IN_A_ROW), new Date())
        if (until !== null) throw reportsPaused(until, viewer)
        if (report.run !== undefined) await checkRun(db, toolId, report.run)
        const reference = newReference(randomBytes)
        const who = viewer === null ? sentFrom : hidden(viewer.id)
        await db.transaction().execute(async (transaction) => {
          const caseId = await openReportCase(transaction, toolId, report.reason)
          const facts = { reference, toolId, caseId, reporterId: viewer?.id ?? null, who, sentFrom, ...report }
          if (!(await insertReport(transaction, facts))) throw alreadyReported()
          if (claim !== undefined) await noteClaim(transaction, claim, { ...facts, address })
          if (report.run !== undefined) await tellCreator(transaction, tool, report.run.version)
        })
        return { reference }
      },
    ),
  ]
}

/** Against the tool as it was in that version. */
async function checkRun(db: Db, toolId: string, run: ReportedRun): Promise<void> {
  const tool = await findAnyTool(db, toolId, run.version)
  if (tool === undefined || tool.version !== run.version) throw noSuchVersion()
  const builtin = tool.kind === 'builtin' ? await findBuiltin(tool.slug) : undefined
  const problem = runProblem(run, {
    inputSchema: tool.input_schema as Record<string, FieldSpec>,
    outputSchema: tool.output_schema,
    confidential: builtin?.isConfidential === true,
  })
  if (problem !== undefined) throw invalidInput([problem])
}

/**
 * Once a day, and without a word of what came: a tray is no place for what strangers write. Built-in tools have no
 * creator; who reported is nothing of theirs.
 */
async function tellCreator(transaction: Db, { id, owner_id, title }: ToolRow, version: number): Promise<void> {
  if (owner_id === null || (await countWrongResults(transaction, id)) > 1) return
  await notify(transaction, {
    userId: owner_id,
    kind: 'tool.wrong-result',
    title: `Somebody reports a wrong result of “${title}”`,
    body: `Of version ${version}. Its page of figures has what was sent, to run it again for yourself.`,
    href: `/tools/${id}/figures#reported`,
  })
}

interface ReportOf {
  readonly reference: string
  readonly caseId: string
  readonly toolId: string
  readonly reporterId: string | null
  readonly address: string
}

async function noteClaim(transaction: Db, claim: CopyrightClaim, about: ReportOf): Promise<void> {
  const { reference, caseId, toolId, reporterId, address } = about
  const { claimant, email, work } = claim
  await insertClaim(transaction, { caseId, reference, claimant, email, work })
  await appendAudit(transaction, {
    // Of visitors no address is kept.
    ...{ actorId: reporterId, action: 'copyright.claimed', target: `tool ${toolId}` },
    address: reporterId === null ? '' : address,
    details: { case: caseId, reference },
  })
}
