import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '#src/app/test-app.ts'

let fettle: TestApp
beforeAll(async () => {
  fettle = await startTestApp()
})
afterAll(() => fettle.stop())

const NEW = 'a quite different sentence'
const change = (person: Person, body: object) => person.post('/api/user/password', body)
const detailsOf = ({ status, body }: Awaited<ReturnType<typeof change>>) => [
  status,
  (body.error as { details: unknown } | undefined)?.details,
]
const logIn = async ({ email }: Person, password: string) =>
  (await fettle.visitor().post('/api/login', { email, password })).status

test('a new password ends the other sessions, keeps this one, and is told', async () => {
  const person = await fettle.aPerson()
  const elsewhere = fettle.visitor()
  await elsewhere.post('/api/login', { email: person.email, password: person.password })
  const changed = await change(person, { currentPassword: person.password, newPassword: NEW })
  expect([changed.status, changed.body]).toEqual([200, { endedSessions: 1 }])
  expect((await elsewhere.get('/api/user')).status).toBe(401)
  expect((await person.get('/api/user')).status).toBe(200)
  expect([await logIn(person, person.password), await logIn(person, NEW)]).toEqual([401, 200])

  const { pool } = fettle.database
  const mails = await pool.query(`select to_address from mail where user_id = $1 and subject = $2`, [
    person.id,
    'Your password was changed',
  ])
  expect(mails.rows).toEqual([{ to_address: person.email }])
  const audit = await pool.query<{ details: string }>(
    `select details from audit_entry where actor_id = $1 and action = 'password.changed'`,
    [person.id],
  )
  expect(audit.rows).toEqual([{ details: '{"endedSessions":1}' }])
})

test('a half-finished sign-in with the old password is over', async () => {
  const person = await fettle.aPerson()
  const { pool } = fettle.database
  await pool.query(
    `insert into sign_in_challenge (token_hash, kind, user_id, expires_at)
     values ('\\x01', 'second-factor', $1, now() + interval '5 minutes')`,
    [person.id],
  )
  await change(person, { currentPassword: person.password, newPassword: NEW })
  const { rowCount } = await pool.query('select 1 from sign_in_challenge where user_id = $1', [person.id])
  expect(rowCount).toBe(0)
})

test('what is wrong is said at its field, and the password stays', async () => {
  const person = await fettle.aPerson()
  const { password } = person
  expect(detailsOf(await change(person, { newPassword: NEW }))).toEqual([
    422,
    [{ field: 'currentPassword', message: 'Password is required' }],
  ])
  expect(detailsOf(await change(person, { currentPassword: 'guess', newPassword: NEW }))).toEqual([
    422,
    [{ field: 'currentPassword', message: 'This password is wrong' }],
  ])
  expect(detailsOf(await change(person, { currentPassword: password, newPassword: 'short' }))).toEqual([
    422,
    [{ field: 'newPassword', message: 'Password must be at least 8 characters' }],
  ])
  expect(detailsOf(await change(person, { currentPassword: password, newPassword: 'Password123' }))).toEqual([
    422,
    [{ field: 'newPassword', message: 'This password is known from data breaches. Choose another one.' }],
  ])
  expect(detailsOf(await change(person, { currentPassword: password, newPassword: password }))).toEqual([
    422,
    [{ field: 'newPassword', message: 'This is your password already' }],
  ])
  expect(await logIn(person, password)).toBe(200)
})

test('guessing at the password of an open session is throttled like signing in', async () => {
  const person = await fettle.aPerson()
  const guess = () => change(person, { currentPassword: 'guess', newPassword: NEW })
  for (let i = 0; i < 6; i++) expect((await guess()).status).toBe(422)
  expect((await guess()).status).toBe(429)
})

test('with a second factor the password alone is no new proof', async () => {
  const person = await fettle.aPerson()
  const { pool } = fettle.database
  await pool.query(`insert into totp (user_id, secret, confirmed_at) values ($1, '\\x00', now())`, [person.id])
  await pool.query(`update session set authenticated_at = now() - interval '11 minutes' where user_id = $1`, [
    person.id,
  ])
  const body = { currentPassword: person.password, newPassword: NEW }
  const stale = await change(person, body)
  expect([stale.status, stale.body.error]).toEqual([403, expect.objectContaining({ code: 'FRESH_SIGN_IN_REQUIRED' })])
  await pool.query('update session set authenticated_at = now(), second_factor_at = now() where user_id = $1', [
    person.id,
  ])
  expect((await change(person, body)).status).toBe(200)
})

test('an account without a password sets its first one after a fresh sign-in', async () => {
  const person = await fettle.aPerson()
  const { pool } = fettle.database
  await pool.query('update "user" set password_hash = null where id = $1', [person.id])
  await pool.query(`update session set authenticated_at = now() - interval '11 minutes' where user_id = $1`, [
    person.id,
  ])
  expect((await change(person, { newPassword: NEW })).status).toBe(403)
  await pool.query('update session set authenticated_at = now() where user_id = $1', [person.id])
  expect((await change(person, { newPassword: NEW })).status).toBe(200)
  expect(await logIn(person, NEW)).toBe(200)
})

test('a visitor changes nothing', async () => {
  expect((await fettle.visitor().post('/api/user/password', { newPassword: NEW })).status).toBe(401)
})
