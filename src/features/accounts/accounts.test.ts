import { createHash } from 'node:crypto'
import { hash } from '@node-rs/argon2'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#src/app/test-app.ts'
import { createSessions } from './sessions.server.ts'

let fettle: TestApp
beforeAll(async () => {
  fettle = await startTestApp()
})
afterAll(() => fettle.stop())

const ada = { name: 'Ada', email: 'ada@example.com', password: 'analytical engine' }

test('registering signs in, and GET /api/user is the bare user', async () => {
  const browser = fettle.visitor()
  expect((await browser.get('/api/user')).status).toBe(401)
  const registered = await browser.post('/api/register', ada)
  expect(registered.status).toBe(201)
  const { body } = await browser.get('/api/user')
  expect(body).toEqual({
    id: registered.body.id,
    name: 'Ada',
    email: 'ada@example.com',
    role: 'user',
    createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    emailVerified: false,
    hasSecondFactor: false,
    avatarUrl: null,
  })
})

test('a known address is refused whatever its case', async () => {
  const { status, body } = await fettle.visitor().post('/api/register', { ...ada, email: 'ADA@Example.com' })
  expect([status, body.error]).toEqual([409, expect.objectContaining({ code: 'EMAIL_IN_USE' })])
})

test('login answers the user; a wrong password and an unknown address answer the same', async () => {
  const { email, password } = ada
  expect((await fettle.visitor().post('/api/login', { email, password })).body).toMatchObject({ name: 'Ada' })
  const wrong = await fettle.visitor().post('/api/login', { email, password: 'wrong' })
  const unknown = await fettle.visitor().post('/api/login', { email: 'nobody@example.com', password })
  expect([wrong.status, unknown.status]).toEqual([401, 401])
  expect(wrong.body.error).toMatchObject({ code: 'INVALID_CREDENTIALS', message: 'Email or password is wrong' })
  expect(unknown.body.error).toMatchObject({ code: 'INVALID_CREDENTIALS', message: 'Email or password is wrong' })
})

test.each([
  [{ ...ada, name: ' ' }, 'name', 'Name is required'],
  [{ ...ada, email: 'ada' }, 'email', 'Please enter a valid email address'],
  [{ ...ada, password: 'seven77' }, 'password', 'Password must be at least 8 characters'],
])('registering with %j fails at %s', async (body, field, message) => {
  const answer = await fettle.visitor().post('/api/register', body)
  expect([answer.status, answer.body.error]).toEqual([
    422,
    expect.objectContaining({ code: 'INVALID_INPUT', details: [{ field, message }] }),
  ])
})

test.each(['role', 'id', 'passwordHash'])('the field %s cannot be sent', async (field) => {
  const answer = await fettle
    .visitor()
    .post('/api/register', { ...ada, email: 'x@example.com', [field]: 'super_admin' })
  expect([answer.status, answer.body.error]).toEqual([400, expect.objectContaining({ code: 'INVALID_REQUEST' })])
})

test('the cookie is out of reach for scripts, and only its hash is stored', async () => {
  const { headers } = await fettle.visitor().post('/api/login', { email: ada.email, password: ada.password })
  const cookie = String(headers['set-cookie'])
  expect(cookie).toMatch(/^session=[\w-]{43}; Max-Age=2678400; Path=\/; HttpOnly; SameSite=Lax$/)
  const token = cookie.slice('session='.length, 'session='.length + 43)
  const rows = await fettle.database.pool.query('select 1 from session where token_hash = $1', [
    createHash('sha256').update(token).digest(),
  ])
  expect(rows.rowCount).toBe(1)
})

test('a password hashed with other costs is hashed anew when it is used', async () => {
  const person = await fettle.aPerson()
  const { pool } = fettle.database
  const old = await hash(person.password, { memoryCost: 12_288, timeCost: 3, parallelism: 1 })
  await pool.query('update "user" set password_hash = $2 where id = $1', [person.id, old])
  const stored = async () =>
    (await pool.query<{ password_hash: string }>('select password_hash from "user" where id = $1', [person.id])).rows[0]
      ?.password_hash
  const logIn = (password: string) => fettle.visitor().post('/api/login', { email: person.email, password })
  expect((await logIn('guess')).status).toBe(401)
  expect(await stored()).toBe(old)
  expect((await logIn(person.password)).status).toBe(200)
  expect(await stored()).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect((await logIn(person.password)).status).toBe(200)
})

test.each([
  `${'x'.repeat(996)} end`,
  '  spaces at both ends  ',
  'пароль из нескольких слов',
  // The same letter in two spellings of Unicode: taken as it is, they are two passwords.
  'cafe\u0301 au lait',
])('the password %j is taken unaltered', async (password) => {
  const email = `taken${password.length}@example.com`
  expect((await fettle.visitor().post('/api/register', { name: 'Ada', email, password })).status).toBe(201)
  const logIn = async (tried: string) => (await fettle.visitor().post('/api/login', { email, password: tried })).status
  expect(await logIn(password)).toBe(200)
  expect(await logIn(password.slice(0, -1))).toBe(401)
  const altered = [password.trim(), password.normalize('NFC')].filter((one) => one !== password)
  for (const other of altered) expect(await logIn(other)).toBe(401)
})

