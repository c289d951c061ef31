import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#src/server/database.ts'

export type TokenPurpose = 'verify-email' | 'change-email' | 'reset-password'

export interface EmailToken {
  readonly purpose: TokenPurpose
  readonly userId: string
  /** Where the link was sent. */
  readonly email: string
}

const hashOf = (token: string) => createHash('sha256').update(token).digest()

/** The secret part of a link that is mailed to `email`; earlier ones stay good, as mails overtake each other. */
export async function issueEmailToken(
  db: Db,
  { purpose, userId, email, minutes }: EmailToken & { readonly minutes: number },
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await db
    .insertInto('email_token')
    .values({
      token_hash: hashOf(token),
      ...{ purpose, user_id: userId, email },
      expires_at: sql<Date>`now() + make_interval(mins => ${minutes})`,
    })
    .execute()
  return token
}

/** Looks without using it up. */
export const findEmailToken = (db: Db, token: string, purposes: readonly TokenPurpose[]) =>
  db
    .selectFrom('email_token')
    .innerJoin('user', 'user.id', 'email_token.user_id')
    .select(['user.id as userId', 'user.name', 'user.email'])
    .where('token_hash', '=', hashOf(token))
    .where('purpose', 'in', purposes)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()

/** Uses it up, and with it all others that were sent for the same; undefined when it is not good, or no longer. */
export async function takeEmailToken(
  transaction: Db,
  token: string,
  purposes: readonly TokenPurpose[],
): Promise<EmailToken | undefined> {
  const row = await transaction
    .deleteFrom('email_token')
    .where('token_hash', '=', hashOf(token))
    .where('purpose', 'in', purposes)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning(['purpose', 'user_id', 'email'])
    .executeTakeFirst()
  if (row === undefined) return undefined
  const found = { purpose: row.purpose as TokenPurpose, userId: row.user_id, email: row.email }
  await dropEmailTokens(transaction, found.userId, [found.purpose])
  return found
}

export const dropEmailTokens = (db: Db, userId: string, purposes: readonly TokenPurpose[]) =>
  db.deleteFrom('email_token').where('user_id', '=', userId).where('purpose', 'in', purposes).execute()

export const forgetOldEmailTokens = (db: Db) =>
  db.deleteFrom('email_token').where('expires_at', '<=', sql<Date>`now()`).execute()
