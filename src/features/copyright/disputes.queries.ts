import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#src/server/database.ts'
import type { Dispute } from './copyright.schema.ts'

interface NewClaim {
  readonly caseId: string
  readonly reference: string
  readonly claimant: string
  readonly email: string
  readonly work: string
  /** Default: now. */
  readonly receivedAt?: Date
}

/** Of the report with this reference, in the transaction that writes it. */
export async function insertClaim(transaction: Db, claim: NewClaim): Promise<void> {
  const { caseId, reference, claimant, email, work, receivedAt } = claim
  await sql`insert into copyright_claim (report_id, claimant, email, work, received_at)
            select id, ${claimant}, ${email}, ${work}, coalesce(${receivedAt ?? null}::timestamptz, now())
              from report where reference = ${reference}`.execute(transaction)
  await sql`insert into copyright_dispute (case_id) values (${caseId}) on conflict do nothing`.execute(transaction)
}

/** As JSON, for a query of cases; null where nobody has claimed anything. */
export const disputeOf = (
  caseId: RawBuilder<unknown>,
  seesEmail: RawBuilder<unknown>,
): RawBuilder<Dispute | null> => sql`
  (select json_build_object(
            'hiddenAt', hidden_at, 'courtAt', court_at, 'restoredAt', restored_at,
            'claims', (select coalesce(json_agg(json_build_object(
                                 'claimant', claimant, 'work', work, 'receivedAt', received_at,
                                 'email', case when ${seesEmail} then email end) order by received_at), '[]')
                         from copyright_claim join report on report.id = report_id
                        where report.case_id = dispute.case_id),
            'counter', case when countered_at is not null then json_build_object(
                         'name', counter_name, 'contact', counter_contact, 'receivedAt', countered_at,
                         'restoreFrom', restore_from, 'restoreBy', restore_by,
                         'text', (select subject from moderation_case counter
                                   where counter.appealed_id = dispute.case_id and counter.kind = 'counter')) end)
     from copyright_dispute dispute where dispute.case_id = ${caseId})`

/** Whom to write to about a case, each address once. */
export async function listClaimants(transaction: Db, caseId: string): Promise<{ email: string; reference: string }[]> {
  const { rows } = await sql<{ email: string; reference: string }>`
    select distinct on (lower(email)) email, reference from copyright_claim join report on report.id = report_id
     where report.case_id = ${caseId} order by lower(email), received_at`.execute(transaction)
  return rows
}

/** Nothing happens where nobody has claimed anything. */
const setDate = (transaction: Db, caseId: string, column: 'hidden_at' | 'court_at' | 'restored_at') =>
  sql`update copyright_dispute set ${sql.ref(column)} = now() where case_id = ${caseId}`.execute(transaction)

export const setHidden = async (transaction: Db, caseId: string): Promise<void> => {
  await setDate(transaction, caseId, 'hidden_at')
  await sql`update copyright_dispute set restored_at = null where case_id = ${caseId}`.execute(transaction)
}
export const setCourt = (transaction: Db, caseId: string) => setDate(transaction, caseId, 'court_at')
/** Only what was hidden comes back. */
export const setRestored = (transaction: Db, caseId: string) =>
  sql`update copyright_dispute set restored_at = now()
       where case_id = ${caseId} and hidden_at is not null and restored_at is null`.execute(transaction)

interface Counter {
  readonly name: string
  readonly contact: string
  readonly at: Date
  readonly restoreFrom: Date
  readonly restoreBy: Date
}

export const setCountered = (transaction: Db, caseId: string, counter: Counter) =>
  transaction
    .updateTable('copyright_dispute')
    .set({
      ...{ counter_name: counter.name, counter_contact: counter.contact, countered_at: counter.at },
      ...{ restore_from: counter.restoreFrom, restore_by: counter.restoreBy },
    })
    .where('case_id', '=', caseId)
    .execute()

/** Between which days a counter-claim of this case brings its tool back. */
export const findRestoreDays = (transaction: Db, caseId: string) =>
  transaction
    .selectFrom('copyright_dispute')
    .select(['restore_from', 'restore_by'])
    .where('case_id', '=', caseId)
    .executeTakeFirst()
