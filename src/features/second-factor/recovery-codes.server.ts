import type { Db } from '#src/server/database.ts'
import { hashRecoveryCode, newRecoveryCodes } from './recovery-codes.ts'
import { replaceRecoveryCodes } from './second-factor.queries.ts'

/** New codes in place of the old ones. Nobody can read them again: only their hashes are kept. */
export async function issueRecoveryCodes(transaction: Db, userId: string): Promise<string[]> {
  const codes = newRecoveryCodes()
  await replaceRecoveryCodes(transaction, userId, codes.map(hashRecoveryCode))
  return codes
}
