import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '#src/app/test-app.ts'

let fettle: TestApp
beforeAll(async () => {
  fettle = await startTestApp()
})
afterAll(() => fettle.stop())

const ALL = ['read', 'tools:run', 'workflows:run']

async function aKey(person: Person, scopes: readonly string[] = ALL) {
  const { body } = await person.post('/api/keys', { name: 'CI', scopes })
  const { key, token } = body as unknown as { key: { id: string }; token: string }
  return { id: key.id, token, headers: { authorization: `Bearer ${token}` } }
}
/** Calls as a program would: no cookie, no X-Requested-With. */
const program = (method: 'GET' | 'POST', url: string, headers: Record<string, string>, payload?: object) =>
  fettle.app.inject({ method, url, headers, ...(payload && { payload }) })

test('a key is shown once, and only its hash is stored', async () => {
  const person = await fettle.aPerson()
  const made = await person.post('/api/keys', {
    name: ' CI ',
    scopes: ['tools:run', 'read', 'read'],
    expiresInDays: 30,
  })
  expect(made.status).toBe(201)
  const { key, token } = made.body as unknown as { key: { id: string; hint: string; expiresAt: string }; token: string }
  expect(token).toMatch(/^ftl_[\w-]{43}$/)
  expect(key).toMatchObject({
    name: 'CI',
    hint: `${token.slice(0, 8)}…`,
    scopes: ['read', 'tools:run'],
    lastUsedAt: null,
  })
  expect(Math.round((Date.parse(key.expiresAt) - Date.now()) / 86_400_000)).toBe(30)
  const listed = await person.get('/api/keys')
  expect(listed.body.keys).toEqual([key])
  const { rows } = await fettle.database.pool.query('select * from api_key where id = $1', [key.id])
  expect(rows[0].token_hash).toEqual(createHash('sha256').update(token).digest())
  expect(JSON.stringify(rows)).not.toContain(token)
})

test('a key acts for its owner, without cookie and without X-Requested-With', async () => {
  const person = await fettle.aPerson()
  const { headers } = await aKey(person)
  expect((await program('GET', '/api/user', headers)).json()).toMatchObject({ id: person.id })
  const run = await program('POST', '/api/tools/tip-calculator/run', headers, { bill: 100, tipPercent: 20, people: 2 })
  expect([run.statusCode, run.json().outputs?.totalPerPerson]).toEqual([200, 60])
  expect((await program('GET', '/api/workflows', headers)).statusCode).toBe(200)
  const { body } = await person.get('/api/keys')
  expect((body.keys as { lastUsedAt: string | null }[])[0]?.lastUsedAt).toMatch(/^\d{4}-/)
})

test('with a key the cookie is not read', async () => {
  const [owner, other] = [await fettle.aPerson(), await fettle.aPerson()]
  const { headers } = await aKey(owner)
  expect((await other.get('/api/user', headers)).body.id).toBe(owner.id)
  expect((await other.get('/api/user', { authorization: 'Bearer ftl_wrong' })).status).toBe(401)
})

test.each([
  ['read', 'POST', '/api/tools/tip-calculator/run'],
  ['tools:run', 'GET', '/api/workflows'],
  ['tools:run', 'GET', '/api/user'],
] as const)('a key for %s cannot %s %s', async (scope, method, url) => {
  const { headers } = await aKey(await fettle.aPerson(), [scope])
  const answer = await program(method, url, headers, method === 'POST' ? { bill: 1 } : undefined)
  expect([answer.statusCode, answer.json().error?.code]).toEqual([403, 'INSUFFICIENT_SCOPE'])
})

test.each([
  ['GET', '/api/keys'],
  ['POST', '/api/keys'],
  ['GET', '/api/sessions'],
  ['DELETE', '/api/sessions'],
  ['POST', '/api/logout'],
] as const)('no key opens the account itself: %s %s', async (method, url) => {
  const { headers } = await aKey(await fettle.aPerson())
  const payload = method === 'POST' ? { name: 'x', scopes: ALL } : undefined
  const answer = await fettle.app.inject({ method, url, headers, ...(payload && { payload }) })
  expect([answer.statusCode, answer.json().error?.code]).toEqual([403, 'INSUFFICIENT_SCOPE'])
})

