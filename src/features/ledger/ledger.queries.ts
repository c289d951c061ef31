import { sql } from 'kysely'
import { uuidv7 } from '#src/lib/ids.ts'
import type { Db } from '#src/server/database.ts'
import type { AccountKind, Journal } from './journals.ts'

/**
 * Writes a journal into the books; false when its source has it already, or when it moves nothing. Call it late in a
 * transaction: from here on others who write the books wait for the commit.
 */
export async function postJournal(
  transaction: Db,
  { kind, sourceType, sourceId, livemode, lines, turn = 0 }: Journal,
): Promise<boolean> {
  const moved = lines.filter(({ amount }) => amount !== 0)
  if (moved.length === 0) return false
  const { rows } = await sql<{ id: string | null }>`
    select post_journal(${uuidv7()}, ${kind}, ${sourceType}, ${sourceId}, ${livemode}, ${JSON.stringify(moved)}, ${turn})
             as id
  `.execute(transaction)
  return rows[0]?.id !== null
}

/** Until the commit nobody else writes the books: what is read from here on stays as it is. */
export const lockBooks = (transaction: Db) =>
  sql`select pg_advisory_xact_lock(hashtextextended('the books', 0))`.execute(transaction)

/** What is owed to somebody by kind of account: credits are positive here. */
export async function balancesOf(db: Db, ownerId: string, livemode: boolean): Promise<Map<AccountKind, number>> {
  const { rows } = await sql<{ kind: AccountKind; owed: number }>`
    select account.kind, (-coalesce(sum(posting.amount), 0))::bigint as owed
      from ledger_account account left join posting on posting.account_id = account.id
     where account.owner_id = ${ownerId} and account.livemode = ${livemode} group by account.kind`.execute(db)
  return new Map(rows.map(({ kind, owed }) => [kind, owed]))
}

/** Whether the role that we work as could take the triggers off the books: it owns them, or can become who does. */
export async function ownsBooks(db: Db): Promise<boolean> {
  const { rows } = await sql<{ owns: boolean }>`
    select pg_has_role(relowner, 'member') as owns from pg_class where oid = 'journal'::regclass`.execute(db)
  return rows[0]?.owns !== false
}
