import { hkdfSync } from 'node:crypto'
import type { Db } from '#src/server/database.ts'
import { MasterKeyError } from './master-key.ts'

/**
 * Remembers the first master key of a database and refuses any other: what was sealed under the first could not be
 * read, and what the second seals would be lost to the first. The fingerprint says nothing about the key.
 */
export async function checkMasterKey(db: Db, masterKey: Uint8Array): Promise<void> {
  const fingerprint = Buffer.from(hkdfSync('sha256', masterKey, '', 'fettle fingerprint', 32))
  await db
    .insertInto('master_key')
    .values({ fingerprint })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const known = await db.selectFrom('master_key').select('fingerprint').executeTakeFirstOrThrow()
  if (!fingerprint.equals(known.fingerprint))
    throw new MasterKeyError(
      'The master key (SECRET_KEY, or secret.key in the data folder) is not the one that this database was first used with. Start with that one.',
    )
}
