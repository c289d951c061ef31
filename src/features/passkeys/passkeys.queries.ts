import { sql } from 'kysely'
import type { Db } from '#src/server/database.ts'

const CARD = ['id', 'name', 'backed_up', 'created_at', 'last_used_at'] as const

export const listPasskeys = (db: Db, userId: string) =>
  db.selectFrom('passkey').select(CARD).where('user_id', '=', userId).orderBy('created_at').orderBy('id').execute()

/** What a browser needs to find the right authenticator. */
export const listCredentials = (db: Db, userId: string) =>
  db.selectFrom('passkey').select(['credential_id', 'transports']).where('user_id', '=', userId).execute()

export const findCredential = (db: Db, credentialId: Buffer) =>
  db
    .selectFrom('passkey')
    .select(['id', 'user_id', 'public_key', 'counter', 'transports'])
    .where('credential_id', '=', credentialId)
    .executeTakeFirst()

export interface NewPasskey {
  readonly id: string
  readonly userId: string
  readonly credentialId: Buffer
  readonly publicKey: Buffer
  readonly counter: number
  readonly transports: readonly string[]
  readonly name: string
  readonly backedUp: boolean
}

/** Undefined when the credential is enrolled already, whoever has it. */
export const insertPasskey = (db: Db, passkey: NewPasskey) =>
  db
    .insertInto('passkey')
    .values({
      id: passkey.id,
      user_id: passkey.userId,
      credential_id: passkey.credentialId,
      public_key: passkey.publicKey,
      counter: passkey.counter,
      transports: [...passkey.transports],
      name: passkey.name,
      backed_up: passkey.backedUp,
    })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning(CARD)
    .executeTakeFirst()

/** Held while passkeys of one person are added, so that two at once do not pass the limit. */
export const lockOwner = (transaction: Db, userId: string) =>
  transaction.selectFrom('user').select('id').where('id', '=', userId).forUpdate().executeTakeFirst()

export async function countPasskeys(db: Db, userId: string): Promise<number> {
  const row = await db
    .selectFrom('passkey')
    .select((select) => select.fn.countAll<string>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** False when the counter does not go on from the last one: of two copies of a key, the second to come is refused. */
export async function recordUse(db: Db, id: string, counter: number, backedUp: boolean): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('passkey')
    .set({ counter, backed_up: backedUp, last_used_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where((where) =>
      // Authenticators that sync their keys do not count and always say 0.
      counter === 0 ? where('counter', '=', 0) : where('counter', '<', counter),
    )
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export const renamePasskey = (db: Db, userId: string, id: string, name: string) =>
  db
    .updateTable('passkey')
    .set({ name })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning(CARD)
    .executeTakeFirst()

export const deletePasskey = (db: Db, userId: string, id: string) =>
  db.deleteFrom('passkey').where('id', '=', id).where('user_id', '=', userId).returning('name').executeTakeFirst()
