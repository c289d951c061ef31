import { sql } from 'kysely'
import type { Db } from '#src/server/database.ts'

export const lockAccount = (transaction: Db, userId: string) =>
  transaction
    .selectFrom('user')
    .select(['email', 'email_verified_at'])
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow()

/** The link that was used came by mail, so the address is confirmed as well. */
export const setPassword = (transaction: Db, userId: string, passwordHash: string) =>
  transaction
    .updateTable('user')
    .set({
      password_hash: passwordHash,
      email_verified_at: sql<Date>`coalesce(email_verified_at, now())`,
    })
    .where('id', '=', userId)
    .execute()

/** Sign-ins that wait for their second step: their first one was the old password. */
export const dropChallenges = (transaction: Db, userId: string) =>
  transaction.deleteFrom('sign_in_challenge').where('user_id', '=', userId).execute()

/** Every other way into the account. */
export async function dropOtherCredentials(transaction: Db, userId: string): Promise<void> {
  for (const table of ['passkey', 'totp', 'recovery_code', 'api_key', 'provider_identity', 'provider_visit'] as const)
    await transaction.deleteFrom(table).where('user_id', '=', userId).execute()
}
