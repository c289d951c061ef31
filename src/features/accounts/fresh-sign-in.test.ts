import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '#src/app/test-app.ts'

let fettle: TestApp
beforeAll(async () => {
  fettle = await startTestApp()
})
afterAll(() => fettle.stop())

const makeStale = ({ id }: Person) =>
  fettle.database.pool.query(`update session set authenticated_at = now() - interval '11 minutes' where user_id = $1`, [
    id,
  ])
/** Any call whose endpoint asks for a fresh sign-in. */
const change = (person: Person) => person.post('/api/keys', { name: 'a key', scopes: ['read'] })

test('after ten minutes a sensitive change asks for the password again, and then goes through', async () => {
  const person = await fettle.aPerson()
  await makeStale(person)
  const refused = await change(person)
  expect([refused.status, refused.body.error]).toMatchObject([403, { code: 'FRESH_SIGN_IN_REQUIRED' }])
  expect((await person.get('/api/reauthenticate')).body).toEqual({ password: true, secondFactors: [] })
  const proved = await person.post('/api/reauthenticate', { password: person.password })
  expect([proved.status, proved.body]).toEqual([200, { secondFactor: false }])
  expect((await change(person)).status).toBe(201)
})

test('the session goes on under a new token', async () => {
  const person = await fettle.aPerson()
  const before = await fettle.database.pool.query('select id, token_hash from session where user_id = $1', [person.id])
  await person.post('/api/reauthenticate', { password: person.password })
  const after = await fettle.database.pool.query('select id, token_hash from session where user_id = $1', [person.id])
  expect(after.rows).toEqual([{ id: before.rows[0].id, token_hash: expect.any(Buffer) }])
  expect(after.rows[0].token_hash.equals(before.rows[0].token_hash)).toBe(false)
})

test('a wrong password changes nothing', async () => {
  const person = await fettle.aPerson()
  await makeStale(person)
  const { status, body } = await person.post('/api/reauthenticate', { password: 'not this one' })
  expect([status, body.error]).toMatchObject([
    401,
    { code: 'INVALID_CREDENTIALS', details: [{ field: 'password', message: 'This password is wrong' }] },
  ])
  expect((await change(person)).status).toBe(403)
})

test('no proof at all names what is missing', async () => {
  const person = await fettle.aPerson()
  const { status, body } = await person.post('/api/reauthenticate', {})
  expect([status, body.error]).toMatchObject([
    422,
    { details: [{ field: 'password', message: 'Password is required' }] },
  ])
})

test('an account without password and second factor has to sign in again', async () => {
  const person = await fettle.aPerson()
  await fettle.database.pool.query('update "user" set password_hash = null where id = $1', [person.id])
  const { status, body } = await person.post('/api/reauthenticate', { password: person.password })
  expect([status, body.error]).toMatchObject([409, { code: 'SIGN_IN_AGAIN' }])
})

test('the seventh password within a minute waits', async () => {
  const person = await fettle.aPerson()
  const guess = () => person.post('/api/reauthenticate', { password: 'a guess' })
  for (let i = 0; i < 6; i++) expect((await guess()).status).toBe(401)
  const refused = await guess()
  expect([refused.status, Number(refused.headers['retry-after']) > 0]).toEqual([429, true])
})

test('nobody who is not signed in gets an answer', async () => {
  expect((await fettle.visitor().get('/api/reauthenticate')).status).toBe(401)
  expect((await fettle.visitor().post('/api/reauthenticate', { password: 'x' })).status).toBe(401)
})
