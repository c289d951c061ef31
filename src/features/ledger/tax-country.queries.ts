import type { Db } from '#src/server/database.ts'
import { conflict } from '#src/server/http/app-error.ts'
import type { TaxRates } from './tax.ts'

const countryRequired = () =>
  conflict(
    'COUNTRY_REQUIRED',
    'What you pay depends on your country. Enter your billing details first, then try again.',
  )

/** Of somebody's billing details; null while there are none. */
export async function findCountry(db: Db, userId: string): Promise<string | null> {
  const row = await db.selectFrom('billing_details').select('country').where('user_id', '=', userId).executeTakeFirst()
  return row?.country ?? null
}

/** Throws 409 where a country has a rate and nobody knows the buyer's. */
export async function countryOf(db: Db, userId: string, rates: TaxRates): Promise<string | null> {
  const country = rates.size === 0 ? null : await findCountry(db, userId)
  if (country === null && rates.size > 0) throw countryRequired()
  return country
}
