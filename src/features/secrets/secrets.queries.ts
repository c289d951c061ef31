import { sql } from 'kysely'
import type { Db } from '#src/server/database.ts'

const SHOWN = ['name', 'created_at', 'updated_at', 'last_used_at'] as const

export const listSecrets = (db: Db, ownerId: string) =>
  db.selectFrom('secret').select(SHOWN).where('owner_id', '=', ownerId).orderBy('name').execute()

export const findSecret = (db: Db, ownerId: string, name: string) =>
  db.selectFrom('secret').select(SHOWN).where('owner_id', '=', ownerId).where('name', '=', name).executeTakeFirst()

/** Sealed values by name. */
export const listSealed = (db: Db, ownerId: string) =>
  db.selectFrom('secret').select(['name', 'value']).where('owner_id', '=', ownerId).execute()

/** The sealed value, once it is noted that it is used now; a minute later is soon enough to note it again. */
export async function useSealed(db: Db, ownerId: string, name: string): Promise<Buffer | undefined> {
  const { rows } = await sql<{ value: Buffer; stale: boolean }>`
    select value, last_used_at is null or last_used_at < now() - interval '1 minute' as stale
      from secret where owner_id = ${ownerId} and name = ${name}`.execute(db)
  const [row] = rows
  if (row?.stale)
    await sql`update secret set last_used_at = now() where owner_id = ${ownerId} and name = ${name}`.execute(db)
  return row?.value
}

/** Names of one person's secrets, which nobody else changes until the transaction ends. */
export async function lockSecrets(transaction: Db, ownerId: string): Promise<Set<string>> {
  await transaction.selectFrom('user').select('id').where('id', '=', ownerId).forUpdate().execute()
  const rows = await transaction.selectFrom('secret').select('name').where('owner_id', '=', ownerId).execute()
  return new Set(rows.map(({ name }) => name))
}

interface SealedSecret {
  readonly ownerId: string
  readonly name: string
  readonly value: Buffer
}

export const storeSecret = (db: Db, { ownerId, name, value }: SealedSecret) =>
  db
    .insertInto('secret')
    .values({ owner_id: ownerId, name, value })
    .onConflict((conflict) =>
      conflict.columns(['owner_id', 'name']).doUpdateSet({ value, updated_at: sql<Date>`now()` }),
    )
    .returning(SHOWN)
    .executeTakeFirstOrThrow()

/** Undefined when there is none of this name. */
export const deleteSecret = (db: Db, ownerId: string, name: string) =>
  db.deleteFrom('secret').where('owner_id', '=', ownerId).where('name', '=', name).returning('name').executeTakeFirst()
