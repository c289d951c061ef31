import { type SqlBool, sql } from 'kysely'
import type { Role } from '#src/lib/roles.ts'
import type { Db } from '#src/server/database.ts'

export interface NewUser {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly passwordHash: string | null
  /** True when somebody else vouches for the address. */
  readonly emailVerified?: boolean
  readonly role: Role
}

/** False when the address is taken, whatever its case. */
export async function insertUser(db: Db, user: NewUser): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('user')
    .values({
      id: user.id,
      name: user.name,
      email: user.email,
      password_hash: user.passwordHash,
      role: user.role,
      ...(user.emailVerified && { email_verified_at: sql<Date>`now()` }),
    })
    .onConflict((conflict) => conflict.expression(sql`lower(email)`).doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** One of these is enough: an authenticator app that was confirmed, or a passkey. */
const hasSecondFactor = sql<boolean>`(
  exists (select from totp where totp.user_id = "user".id and totp.confirmed_at is not null)
  or exists (select from passkey where passkey.user_id = "user".id))`

const ACCOUNT = [
  'user.id',
  'user.name',
  'user.email',
  'user.role',
  'user.created_at',
  'user.email_verified_at',
  'user.suspended_at',
  'user.deletion_due_at',
] as const

export const findUserByEmail = (db: Db, email: string) =>
  db
    .selectFrom('user')
    .select([...ACCOUNT, 'password_hash', hasSecondFactor.as('has_second_factor')])
    .where(sql<SqlBool>`lower(email) = lower(${email})`)
    .executeTakeFirst()

export const findUser = (db: Db, id: string) =>
  db
    .selectFrom('user')
    .leftJoin('avatar', 'avatar.user_id', 'user.id')
    .select([...ACCOUNT, hasSecondFactor.as('has_second_factor'), 'avatar.id as avatar_id'])
    .where('user.id', '=', id)
    .executeTakeFirst()

export const findPasswordHash = async (db: Db, id: string): Promise<string | null> => {
  const row = await db.selectFrom('user').select('password_hash').where('id', '=', id).executeTakeFirst()
  return row?.password_hash ?? null
}

export const updatePasswordHash = (db: Db, id: string, passwordHash: string) =>
  db.updateTable('user').set({ password_hash: passwordHash }).where('id', '=', id).execute()

/** The same password under today's costs; a password that was changed meanwhile stays. */
export const replacePasswordHash = (db: Db, id: string, old: string, renewed: string) =>
  db.updateTable('user').set({ password_hash: renewed }).where('id', '=', id).where('password_hash', '=', old).execute()

export const countUsers = async (db: Db): Promise<number> => {
  const row = await db
    .selectFrom('user')
    .select((select) => select.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

export interface NewSession {
  readonly tokenHash: Buffer
  readonly userId: string
  readonly expiresAt: Date
  readonly userAgent: string
  readonly address: string
  /** Whether a second factor was passed. */
  readonly secondFactor: boolean
  /** What the password was compared with, when it was one that opened the account. */
  readonly passwordHash: string | undefined
}

/** False when the account was suspended, or its password changed, since the proof was looked at. */
export async function insertSession(db: Db, session: NewSession): Promise<boolean> {
  const { tokenHash, userId, expiresAt, userAgent, address, secondFactor, passwordHash } = session
  // `for share` waits for a change that is under way, and makes a later one wait: either it is seen here, or it ends
  // this session with the others.
  const { numAffectedRows } = await sql`
    insert into session (token_hash, user_id, expires_at, user_agent, address, second_factor_at)
    select ${tokenHash}::bytea, id, ${expiresAt}::timestamptz, ${userAgent}::text, ${address}::text,
           case when ${secondFactor}::boolean then now() end
      from "user"
     where id = ${userId} and suspended_at is null
       and password_hash is not distinct from coalesce(${passwordHash ?? null}::text, password_hash)
       for share`.execute(db)
  return numAffectedRows === 1n
}

/** The person behind a live session; `idleSeconds` is the longest pause between two requests. */
export const findSession = (db: Db, tokenHash: Buffer, idleSeconds: number) =>
  db
    .selectFrom('session')
    .innerJoin('user', 'user.id', 'session.user_id')
    .select([...ACCOUNT, hasSecondFactor.as('has_second_factor')])
    .select(['session.id as session_id', 'last_seen_at', 'authenticated_at', 'second_factor_at'])
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', sql<Date>`now()`)
    .where('last_seen_at', '>', sql<Date>`now() - make_interval(secs => ${idleSeconds})`)
    .where('user.suspended_at', 'is', null)
    .executeTakeFirst()

export const touchSession = (db: Db, tokenHash: Buffer) =>
  db.updateTable('session').set({ last_seen_at: sql<Date>`now()` }).where('token_hash', '=', tokenHash).execute()

/** Removes the sessions that `findSession` would not find any more. */
export const deleteEndedSessions = (db: Db, idleSeconds: number) =>
  db
    .deleteFrom('session')
    .where((where) =>
      where.or([
        where('expires_at', '<=', sql<Date>`now()`),
        where('last_seen_at', '<=', sql<Date>`now() - make_interval(secs => ${idleSeconds})`),
      ]),
    )
    .execute()

export const deleteSession = (db: Db, tokenHash: Buffer) =>
  db.deleteFrom('session').where('token_hash', '=', tokenHash).execute()

/** Ends every session of a person but one; returns how many. */
export async function deleteSessionsOf(db: Db, userId: string, except?: string): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('session')
    .where('user_id', '=', userId)
    .$if(except !== undefined, (query) => query.where('id', '!=', except ?? ''))
    .executeTakeFirst()
  return Number(numDeletedRows)
}

export interface RenewedSession {
  readonly tokenHash: Buffer
  readonly expiresAt: Date
  readonly secondFactor: boolean
}

/** The person has just proved again who they are: the session goes on under a new token. False when it has ended. */
export async function renewSession(db: Db, sessionId: string, renewed: RenewedSession): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('session')
    .set({
      token_hash: renewed.tokenHash,
      expires_at: renewed.expiresAt,
      authenticated_at: sql<Date>`now()`,
      ...(renewed.secondFactor && { second_factor_at: sql<Date>`now()` }),
    })
    .where('id', '=', sessionId)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Whether this person has signed in from this address before; false for an unknown email. */
export const isKnownAddress = async (db: Db, email: string, address: string): Promise<boolean> => {
  const row = await db
    .selectFrom('known_address')
    .innerJoin('user', 'user.id', 'known_address.user_id')
    .select('known_address.user_id')
    .where(sql<SqlBool>`lower(email) = lower(${email})`)
    .where('address', '=', address)
    .executeTakeFirst()
  return row !== undefined
}

/** Where this person has signed in from, and with what they are signed in now. */
export async function findFamiliar(db: Db, userId: string): Promise<{ addresses: string[]; userAgents: string[] }> {
  const addresses = await db.selectFrom('known_address').select('address').where('user_id', '=', userId).execute()
  const sessions = await db
    .selectFrom('session')
    .select('user_agent')
    .where('user_id', '=', userId)
    .where('expires_at', '>', sql<Date>`now()`)
    .execute()
  return {
    addresses: addresses.map(({ address }) => address),
    userAgents: sessions.map(({ user_agent }) => user_agent),
  }
}

export const rememberAddress = (db: Db, userId: string, address: string) =>
  db
    .insertInto('known_address')
    .values({ user_id: userId, address })
    .onConflict((conflict) => conflict.columns(['user_id', 'address']).doUpdateSet({ seen_at: sql<Date>`now()` }))
    .execute()

export const forgetOldAddresses = (db: Db, days: number) =>
  db.deleteFrom('known_address').where('seen_at', '<', sql<Date>`now() - make_interval(days => ${days})`).execute()
