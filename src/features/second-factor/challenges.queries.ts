import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#src/server/database.ts'
import type { SecondFactor } from './second-factor.schema.ts'

export type ChallengeKind = 'second-factor' | 'passkey-sign-in' | 'passkey-enrolment'

export interface NewChallenge {
  readonly kind: ChallengeKind
  /** Null while nobody has said who they are. */
  readonly userId: string | null
  /** What an authenticator has to sign. */
  readonly challenge?: string
}

const LIFE_SECONDS = 300
/** Wrong codes that one challenge takes. */
const MAX_ATTEMPTS = 5

const hashToken = (token: string) => createHash('sha256').update(token).digest()

/** Remembers a sign-in that is half done; the token in the answer leads on for five minutes. */
export async function insertChallenge(db: Db, { kind, userId, challenge }: NewChallenge): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await db
    .insertInto('sign_in_challenge')
    .values({
      token_hash: hashToken(token),
      kind,
      user_id: userId,
      challenge: challenge ?? null,
      expires_at: sql<Date>`now() + make_interval(secs => ${LIFE_SECONDS})`,
    })
    .execute()
  return token
}

/** The challenge, without an attempt; undefined when it is unknown, over, or has been tried too often. */
export const findChallenge = (db: Db, kind: ChallengeKind, token: string) =>
  db
    .selectFrom('sign_in_challenge')
    .select('user_id')
    .where('token_hash', '=', hashToken(token))
    .where('kind', '=', kind)
    .where('expires_at', '>', sql<Date>`now()`)
    .where('attempts', '<', MAX_ATTEMPTS)
    .executeTakeFirst()

/** Counts one attempt; false when none is left. */
export async function countAttempt(db: Db, token: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('sign_in_challenge')
    .set((set) => ({ attempts: set('attempts', '+', 1) }))
    .where('token_hash', '=', hashToken(token))
    .where('expires_at', '>', sql<Date>`now()`)
    .where('attempts', '<', MAX_ATTEMPTS)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** The challenge for the one caller who takes it; undefined when it is unknown or over. */
export const takeChallenge = (db: Db, kind: ChallengeKind, token: string) =>
  db
    .deleteFrom('sign_in_challenge')
    .where('token_hash', '=', hashToken(token))
    .where('kind', '=', kind)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning(['user_id', 'challenge'])
    .executeTakeFirst()

export const deleteEndedChallenges = (db: Db) =>
  db.deleteFrom('sign_in_challenge').where('expires_at', '<=', sql<Date>`now()`).execute()

/** Which second factors this person can answer with. */
export async function listMethods(db: Db, userId: string): Promise<SecondFactor[]> {
  const { rows } = await sql<{ totp: boolean; recovery: boolean; passkey: boolean }>`
    select exists (select from totp where user_id = ${userId} and confirmed_at is not null) as totp,
      exists (select from recovery_code where user_id = ${userId} and used_at is null) as recovery,
      exists (select from passkey where user_id = ${userId}) as passkey`.execute(db)
  const [found] = rows
  return [
    ...(found?.totp ? (['totp'] as const) : []),
    ...(found?.passkey ? (['passkey'] as const) : []),
    ...(found?.recovery ? (['recovery-code'] as const) : []),
  ]
}
