import { type RawBuilder, sql } from 'kysely'
import { findRestoreDays } from '#src/features/copyright/disputes.queries.ts'
import type { Db } from '#src/server/database.ts'
import type { LockedCase } from './cases.queries.ts'
import type { Ground } from './moderation.schema.ts'
import { counterDue, serviceHours } from './service-clock.ts'

/** The gravest of what was reported sets the time, as it did at first. */
async function hoursOfReports(transaction: Db, caseId: string): Promise<number> {
  const { rows } = await sql<{ ground: Ground }>`
    select distinct reason as ground from report where case_id = ${caseId}`.execute(transaction)
  const grounds = rows.length === 0 ? (['other'] as const) : rows.map(({ ground }) => ground)
  return Math.min(...grounds.map((ground) => serviceHours({ kind: 'report', ground })))
}

async function hoursOf(transaction: Db, { id, kind, was_out_of_sight }: LockedCase): Promise<number> {
  if (kind === 'report') return hoursOfReports(transaction, id)
  if (kind === 'review' || kind === 'reply' || kind === 'appeal') return serviceHours({ kind })
  return serviceHours({ kind: 'tool', isHeld: was_out_of_sight })
}

/** By when a case that is opened again is to be decided. */
export async function dueAgain(transaction: Db, about: LockedCase): Promise<RawBuilder<Date>> {
  if (about.kind === 'counter') {
    const days = await findRestoreDays(transaction, about.appealed_id ?? '')
    return sql`${counterDue(days?.restore_by ?? null, new Date())}::timestamptz`
  }
  return sql`now() + make_interval(hours => ${await hoursOf(transaction, about)})`
}
