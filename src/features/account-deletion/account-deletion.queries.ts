import { sql } from 'kysely'
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

/** False when the account was staying anyway. */
export async function clearDeletionDue(db: Db, userId: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('user')
    .set({ deletion_due_at: null })
    .where('id', '=', userId)
    .where('deletion_due_at', 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Whether nobody else could give roles any more. Locks the others' rows, so that two cannot leave at once. */
export async function isLastSuperAdmin(transaction: Db, userId: string): Promise<boolean> {
  const staying = await transaction
    .selectFrom('user')
    .select('id')
    .where('role', '=', 'super_admin')
    .where('suspended_at', 'is', null)
    .where('deletion_due_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()
  return staying.length === 1 && staying[0]?.id === userId
}

export const listDueAccounts = (db: Db) =>
  db
    .selectFrom('user')
    .select(['id', 'email'])
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

/** Takes the row for the one process that deletes it; false when it is gone or is to stay after all. */
export const lockDueAccount = async (transaction: Db, userId: string): Promise<boolean> => {
  const row = await transaction
    .selectFrom('user')
    .select('id')
    .where('id', '=', userId)
    .where('deletion_due_at', '<=', sql<Date>`now()`)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  return row !== undefined
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
