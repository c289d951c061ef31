import { sql } from 'kysely'
import { uuidv7 } from '#src/lib/ids.ts'
import type { ReportReason } from '#src/lib/report-reasons.ts'
import type { Db } from '#src/server/database.ts'
import type { ReportedRun } from './reported-run.ts'

interface NewReport {
  readonly reference: string
  readonly toolId: string
  readonly caseId: string
  readonly reporterId: string | null
  /** Who reports, under our key; null for what came by mail. */
  readonly who: Buffer | null
  readonly reason: ReportReason
  readonly details: string
  /** The result that is said to be wrong. */
  readonly run?: ReportedRun | undefined
}

/** False when the same person or address has an open report of the tool. */
export async function insertReport(transaction: Db, report: NewReport): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto('report')
    .values({
      id: uuidv7(),
      reference: report.reference,
      tool_id: report.toolId,
      case_id: report.caseId,
      reporter_id: report.reporterId,
      who: report.who,
      reason: report.reason,
      details: report.details,
      run: report.run === undefined ? null : JSON.stringify(report.run),
    })
    .onConflict((conflict) => conflict.columns(['tool_id', 'who']).where('upheld', 'is', null).doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** The latest decisions about reports of this person, newest first. */
export const listOutcomes = (db: Db, reporterId: string, limit: number) =>
  db
    .selectFrom('report')
    .select(['upheld', 'closed_at'])
    .where('reporter_id', '=', reporterId)
    .where('upheld', 'is not', null)
    .orderBy('closed_at', 'desc')
    .limit(limit)
    .execute()

/** Closes the reports of a case; answers those of accounts, to be told. Addresses are forgotten. */
export async function closeReports(transaction: Db, caseId: string, upheld: boolean) {
  const rows = await transaction
    .updateTable('report')
    .set({ upheld, closed_at: sql<Date>`now()`, who: null })
    .where('case_id', '=', caseId)
    .returning(['reporter_id', 'reference'])
    .execute()
  return rows.flatMap(({ reporter_id, reference }) => (reporter_id === null ? [] : [{ id: reporter_id, reference }]))
}
