import { hash } from '@node-rs/argon2'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '#src/app/test-app.ts'

let fettle: TestApp
beforeAll(async () => {
  fettle = await startTestApp()
})
afterAll(() => fettle.stop())

const logIn = ({ email, password }: Pick<Person, 'email' | 'password'>) =>
  fettle.visitor().post('/api/login', { email, password })
const passwordHashOf = async ({ id }: Person): Promise<string> => {
  const { rows } = await fettle.database.pool.query('select password_hash from "user" where id = $1', [id])
  return rows[0].password_hash
}

/** Signs in while another connection is changing the account, and lets it commit once the sign-in waits for it. */
async function logInDuring(person: Person, change: string) {
  const client = await fettle.database.pool.connect()
  try {
    await client.query('begin')
    await client.query(change, [person.id])
    await client.query('delete from session where user_id = $1', [person.id])
    const answer = logIn(person)
    await expect
      .poll(async () => {
        const { rows } = await fettle.database.pool.query(
          `select count(*) as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        )
        return rows[0].waiting
      })
      .toBe(1)
    await client.query('commit')
    return await answer
  } finally {
    client.release()
  }
}

// trust.md rows 4 and 5: whoever knows the old password must not win the race against the new one.
test.each([
  ['its password is being changed', `update "user" set password_hash = 'another' where id = $1`],
  ['it is being suspended', `update "user" set suspended_at = now(), suspended_reason = 'spam' where id = $1`],
])('no session begins for an account while %s', async (_, change) => {
  const person = await fettle.aPerson()
  const answer = await logInDuring(person, change)
  expect([answer.status, answer.headers['set-cookie']]).toEqual([401, undefined])
  const sessions = await fettle.database.pool.query('select from session where user_id = $1', [person.id])
  expect(sessions.rowCount).toBe(0)
})

test('a hash of other costs is made anew when its password is right', async () => {
  const person = await fettle.aPerson()
  const old = await hash(person.password, { memoryCost: 8192, timeCost: 1, parallelism: 1 })
  await fettle.database.pool.query('update "user" set password_hash = $2 where id = $1', [person.id, old])
  expect((await logIn({ ...person, password: 'wrong' })).status).toBe(401)
  expect(await passwordHashOf(person)).toBe(old)
  expect((await logIn(person)).status).toBe(200)
  expect(await passwordHashOf(person)).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect((await logIn(person)).status).toBe(200)
})

test('registering, signing in and wrong passwords are in the audit log', async () => {
  const person = await fettle.aPerson()
  await logIn(person)
  await logIn({ ...person, password: 'not the one' })
  await logIn({ email: 'nobody@example.com', password: 'not the one' })
  const entries = () =>
    fettle.database.db
      .selectFrom('audit_entry')
      .select(['action', 'actor_id', 'details'])
      .where('target', '=', `user ${person.id}`)
      .orderBy('seq')
      .execute()
  await expect.poll(entries).toEqual([
    { action: 'account.registered', actor_id: person.id, details: '{"role":"user"}' },
    { action: 'signed-in', actor_id: person.id, details: '{"method":"registration","secondFactor":false}' },
    { action: 'signed-in', actor_id: person.id, details: '{"method":"password","secondFactor":false}' },
    { action: 'password.failed', actor_id: null, details: '{}' },
  ])
})