test('a revoked key, an ended one and one of a suspended person are refused at once', async () => {
  const person = await fettle.aPerson()
  const [revoked, ended, suspended] = [await aKey(person), await aKey(person), await aKey(person)]
  const status = async (key: { headers: Record<string, string> }) =>
    (await program('GET', '/api/user', key.headers)).statusCode
  await person.send('DELETE', `/api/keys/${revoked.id}`)
  const { pool } = fettle.database
  await pool.query('update api_key set expires_at = now() where id = $1', [ended.id])
  expect([await status(revoked), await status(ended), await status(suspended)]).toEqual([401, 401, 200])
  await pool.query(`update "user" set suspended_at = now(), suspended_reason = 'spam' where id = $1`, [person.id])
  expect(await status(suspended)).toBe(401)
})

test("another person's key can be neither seen nor revoked", async () => {
  const [owner, other] = [await fettle.aPerson(), await fettle.aPerson()]
  const { id, headers } = await aKey(owner)
  expect((await other.get('/api/keys')).body).toEqual({ keys: [] })
  expect((await other.send('DELETE', `/api/keys/${id}`)).status).toBe(404)
  expect((await program('GET', '/api/user', headers)).statusCode).toBe(200)
})

test('making a key needs a fresh sign-in, and an Idempotency-Key keeps no copy of it', async () => {
  const person = await fettle.aPerson()
  const { body } = await person.post('/api/keys', { name: 'CI', scopes: ALL }, { 'idempotency-key': 'once' })
  const { pool } = fettle.database
  const stored = await pool.query('select 1 from idempotency where answer like $1', [`%${String(body.token)}%`])
  expect(stored.rowCount).toBe(0)
  await pool.query(`update session set authenticated_at = now() - interval '11 minutes' where user_id = $1`, [
    person.id,
  ])
  const refused = await person.post('/api/keys', { name: 'CI', scopes: ALL })
  expect([refused.status, refused.body.error]).toEqual([
    403,
    expect.objectContaining({ code: 'FRESH_SIGN_IN_REQUIRED' }),
  ])
})

test.each([
  [{ name: '', scopes: ALL }, 'name', 'Name is required'],
  [{ name: 'x', scopes: [] }, 'scopes', 'Choose what the key may do'],
  [{ name: 'x', scopes: ['admin'] }, 'scopes.0', 'There is no such permission'],
  [{ name: 'x', scopes: ALL, expiresInDays: 7 }, 'expiresInDays', 'Choose 30, 90 or 365 days, or null'],
])('%j fails at %s', async (body, field, message) => {
  const answer = await (await fettle.aPerson()).post('/api/keys', body)
  expect([answer.status, answer.body.error]).toEqual([422, expect.objectContaining({ details: [{ field, message }] })])
})

test('the fifty-first key is refused, however many are asked for at once', async () => {
  const person = await fettle.aPerson()
  const answers = await Promise.all(
    Array.from({ length: 52 }, (_, i) => person.post('/api/keys', { name: `key ${i}`, scopes: ['read'] })),
  )
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([...Array(50).fill(201), 409, 409])
})

test('many wrong keys from one address have to wait; a right one does not', async () => {
  const { headers } = await aKey(await fettle.aPerson())
  const wrong = () => program('GET', '/api/user', { authorization: `Bearer ftl_${Math.random()}` })
  let last = await wrong()
  for (let i = 0; i < 40 && last.statusCode === 401; i++) last = await wrong()
  expect(last.statusCode).toBe(429)
  expect((await program('GET', '/api/user', headers)).statusCode).toBe(200)
})

test('the owner is told of a new key, by mail and in the tray', async () => {
  const person = await fettle.aPerson()
  await person.post('/api/keys', { name: 'Office', scopes: ['read'] })
  const { pool } = fettle.database
  const mails = await pool.query('select subject from mail where user_id = $1 and subject like $2', [
    person.id,
    '%API key%',
  ])
  expect(mails.rows).toEqual([{ subject: 'A new API key was made' }])
  const told = await pool.query('select title, href from notification where user_id = $1 and kind = $2', [
    person.id,
    'api-key.created',
  ])
  expect(told.rows).toEqual([{ title: 'The API key “Office” was made', href: '/settings#api-keys' }])
})
