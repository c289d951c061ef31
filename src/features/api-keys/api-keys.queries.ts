import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#src/server/database.ts'

export const hashKey = (token: string): Buffer => createHash('sha256').update(token).digest()

/** The key with its owner; undefined when it is unknown, past its end, or its owner is suspended or leaving. */
export const findKeyOwner = (db: Db, token: string) =>
  db
    .selectFrom('api_key')
    .innerJoin('user', 'user.id', 'api_key.user_id')
    .select(['user.id', 'user.name', 'user.email', 'user.role', 'user.email_verified_at'])
    .select(['api_key.id as key_id', 'api_key.scopes', 'api_key.last_used_at'])
    .where('token_hash', '=', hashKey(token))
    .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', sql<Date>`now()`)]))
    .where('user.suspended_at', 'is', null)
    .where('user.deletion_due_at', 'is', null)
    .executeTakeFirst()

export const touchKey = (db: Db, id: string) =>
  db.updateTable('api_key').set({ last_used_at: sql<Date>`now()` }).where('id', '=', id).execute()

const KEY = ['id', 'name', 'hint', 'scopes', 'created_at', 'last_used_at', 'expires_at'] as const

export const listKeys = (db: Db, userId: string) =>
  db.selectFrom('api_key').select(KEY).where('user_id', '=', userId).orderBy('created_at', 'desc').execute()

/** Keys of one person are counted one after the other, so that two at once cannot pass the limit. */
export async function countKeysLocked(transaction: Db, userId: string): Promise<number> {
  await transaction.selectFrom('user').select('id').where('id', '=', userId).forUpdate().execute()
  const row = await transaction
    .selectFrom('api_key')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return row.count
}

export interface KeyRow {
  readonly id: string
  readonly userId: string
  readonly name: string
  readonly tokenHash: Buffer
  readonly hint: string
  readonly scopes: string[]
  readonly expiresAt: Date | null
}

export const insertKey = (db: Db, key: KeyRow) =>
  db
    .insertInto('api_key')
    .values({
      id: key.id,
      user_id: key.userId,
      name: key.name,
      token_hash: key.tokenHash,
      hint: key.hint,
      scopes: key.scopes,
      expires_at: key.expiresAt,
    })
    .returning(KEY)
    .executeTakeFirstOrThrow()

/** The name of the revoked key; undefined when it is not this person's. */
export const deleteKey = (db: Db, userId: string, id: string) =>
  db.deleteFrom('api_key').where('id', '=', id).where('user_id', '=', userId).returning('name').executeTakeFirst()
