import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp, type TestBrowser } from '#src/app/test-app.ts'
import type { Passkey, PasskeyQuestion } from './passkeys.schema.ts'
import { type Ceremony, createAuthenticator, type TestAuthenticator } from './test-authenticator.ts'

let fettle: TestApp
beforeAll(async () => {
  fettle = await startTestApp()
})
afterAll(() => fettle.stop())

const errorOf = ({ status, body }: { status: number; body: Readonly<Record<string, unknown>> }) => [
  status,
  (body.error as { code: string } | undefined)?.code,
]

async function ask(browser: TestBrowser, path: string, body?: object): Promise<PasskeyQuestion> {
  const answer = await browser.post(path, body)
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`)
  return answer.body as PasskeyQuestion
}

interface KeyOwner extends Person {
  readonly key: TestAuthenticator
  readonly passkey: Passkey
  readonly recoveryCodes: readonly string[]
}

async function aPersonWithPasskey(): Promise<KeyOwner> {
  const person = await fettle.aPerson()
  const key = createAuthenticator()
  const question = await ask(person, '/api/passkeys/options')
  const { status, body } = await person.post('/api/passkeys', { ...key.make(question), name: 'Laptop' })
  if (status !== 201) throw new Error(`enrolling answered ${status}`)
  return { ...person, key, ...(body as { passkey: Passkey; recoveryCodes: string[] }) }
}

async function signIn(key: TestAuthenticator, changed: Partial<Ceremony> = {}, browser = fettle.visitor()) {
  const question = await ask(browser, '/api/login/passkey/options', {})
  return browser.post('/api/login/passkey', key.sign(question, changed))
}

test('the first passkey brings recovery codes and makes the password one of two factors', async () => {
  const person = await aPersonWithPasskey()
  expect(person.passkey).toEqual({
    id: expect.any(String),
    name: 'Laptop',
    backedUp: false,
    createdAt: expect.stringMatching(/^\d{4}-/),
    lastUsedAt: null,
  })
  expect(person.recoveryCodes).toHaveLength(10)
  const { email, password } = person
  const login = await fettle.visitor().post('/api/login', { email, password })
  expect([login.status, login.body.error]).toMatchObject([
    401,
    { code: 'MFA_REQUIRED', methods: ['passkey', 'recovery-code'] },
  ])
})

test('a passkey signs in by itself and counts as the second factor', async () => {
  const person = await aPersonWithPasskey()
  const browser = fettle.visitor()
  const { status, body } = await signIn(person.key, {}, browser)
  expect([status, body.id]).toEqual([200, person.id])
  expect((await browser.post('/api/second-factor/recovery-codes')).status).toBe(200)
  const { rows } = await fettle.database.pool.query('select counter from passkey where user_id = $1', [person.id])
  expect(Number(rows[0].counter)).toBe(1)
})

test.each<[string, Partial<Ceremony>]>([
  ['a page of another origin', { origin: 'https://fettle.evil.example' }],
  ['another relying party', { rpId: 'evil.example' }],
  ['an authenticator that did not look who is there', { userVerified: false }],
  ['another challenge', { challenge: 'c29tZXRoaW5nIGVsc2U' }],
])('%s does not sign in', async (_, changed) => {
  const { key } = await aPersonWithPasskey()
  expect(errorOf(await signIn(key, changed))).toEqual([401, 'PASSKEY_REFUSED'])
  expect((await signIn(key)).status).toBe(200)
})

test('a counter that does not go on is a copied key', async () => {
  const { key, id } = await aPersonWithPasskey()
  expect((await signIn(key, { counter: 5 })).status).toBe(200)
  for (const counter of [5, 4, 0]) expect(errorOf(await signIn(key, { counter }))).toEqual([401, 'PASSKEY_REFUSED'])
  expect((await signIn(key, { counter: 6 })).status).toBe(200)
  const { rows } = await fettle.database.pool.query(
    `select action from audit_entry where target = 'user ' || $1 and action = 'passkey.failed'`,
    [id],
  )
  expect(rows).toHaveLength(3)
})

test('an authenticator that never counts works again and again', async () => {
  const { key } = await aPersonWithPasskey()
  expect([(await signIn(key, { counter: 0 })).status, (await signIn(key, { counter: 0 })).status]).toEqual([200, 200])
})

test('an answer works once, and not after five minutes', async () => {
  const { key } = await aPersonWithPasskey()
  const browser = fettle.visitor()
  const answer = key.sign(await ask(browser, '/api/login/passkey/options', {}), { counter: 1 })
  expect((await browser.post('/api/login/passkey', answer)).status).toBe(200)
  expect(errorOf(await browser.post('/api/login/passkey', answer))).toEqual([401, 'CHALLENGE_EXPIRED'])
  const late = key.sign(await ask(browser, '/api/login/passkey/options', {}), { counter: 2 })
  await fettle.database.pool.query(`update sign_in_challenge set expires_at = expires_at - interval '5 minutes'`)
  expect(errorOf(await browser.post('/api/login/passkey', late))).toEqual([401, 'CHALLENGE_EXPIRED'])
})

test('a key that nobody enrolled signs in nowhere', async () => {
  expect(errorOf(await signIn(createAuthenticator()))).toEqual([401, 'PASSKEY_REFUSED'])
})

test('the second step takes a passkey of this account and of no other', async () => {
  const [person, other] = [await aPersonWithPasskey(), await aPersonWithPasskey()]
  const browser = fettle.visitor()
  const { email, password } = person
  const login = await browser.post('/api/login', { email, password })
  const { challenge } = login.body.error as { challenge: string }
  const foreign = other.key.sign(await ask(browser, '/api/login/passkey/options', { challenge }))
  expect(errorOf(await browser.post('/api/login/passkey', foreign))).toEqual([401, 'PASSKEY_REFUSED'])
  const question = await ask(browser, '/api/login/passkey/options', { challenge })
  expect(question.options.allowCredentials).toHaveLength(1)
  expect((await browser.post('/api/login/passkey', person.key.sign(question))).body.id).toBe(person.id)
})

test('an invented challenge of a first step leads nowhere', async () => {
  const answer = await fettle.visitor().post('/api/login/passkey/options', { challenge: 'invented' })
  expect(errorOf(answer)).toEqual([401, 'CHALLENGE_EXPIRED'])
})

test('half a sign-in may not enrol a passkey', async () => {
  const person = await aPersonWithPasskey()
  const thief = fettle.visitor()
  const { email, password } = person
  const login = await thief.post('/api/login', { email, password })
  const { challenge } = login.body.error as { challenge: string }
  expect(errorOf(await thief.post('/api/passkeys/options'))).toEqual([401, 'SIGN_IN_REQUIRED'])
  const question = await ask(thief, '/api/login/passkey/options', { challenge })
  const made = { ...createAuthenticator().make(question), name: 'Thief' }
  expect(errorOf(await thief.post('/api/passkeys', made))).toEqual([401, 'SIGN_IN_REQUIRED'])
})

test('a session that is not fresh, or without the second factor, may not enrol or remove one', async () => {
  const person = await aPersonWithPasskey()
  const { pool } = fettle.database
  await pool.query('update session set second_factor_at = null where user_id = $1', [person.id])
  expect(errorOf(await person.post('/api/passkeys/options'))).toEqual([403, 'FRESH_SIGN_IN_REQUIRED'])
  const { id } = person.passkey
  expect(errorOf(await person.send('DELETE', `/api/passkeys/${id}`))).toEqual([403, 'FRESH_SIGN_IN_REQUIRED'])
  const passkey = person.key.sign(await ask(person, '/api/reauthenticate/passkey'))
  expect((await person.post('/api/reauthenticate', { passkey })).body).toEqual({ secondFactor: true })
  expect((await person.send('DELETE', `/api/passkeys/${id}`)).body).toEqual({ ok: true })
  expect((await person.get('/api/second-factor')).body).toEqual({ totpSince: null, passkeys: 0, recoveryCodesLeft: 0 })
})

test("somebody else's passkey proves nothing about me", async () => {
  const [person, other] = [await aPersonWithPasskey(), await aPersonWithPasskey()]
  const passkey = other.key.sign(await ask(person, '/api/reauthenticate/passkey'))
  expect(errorOf(await person.post('/api/reauthenticate', { passkey }))).toEqual([401, 'PASSKEY_REFUSED'])
  // Nor with a question that was asked of nobody in particular.
  const anybody = other.key.sign(await ask(fettle.visitor(), '/api/login/passkey/options', {}))
  expect(errorOf(await person.post('/api/reauthenticate', { passkey: anybody }))).toEqual([401, 'PASSKEY_REFUSED'])
})

test("nobody sees, renames or removes another person's passkey", async () => {
  const [victim, other] = [await aPersonWithPasskey(), await aPersonWithPasskey()]
  const path = `/api/passkeys/${victim.passkey.id}`
  expect((await other.get('/api/passkeys')).body.passkeys).toEqual([other.passkey])
  expect(errorOf(await other.send('PATCH', path, { name: 'Mine' }))).toEqual([404, 'NOT_FOUND'])
  expect(errorOf(await other.send('DELETE', path))).toEqual([404, 'NOT_FOUND'])
  expect((await victim.get('/api/passkeys')).body.passkeys).toEqual([victim.passkey])
})

test('a passkey can be renamed; the mails tell of what was added and removed', async () => {
  const person = await aPersonWithPasskey()
  const path = `/api/passkeys/${person.passkey.id}`
  expect((await person.send('PATCH', path, { name: ' Work ' })).body).toEqual({ ...person.passkey, name: 'Work' })
  expect((await person.send('PATCH', path, { name: '' })).status).toBe(422)
  await person.send('DELETE', path)
  const { rows } = await fettle.database.pool.query(
    `select subject from mail where user_id = $1 and subject like '%passkey%' order by created_at`,
    [person.id],
  )
  expect(rows.map(({ subject }) => subject)).toEqual([
    'A passkey was added to your account',
    'A passkey was removed from your account',
  ])
})

test.each<[string, Partial<Ceremony>]>([
  ['a page of another origin', { origin: 'https://fettle.evil.example' }],
  ['another relying party', { rpId: 'evil.example' }],
  ['an authenticator that did not look who is there', { userVerified: false }],
  ['another challenge', { challenge: 'c29tZXRoaW5nIGVsc2U' }],
])('%s makes no passkey', async (_, changed) => {
  const person = await fettle.aPerson()
  const question = await ask(person, '/api/passkeys/options')
  const made = createAuthenticator().make(question, changed)
  expect(errorOf(await person.post('/api/passkeys', { ...made, name: 'Laptop' }))).toEqual([
    422,
    'PASSKEY_NOT_ACCEPTED',
  ])
})

test('a question is for the person who was asked, and a key for one account', async () => {
  const [one, other] = [await aPersonWithPasskey(), await fettle.aPerson()]
  const asked = await ask(one, '/api/passkeys/options')
  const stolen = { ...createAuthenticator().make(asked), name: 'Laptop' }
  expect(errorOf(await other.post('/api/passkeys', stolen))).toEqual([401, 'CHALLENGE_EXPIRED'])
  const again = { ...one.key.make(await ask(other, '/api/passkeys/options')), name: 'Laptop' }
  expect(errorOf(await other.post('/api/passkeys', again))).toEqual([409, 'PASSKEY_EXISTS'])
})

test('the twenty-first passkey is refused', async () => {
  const person = await aPersonWithPasskey()
  await fettle.database.pool.query(
    `insert into passkey (id, user_id, credential_id, public_key, counter, name, backed_up)
     select gen_random_uuid(), $1, decode(md5(random()::text), 'hex'), '\\x00', 0, 'n' || n, false
     from generate_series(2, 20) n`,
    [person.id],
  )
  expect(errorOf(await person.post('/api/passkeys/options'))).toEqual([409, 'TOO_MANY_PASSKEYS'])
})

test('a suspended person does not come in by passkey', async () => {
  const { key, id } = await aPersonWithPasskey()
  await fettle.database.pool.query(`update "user" set suspended_at = now(), suspended_reason = 'spam' where id = $1`, [
    id,
  ])
  expect(errorOf(await signIn(key))).toEqual([403, 'ACCOUNT_SUSPENDED'])
})
