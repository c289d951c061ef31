import { sql } from 'kysely'
import { HOLD_DAYS } from '#src/features/checkout/checkout.schema.ts'
import type { Db } from '#src/server/database.ts'

export const findDeletionDue = async (db: Db, userId: string): Promise<Date | null> => {
  const row = await db.selectFrom('user').select('deletion_due_at').where('id', '=', userId).executeTakeFirst()
  return row?.deletion_due_at ?? null
}

/** A date that is set already stays: asking twice does not win time. */
export async function setDeletionDue(db: Db, userId: string, days: number): Promise<Date | null> {
  const row = await db
    .updateTable('user')
    .set({ deletion_due_at: sql<Date>`coalesce(deletion_due_at, now() + make_interval(days => ${days}))` })
    .where('id', '=', userId)
    .returning('deletion_due_at')
    .executeTakeFirst()
  return row?.deletion_due_at ?? null
}

/** What a creator has with us, in cents of the money in force. */
export interface Owed {
  readonly available: number
  readonly pending: number
  readonly held: number
  /** On its way to their bank, from where it may still come back. */
  readonly on_its_way: number
  /** When the last of what is pending can be paid out. */
  readonly pending_until: Date | null
}

export async function findOwed(db: Db, userId: string): Promise<Owed> {
  const { rows } = await sql<Owed>`
    select coalesce(-sum(amount) filter (where kind = 'creator_available'), 0)::bigint as available,
           coalesce(-sum(amount) filter (where kind = 'creator_pending'), 0)::bigint as pending,
           coalesce(-sum(amount) filter (where kind = 'creator_held'), 0)::bigint as held,
           (select coalesce(sum(amount), 0)::bigint from payout
             where creator_id = ${userId} and livemode = money_is_live() and status in ('planned', 'sending')) as on_its_way,
           (select max(paid_at) + make_interval(days => ${HOLD_DAYS}) from sale
             where creator_id = ${userId} and livemode = money_is_live() and status = 'paid' and amount > 0
               and released_at is null) as pending_until
      from ledger_account account join ledger_balance balance on balance.account_id = account.id
     where owner_id = ${userId} and livemode = money_is_live()`.execute(db)
  return rows[0] as Owed
}

/** Whatever is theirs then is given up, too. */
export const giveUpBalance = (transaction: Db, userId: string) =>
  sql`update "user" set balance_given_up_at = now() where id = ${userId}`.execute(transaction)

export const putOffDeletion = (transaction: Db, userId: string, days: number) =>
  sql`update "user" set deletion_due_at = now() + make_interval(days => ${days}) where id = ${userId}`.execute(
    transaction,
  )

/** False when the account was staying anyway. */
export async function clearDeletionDue(db: Db, userId: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('user')
    .set({ deletion_due_at: null, balance_given_up_at: null })
    .where('id', '=', userId)
    .where('deletion_due_at', 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export const listDueAccounts = (db: Db) =>
  db
    .selectFrom('user')
    .select(['id', 'email', 'role'])
    .where('deletion_due_at', '<=', sql<Date>`now()`)
    .orderBy('deletion_due_at')
    .limit(100)
    .execute()

/** Runs of a person that are still known, a batch at a time. */
export const listExecutionIds = async (db: Db, userId: string, after: string, limit: number): Promise<string[]> => {
  const rows = await db
    .selectFrom('execution')
    .select('id')
    .where('owner_id', '=', userId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** Takes the row for the one process that deletes it; undefined when it is gone or is to stay after all. */
export const lockDueAccount = async (
  transaction: Db,
  userId: string,
): Promise<{ readonly hasGivenUp: boolean } | undefined> => {
  const row = await transaction
    .selectFrom('user')
    .select('balance_given_up_at')
    .where('id', '=', userId)
    .where('deletion_due_at', '<=', sql<Date>`now()`)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  return row && { hasGivenUp: row.balance_given_up_at !== null }
}

/**
 * The account with all that hangs on it. Tools that it published are withdrawn, but their versions stay, because
 * other people's workflows and purchases rest on them; nothing in them leads to the person.
 */
export async function deleteAccount(transaction: Db, userId: string): Promise<void> {
  await transaction
    .updateTable('tool')
    .set({ status: 'deleted', owner_id: null, search: '' })
    .where('owner_id', '=', userId)
    .execute()
  // Answers that are kept for repeats; their scope begins with the account's id.
  await transaction.deleteFrom('idempotency').where('scope', 'like', `${userId} %`).execute()
  await transaction.deleteFrom('user').where('id', '=', userId).execute()
}