test('a password from a breach registers nobody', async () => {
  const answer = await fettle
    .visitor()
    .post('/api/register', { name: 'Ada', email: 'breach@example.com', password: 'Passw0rd' })
  expect([answer.status, answer.body.error]).toEqual([
    422,
    expect.objectContaining({
      code: 'INVALID_INPUT',
      details: [{ field: 'password', message: 'This password is known from data breaches. Choose another one.' }],
    }),
  ])
})

test('logging out ends the session for good', async () => {
  const browser = fettle.visitor()
  const { headers } = await browser.post('/api/login', { email: ada.email, password: ada.password })
  const stolen = { cookie: String(headers['set-cookie']).split(';')[0] ?? '' }
  expect((await fettle.visitor().get('/api/user', stolen)).status).toBe(200)
  expect((await browser.post('/api/logout')).body).toEqual({ ok: true })
  expect((await fettle.visitor().get('/api/user', stolen)).status).toBe(401)
})

test('signing in again replaces the session that the browser had', async () => {
  const browser = fettle.visitor()
  const first = await browser.post('/api/login', { email: ada.email, password: ada.password })
  const old = { cookie: String(first.headers['set-cookie']).split(';')[0] ?? '' }
  await browser.post('/api/login', { email: ada.email, password: ada.password })
  expect((await fettle.visitor().get('/api/user', old)).status).toBe(401)
})

test('an idle session ends after 14 days, any session after 31', async () => {
  const person = await fettle.aPerson()
  const { pool } = fettle.database
  await pool.query(`update session set last_seen_at = now() - interval '15 days' where user_id = $1`, [person.id])
  expect((await person.get('/api/user')).status).toBe(401)
  await pool.query(`update session set last_seen_at = now(), expires_at = now() where user_id = $1`, [person.id])
  expect((await person.get('/api/user')).status).toBe(401)
})

test('the seventh login of an account within a minute waits', async () => {
  const person = await fettle.aPerson()
  const attempt = () => fettle.visitor().post('/api/login', { email: person.email, password: 'guess' })
  for (let i = 0; i < 6; i++) expect((await attempt()).status).toBe(401)
  const refused = await attempt()
  expect(refused.status).toBe(429)
  const { error } = refused.body as { error: { code: string; retryAfter: number } }
  expect(error.code).toBe('TOO_MANY_REQUESTS')
  expect(refused.headers['retry-after']).toBe(String(error.retryAfter))
})

test.each([
  ['without X-Requested-With', { 'x-requested-with': undefined }],
  ['from another origin', { origin: 'https://evil.example' }],
  ['from a null origin', { origin: 'null' }],
  ['cross-site', { 'sec-fetch-site': 'cross-site' }],
  ['from a sibling subdomain', { 'sec-fetch-site': 'same-site' }],
  ['as plain text', { 'content-type': 'text/plain' }],
])('a call %s is refused', async (_, headers) => {
  const answer = await fettle.app.inject({
    method: 'POST',
    url: '/api/logout',
    payload: '{}',
    headers: JSON.parse(JSON.stringify({ 'x-requested-with': 'test', 'content-type': 'application/json', ...headers })),
  })
  expect([answer.statusCode, answer.json().error?.code]).toEqual([403, 'CROSS_SITE_REQUEST'])
})

test('a user id as bearer is no identity', async () => {
  const person = await fettle.aPerson()
  const answer = await fettle.visitor().get('/api/user', { authorization: `Bearer ${person.id}` })
  expect([answer.status, answer.body.error]).toEqual([401, expect.objectContaining({ code: 'INVALID_CREDENTIAL' })])
})

test('a new account has its own published copy of "Bill received"', async () => {
  const person = await fettle.aPerson()
  const { body } = await person.get('/api/workflows')
  expect(body.workflows).toEqual([
    expect.objectContaining({ name: 'Bill received', status: 'published', publishedVersion: 1 }),
  ])
})

test('the sweep removes sessions that are over and no other', async () => {
  const { pool, db } = fettle.database
  const [late, idle, live] = [await fettle.aPerson(), await fettle.aPerson(), await fettle.aPerson()]
  await pool.query('update session set expires_at = now() where user_id = $1', [late.id])
  await pool.query(`update session set last_seen_at = now() - interval '15 days' where user_id = $1`, [idle.id])
  await createSessions(db, { https: false }).sweep()
  const ids = [late.id, idle.id, live.id]
  const { rows } = await pool.query('select user_id from session where user_id = any($1)', [ids])
  expect(rows).toEqual([{ user_id: live.id }])
})

// The last one: it leaves this address without tries.
test('a new account brings its address no new tries', async () => {
  const browser = fettle.visitor()
  const register = (i: number) => browser.post('/api/register', { ...ada, email: `chain${i}@example.com` })
  let status = 201
  for (let i = 0; status === 201 && i <= 30; i++) ({ status } = await register(i))
  expect(status).toBe(429)
})
