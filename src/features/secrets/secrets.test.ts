import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '#src/app/test-app.ts'
import { dumpOf } from '#src/server/test-dump.ts'
import { createSecretReader } from './secret-reader.server.ts'

let fettle: TestApp
let ada: Person
let bob: Person
beforeAll(async () => {
  fettle = await startTestApp()
  ;[ada, bob] = [await fettle.aPerson(), await fettle.aPerson()]
})
afterAll(() => fettle.stop())

const CANARY = 'sk_canary_5f1d20c3'
const put = (person: Person, name: string, value: unknown) => person.send('PUT', `/api/secrets/${name}`, { value })
const codeOf = (body: Readonly<Record<string, unknown>>) => (body.error as { code: string }).code
const reader = () => createSecretReader({ db: fettle.database.db, secretBox: fettle.parts.secretBox })

test('a secret is stored, replaced, listed and deleted, and no call gives its value back', async () => {
  const answers = [
    await put(ada, 'stripe_key', 'the first value'),
    await put(ada, 'stripe_key', CANARY),
    await put(ada, 'Another', `${CANARY}-2`),
    await ada.get('/api/secrets'),
    await ada.get('/api/secrets/stripe_key'),
  ]
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  expect(answers[3]?.body).toEqual({
    secrets: ['Another', 'stripe_key'].map((name) => ({
      name,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
      lastUsedAt: null,
    })),
  })
  expect(JSON.stringify(answers)).not.toContain(CANARY)
  expect(await reader()('stripe_key', ada.id)).toBe(CANARY)
  expect((await ada.send('DELETE', '/api/secrets/Another')).body).toEqual({ deleted: true })
  expect((await ada.get('/api/secrets/Another')).status).toBe(404)
  expect((await ada.send('DELETE', '/api/secrets/Another')).status).toBe(404)
})

test('the database holds it in no readable form', async () => {
  await put(ada, 'canary', CANARY)
  const dump = await dumpOf(fettle.database.pool)
  for (const encoding of ['utf8', 'base64', 'hex'] as const)
    expect(dump).not.toContain(Buffer.from(CANARY).toString(encoding))
})

test('what is used says when', async () => {
  await put(ada, 'used', CANARY)
  await reader()('used', ada.id)
  const { secret } = (await ada.get('/api/secrets/used')).body as { secret: { lastUsedAt: string } }
  expect(Date.now() - Date.parse(secret.lastUsedAt)).toBeLessThan(60_000)
})

test('nobody else has it, and a value that was moved to another owner or name does not open', async () => {
  await put(ada, 'mine', CANARY)
  expect((await bob.get('/api/secrets/mine')).status).toBe(404)
  expect((await bob.send('DELETE', '/api/secrets/mine')).status).toBe(404)
  expect(await reader()('mine', bob.id)).toBe(null)
  const move =
    'insert into secret (owner_id, name, value) select $1, $2, value from secret where owner_id = $3 and name = $4'
  await fettle.database.pool.query(move, [bob.id, 'mine', ada.id, 'mine'])
  await fettle.database.pool.query(move, [ada.id, 'moved', ada.id, 'mine'])
  await expect(reader()('mine', bob.id)).rejects.toThrow('unable to authenticate data')
  await expect(reader()('moved', ada.id)).rejects.toThrow('unable to authenticate data')
})

test.each([
  ['no name', '%20', CANARY],
  ['a name with a dash', 'a-b', CANARY],
  ['a name that begins with a digit', '1a', CANARY],
  ['a name of 65 letters', 'a'.repeat(65), CANARY],
  ['seven characters', 'ok', '1234567'],
  ['16,001 characters', 'ok', 'x'.repeat(16_001)],
  ['no text', 'ok', 12345678],
  ['half of a pair', 'ok', 'abcdefgh\ud800'],
])('%s is refused', async (_, name, value) => {
  const { status, body } = await put(ada, name, value)
  expect([status, codeOf(body)]).toEqual([422, 'INVALID_INPUT'])
})

test('there can be two hundred, of two at once too', async () => {
  await fettle.database.pool.query(
    "insert into secret (owner_id, name, value) select $1, 'filler_' || n, '' from generate_series(1, 199) n",
    [bob.id],
  )
  await fettle.database.pool.query("delete from secret where owner_id = $1 and name = 'mine'", [bob.id])
  const answers = await Promise.all([put(bob, 'last_a', CANARY), put(bob, 'last_b', CANARY)])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect((await put(bob, 'filler_1', CANARY)).status).toBe(200)
})

test('visitors and API keys have no way to them', async () => {
  const { token } = (await ada.post('/api/keys', { name: 'all', scopes: ['read', 'workflows:run'] })).body
  const headers = { authorization: `Bearer ${token}` }
  expect((await fettle.visitor().get('/api/secrets')).status).toBe(401)
  expect((await fettle.visitor().get('/api/secrets', headers)).status).toBe(403)
  expect((await fettle.visitor().send('PUT', '/api/secrets/a', { value: CANARY }, headers)).status).toBe(403)
})

test('the audit log names what was done, and no value', async () => {
  const { rows } = await fettle.database.pool.query(
    "select action, target, details from audit_entry where actor_id = $1 and target = 'secret stripe_key' order by seq",
    [ada.id],
  )
  expect(rows).toEqual([
    { action: 'secret.created', target: 'secret stripe_key', details: '{}' },
    { action: 'secret.changed', target: 'secret stripe_key', details: '{}' },
  ])
})
