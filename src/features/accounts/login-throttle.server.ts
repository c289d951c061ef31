import type { Db } from '#src/server/database.ts'
import { tooManyRequests } from '#src/server/http/app-error.ts'
import type { Limiter, Rate } from '#src/server/http/limiter.ts'
import { isKnownAddress } from './accounts.queries.ts'

const ACCOUNT_RATES: readonly Rate[] = ['6/min', '12/h']

/**
 * Counts tries per account. Who has signed in from an address before has tries of their own there: a stranger who
 * guesses elsewhere cannot lock them out.
 */
export const throttleAccount = async (db: Db, limiter: Limiter, email: string, address: string): Promise<void> => {
  const known = await isKnownAddress(db, email, address)
  const key = `login ${email.toLowerCase()}${known ? ` ${address}` : ''}`
  for (const rate of ACCOUNT_RATES) {
    const wait = limiter.take(rate, key)
    // What the minute refuses does not use up the hour.
    if (wait > 0) throw tooManyRequests(wait)
  }
}
