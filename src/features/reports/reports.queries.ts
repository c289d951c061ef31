import { sql } from 'kysely'
import { uuidv7 } from '#src/lib/ids.ts'
import type { ReportReason } from '#src/lib/report-reasons.ts'
import type { Db } from '#src/server/database.ts'
import { PAUSE_DAYS } from './muting.ts'
import type { ReportedRun } from './reported-run.ts'

interface NewReport {
  readonly reference: string
  readonly toolId: string
  readonly caseId: string
  readonly reporterId: string | null
  /** Who reports, under our key; null for what came by mail. */
  readonly who: Buffer | null
  /** The address it came from, under our key. */
  readonly sentFrom: Buffer | null
  readonly reason: ReportReason
  readonly details: string
  /** The result that is said to be wrong. */
  readonly run?: ReportedRun | undefined
}

/**
 * Whether somebody at this address has an open report of the tool, of whom one at least is not signed in. Accounts that
 * share an address are told apart.
 */
async function isKnownAddress(transaction: Db, { toolId, sentFrom, reporterId }: NewReport): Promise<boolean> {
  const row = await transaction
    .selectFrom('report')
    .select('id')
    .where('tool_id', '=', toolId)
    .where('sent_from', '=', sentFrom)
    .where('upheld', 'is', null)
    .$if(reporterId !== null, (query) => query.where('reporter_id', 'is', null))
    .executeTakeFirst()
  return row !== undefined
}

/** False when the same person or address has an open report of the tool. Call it after the case is locked. */
export async function insertReport(transaction: Db, report: NewReport): Promise<boolean> {
  if (report.sentFrom !== null && (await isKnownAddress(transaction, report))) return false
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto('report')
    .values({
      id: uuidv7(),
      reference: report.reference,
      tool_id: report.toolId,
      case_id: report.caseId,
      reporter_id: report.reporterId,
      who: report.who,
      sent_from: report.sentFrom,
      reason: report.reason,
      details: report.details,
      run: report.run === undefined ? null : JSON.stringify(report.run),
    })
    .onConflict((conflict) => conflict.columns(['tool_id', 'who']).where('upheld', 'is', null).doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

type Sender = { readonly reporterId: string } | { readonly sentFrom: Buffer }

/** The latest decisions about reports of this person, newest first; of an address only those that came to nothing. */
export const listOutcomes = (db: Db, from: Sender, limit: number) =>
  db
    .selectFrom('report')
    .select(['upheld', 'closed_at'])
    .where((where) =>
      'reporterId' in from ? where('reporter_id', '=', from.reporterId) : where('sent_from', '=', from.sentFrom),
    )
    .where('upheld', 'is not', null)
    .orderBy('closed_at', 'desc')
    .limit(limit)
    .execute()

/**
 * Closes the reports of a case; answers those of accounts, to be told. The address of one that was right is forgotten, and
 * with it that others from there came to nothing.
 */
export async function closeReports(transaction: Db, caseId: string, upheld: boolean) {
  if (upheld)
    await sql`update report set sent_from = null
               where upheld = false and sent_from in (select sent_from from report where case_id = ${caseId})`.execute(
      transaction,
    )
  const rows = await transaction
    .updateTable('report')
    .set({ upheld, closed_at: sql<Date>`now()`, who: null, ...(upheld && { sent_from: null }) })
    .where('case_id', '=', caseId)
    .returning(['reporter_id', 'reference'])
    .execute()
  return rows.flatMap(({ reporter_id, reference }) => (reporter_id === null ? [] : [{ id: reporter_id, reference }]))
}

/** Addresses from which nothing groundless has come for so long that nobody there is muted. */
export const forgetAddresses = (db: Db) =>
  sql`update report set sent_from = null
       where upheld = false and sent_from is not null and not exists (
         select from report later where later.upheld = false and later.sent_from = report.sent_from
            and later.closed_at > now() - make_interval(days => ${PAUSE_DAYS}))`.execute(db)

/** How many results of a tool were reported as wrong in the last day. */
export async function countWrongResults(transaction: Db, toolId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from report
     where tool_id = ${toolId} and run is not null and created_at > now() - interval '1 day'`.execute(transaction)
  return rows[0]?.count ?? 0
}
