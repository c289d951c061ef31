import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { uuidv7 } from '#src/lib/ids.ts'
import type { Db } from '#src/server/database.ts'

const hashOf = (secret: string) => createHash('sha256').update(secret).digest()
const VISIT_SECONDS = 600

export interface Visit {
  readonly state: string
  readonly proof: string
  readonly nonce: string
  readonly codeVerifier: string
  /** Null for signing in. */
  readonly userId: string | null
}

export const insertVisit = (db: Db, { state, proof, nonce, codeVerifier, userId }: Visit) =>
  db
    .insertInto('provider_visit')
    .values({
      state_hash: hashOf(state),
      proof_hash: hashOf(proof),
      nonce,
      code_verifier: codeVerifier,
      user_id: userId,
      expires_at: sql<Date>`now() + make_interval(secs => ${VISIT_SECONDS})`,
    })
    .execute()

/** A visit comes back once, to the browser that left; `userId` says who wanted to link, if that was its purpose. */
export const takeVisit = (db: Db, state: string, proof: string, userId: string | null) =>
  db
    .deleteFrom('provider_visit')
    .where('state_hash', '=', hashOf(state))
    .where('proof_hash', '=', hashOf(proof))
    .where('user_id', 'is not distinct from', userId)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning(['nonce', 'code_verifier'])
    .executeTakeFirst()

export const deleteEndedVisits = (db: Db) =>
  db.deleteFrom('provider_visit').where('expires_at', '<=', sql<Date>`now()`).execute()

/** Who this is here, if anybody; remembers the use. */
export const recordIdentityUse = (db: Db, issuer: string, subject: string) =>
  db
    .updateTable('provider_identity')
    .set({ last_used_at: sql<Date>`now()` })
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .returning('user_id')
    .executeTakeFirst()

export interface NewIdentity {
  readonly issuer: string
  readonly subject: string
  readonly userId: string
  readonly email: string
}

/** False when somebody is linked with it already. */
export async function insertIdentity(db: Db, { issuer, subject, userId, email }: NewIdentity): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('provider_identity')
    .values({ id: uuidv7(), issuer, subject, user_id: userId, email })
    .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export const listIdentities = (db: Db, userId: string) =>
  db
    .selectFrom('provider_identity')
    .select(['id', 'email', 'linked_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .orderBy('linked_at')
    .execute()

/** False when it is not this person's. */
export async function deleteIdentity(db: Db, userId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('provider_identity')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/** How a person could still sign in. Locks the account, so that two removals at once do not leave none. */
export async function countSignInMethods(transaction: Db, userId: string): Promise<number> {
  await transaction.selectFrom('user').select('id').where('id', '=', userId).forUpdate().execute()
  const { rows } = await sql<{ methods: number }>`
    select (select count(*) from "user" where id = ${userId} and password_hash is not null)
         + (select count(*) from passkey where user_id = ${userId})
         + (select count(*) from provider_identity where user_id = ${userId}) as methods`.execute(transaction)
  return rows[0]?.methods ?? 0
}
