import { hkdfSync } from 'node:crypto'
import type { Db } from '#src/server/database.ts'
import { MasterKeyError } from './master-key.ts'

/** Says which key it is and nothing about it. */
export const fingerprintOf = (masterKey: Uint8Array): Buffer =>
  Buffer.from(hkdfSync('sha256', masterKey, '', 'fettle fingerprint', 32))

/**
 * Remembers the first master key of a database and refuses any other: what was sealed under the first could not be
 * read, and what the second seals would be lost to the first.
 */
export async function checkMasterKey(db: Db, masterKey: Uint8Array): Promise<void> {
  const fingerprint = fingerprintOf(masterKey)
  await db
    .insertInto('master_key')
    .values({ fingerprint })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const known = await db.selectFrom('master_key').select(['fingerprint', 'next_fingerprint']).executeTakeFirstOrThrow()
  if (known.next_fingerprint !== null)
    throw new MasterKeyError('A change of the master key has begun and is not done. Run "npm run key:rotate" again.')
  if (!fingerprint.equals(known.fingerprint))
    throw new MasterKeyError(
      'The master key (SECRET_KEY, or secret.key in the data folder) is not the one that this database uses. Start with that one.',
    )
}
