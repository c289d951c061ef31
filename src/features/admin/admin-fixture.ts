import type { Person, TestApp } from '#src/app/test-app.ts'
import type { Role } from '#src/lib/roles.ts'

interface Ranked {
  readonly role: Role
  /** Whether the second factor was passed in the session, and how long ago. Default: just now. */
  readonly secondFactor?: 'none' | 'not-passed' | 'an hour ago'
}

/** Somebody signed in with this role; the second factor is put into the database, past the pages that set it up. */
export async function aRanked(
  { aPerson, database: { pool } }: TestApp,
  { role, secondFactor }: Ranked,
): Promise<Person> {
  const person = await aPerson()
  await pool.query('update "user" set role = $2 where id = $1', [person.id, role])
  if (secondFactor === 'none') return person
  await pool.query('insert into totp (user_id, secret, confirmed_at) values ($1, $2, now())', [
    person.id,
    Buffer.alloc(20),
  ])
  if (secondFactor === 'not-passed') return person
  const ago = secondFactor === undefined ? '0' : '1 hour'
  await pool.query(
    `update session set second_factor_at = now() - $2::interval, authenticated_at = now() - $2::interval
      where user_id = $1`,
    [person.id, ago],
  )
  return person
}
