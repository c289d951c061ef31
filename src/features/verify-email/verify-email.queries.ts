import { type SqlBool, sql } from 'kysely'
import type { Db } from '#src/server/database.ts'

/** Locked until the transaction ends, so that two links cannot change one account at once. */
export const lockOwner = (transaction: Db, userId: string) =>
  transaction
    .selectFrom('user')
    .select(['email', 'email_verified_at'])
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow()

export const findOwnerOf = (db: Db, email: string) =>
  db.selectFrom('user').select('id').where(sql<SqlBool>`lower(email) = lower(${email})`).executeTakeFirst()

export const markVerified = (db: Db, userId: string) =>
  db
    .updateTable('user')
    .set({ email_verified_at: sql<Date>`now()` })
    .where('id', '=', userId)
    .where('email_verified_at', 'is', null)
    .execute()

export const setConfirmedEmail = (db: Db, userId: string, email: string) =>
  db.updateTable('user').set({ email, email_verified_at: sql<Date>`now()` }).where('id', '=', userId).execute()
