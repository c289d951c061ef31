import { type SqlBool, sql } from 'kysely'
import type { Db } from '#src/server/database.ts'

export type Role = 'user' | 'admin' | 'super_admin'

export interface NewUser {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly passwordHash: string
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
    })
    .onConflict((conflict) => conflict.expression(sql`lower(email)`).doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export const findUserByEmail = (db: Db, email: string) =>
  db
    .selectFrom('user')
    .select(['id', 'name', 'email', 'role', 'created_at', 'password_hash'])
    .where(sql<SqlBool>`lower(email) = lower(${email})`)
    .executeTakeFirst()

export const findUser = (db: Db, id: string) =>
  db.selectFrom('user').select(['id', 'name', 'email', 'role', 'created_at']).where('id', '=', id).executeTakeFirst()

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
}

export const insertSession = (db: Db, session: NewSession) =>
  db
    .insertInto('session')
    .values({
      token_hash: session.tokenHash,
      user_id: session.userId,
      expires_at: session.expiresAt,
      user_agent: session.userAgent,
      address: session.address,
    })
    .execute()

/** The person behind a live session; `idleSeconds` is the longest pause between two requests. */
export const findSession = (db: Db, tokenHash: Buffer, idleSeconds: number) =>
  db
    .selectFrom('session')
    .innerJoin('user', 'user.id', 'session.user_id')
    .select(['user.id', 'user.name', 'user.email', 'user.role', 'session.last_seen_at'])
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', sql<Date>`now()`)
    .where('last_seen_at', '>', sql<Date>`now() - make_interval(secs => ${idleSeconds})`)
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
