import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CLIENT, startTestProvider, type TestProvider } from '#src/features/oidc/test-provider.ts'
import type { PasskeyQuestion } from '#src/features/passkeys/passkeys.schema.ts'
import { createAuthenticator } from '#src/features/passkeys/test-authenticator.ts'
import { codeOf } from '#src/features/second-factor/test-second-factor.ts'
import { queryDatabase } from '../support/app-database.ts'
import { type AppProcess, removeApps, removeFolders, startApp } from '../support/app-process.ts'
import type { Answered, Caller } from './caller.ts'
import {
  aPerson,
  askedForCode,
  auditedOf,
  aVisitor,
  BEHIND_PROXY,
  expectStatus,
  mailedToken,
  mailsTo,
  makeStale,
  PASSWORD,
  type Person,
  protect,
} from './people.ts'

let provider: TestProvider
let app: AppProcess
beforeAll(async () => {
  provider = await startTestProvider()
  const oidc = { OIDC_ISSUER: provider.issuer, OIDC_CLIENT_ID: CLIENT.id, OIDC_CLIENT_SECRET: CLIENT.secret }
  app = await startApp({ env: { ...BEHIND_PROXY, ...oidc } })
})
afterAll(async () => {
  await removeApps()
  await provider.stop()
  removeFolders()
})

const sql = (text: string, values: unknown[] = []) => queryDatabase(app.dataDir, text, values)
const NEW_PASSWORD = 'another battery staple'
const setCookie = ({ headers }: Answered) => headers['set-cookie']
const isSignedIn = async (caller: Caller) => (await caller.get('/api/user')).status === 200
const login = (email: string, password: string) => aVisitor(app).post('/api/login', { email, password })
const confirm = (token: string, password = NEW_PASSWORD) =>
  aVisitor(app).post('/api/password-reset/confirm', { token, password })

/** Asks for a link and reads it from the mail, as the owner of the mailbox can. */
async function aResetLink(email: string): Promise<string> {
  const count = async () => (await mailsTo(app, email)).filter(({ subject }) => subject === 'Set a new password').length
  const before = await count()
  expectStatus(await aVisitor(app).post('/api/password-reset', { email }), 202)
  await expect.poll(count).toBe(before + 1)
  return mailedToken(app, email, 'Set a new password')
}

describe('row 18: setting a forgotten password', () => {
  test('a link works once, and the ones that were mailed before it die with it', async () => {
    const person = await aPerson(app)
    const [first, second] = [await aResetLink(person.email), await aResetLink(person.email)]
    expect(Buffer.from(first, 'base64url')).toHaveLength(32)
    expectStatus(await confirm(second), 200)
    for (const token of [second, first]) expect((await confirm(token)).code).toBe('LINK_INVALID')
    expectStatus(await login(person.email, NEW_PASSWORD), 200)
    expect((await login(person.email, PASSWORD)).status).toBe(401)
    expect(await isSignedIn(person)).toBe(false)
    expect(await auditedOf(app, person)).toContain('password.reset')
  })

  test('ten tries at the same moment set one password', async () => {
    const token = await aResetLink((await aPerson(app)).email)
    const answers = await Promise.all(Array.from({ length: 10 }, (_, at) => confirm(token, `${NEW_PASSWORD} ${at}`)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('a link lives ten minutes', async () => {
    const { id, email } = await aPerson(app)
    const token = await aResetLink(email)
    const [row] = await sql(
      "select extract(epoch from expires_at - created_at) as life from email_token where user_id = $1 and purpose = 'reset-password'",
      [id],
    )
    expect(Number(row?.life)).toBe(600)
    await sql("update email_token set expires_at = now() - interval '1 second' where user_id = $1", [id])
    expect((await confirm(token)).code).toBe('LINK_INVALID')
  })

  test('a link for one thing is none for another, and none for somebody else', async () => {
    const [person, other] = [await aPerson(app), await aPerson(app)]
    const reset = await aResetLink(person.email)
    const verify = await mailedToken(app, other.email, 'Confirm your email address')
    expect((await confirm(verify)).code).toBe('LINK_INVALID')
    expect((await aVisitor(app).post('/api/email-verification/confirm', { token: reset })).code).toBe('LINK_INVALID')
    for (const body of [
      { token: reset, password: NEW_PASSWORD, email: other.email },
      { token: reset, password: NEW_PASSWORD, userId: other.id },
    ])
      expect((await aVisitor(app).post('/api/password-reset/confirm', body)).status).toBe(400)
    for (const token of ['', 'x', reset.slice(0, -1), `${reset}x`, reset.toUpperCase(), "' or 1=1 --", '0'.repeat(200)])
      expect((await confirm(token)).code, token).toBe('LINK_INVALID')
    expectStatus(await login(other.email, PASSWORD), 200)
  })

  test('a link that was mailed to an address is dead once the account has another one', async () => {
    const person = await aPerson(app)
    const token = await aResetLink(person.email)
    const moved = `moved-${person.email}`
    expectStatus(await person.post('/api/user/email', { email: moved }), 202)
    const [change] = (await mailsTo(app, moved)).map(({ text }) => /token=([\w-]+)/.exec(text)?.[1])
    expectStatus(await aVisitor(app).post('/api/email-verification/confirm', { token: change }), 200)
    expect((await confirm(token)).code).toBe('LINK_INVALID')
  })

  test('signs nobody in and does not stand in for the second factor', async () => {
    const person = await protect(app, await aPerson(app))
    await sql('update "user" set email_verified_at = now() where id = $1', [person.id])
    const answered = expectStatus(await confirm(await aResetLink(person.email)), 200)
    expect([setCookie(answered), answered.body]).toEqual([undefined, { ok: true }])
    const signIn = await login(person.email, NEW_PASSWORD)
    expect([signIn.code, setCookie(signIn)]).toEqual(['MFA_REQUIRED', undefined])
  })

  test('the link of the mail leads to our own site, whatever Host the caller sent', async () => {
    const { email } = await aPerson(app)
    const forged = { host: 'evil.example', 'x-forwarded-host': 'evil.example', origin: 'http://evil.example' }
    expectStatus(await aVisitor(app).post('/api/password-reset', { email }, forged), 202)
    await expect.poll(async () => (await mailsTo(app, email)).length).toBe(2)
    const [{ text } = { text: '' }] = await mailsTo(app, email)
    expect(text).toContain(`${app.url}/auth?mode=reset#token=`)
    expect(text).not.toContain('evil')
  })
})
interface Left {
  readonly url: string
  readonly proof: string
}
const leave = async (caller: Caller, path = '/api/sign-in/provider') =>
  (await caller.post(path)).body as unknown as Left

/** Signs in at the provider as this person, or links them there. */
async function viaProvider(
  person: TestProvider['person'],
  caller: Caller = aVisitor(app),
  path = '/api/sign-in/provider',
) {
  const { url, proof } = await leave(caller, path)
  provider.person = person
  const query = await provider.visit(url)
  return caller.post(`${path}/finish`, { query, proof })
}

describe("row 19: registering somebody else's address and waiting", () => {
  test('an account nobody has verified is not linked with the sign-in of the real owner', async () => {
    const squatter = await aPerson(app)
    const owner = { sub: 'owner of the address', email: squatter.email, email_verified: true }
    const answered = await viaProvider(owner)
    expect([answered.code, setCookie(answered)]).toEqual(['EMAIL_IN_USE', undefined])
    expect(await sql('select 1 from provider_identity where user_id = $1', [squatter.id])).toEqual([])
  })

  test('a provider that does not vouch for an address opens no account that has it', async () => {
    const owner = await aPerson(app)
    await sql('update "user" set email_verified_at = now() where id = $1', [owner.id])
    for (const vouched of [{}, { email_verified: false }])
      expect((await viaProvider({ sub: 'mallory', email: owner.email, ...vouched })).code).toBe('EMAIL_IN_USE')
  })

  test('the first proof of the mailbox throws out whatever the squatter has left', async () => {
    const squatter = await protect(app, await aPerson(app))
    const { token } = expectStatus(await squatter.post('/api/keys', { name: 'key', scopes: ['read'] }), 201).body
    const authenticator = createAuthenticator()
    const question = (await squatter.post('/api/passkeys/options')).body as unknown as PasskeyQuestion
    const ceremony = { origin: app.url }
    const made = { ...authenticator.make(question, ceremony), name: 'Mine' }
    expectStatus(await squatter.post('/api/passkeys', made), 201)
    const there = { sub: 'squatter', email: 'squatter@example.com', email_verified: true }
    expectStatus(await viaProvider(there, squatter, '/api/account/providers'), 200)
    expectStatus(await squatter.post('/api/user/email', { email: 'mine@squatter.example' }), 202)
    const [change] = (await mailsTo(app, 'mine@squatter.example')).map(({ text }) => /token=([\w-]+)/.exec(text)?.[1])
    const waiting = await askedForCode(aVisitor(app), squatter)

    expectStatus(await confirm(await aResetLink(squatter.email)), 200)

    expect(await isSignedIn(squatter)).toBe(false)
    expect((await aVisitor(app).get('/api/user', { authorization: `Bearer ${token}` })).status).toBe(401)
    const asked = (await aVisitor(app).post('/api/login/passkey/options', {})).body as unknown as PasskeyQuestion
    expect((await aVisitor(app).post('/api/login/passkey', authenticator.sign(asked, ceremony))).status).toBe(401)
    const byProvider = await viaProvider(there)
    expect(byProvider.body.id).not.toBe(squatter.id)
    expect((await aVisitor(app).post('/api/email-verification/confirm', { token: change })).code).toBe('LINK_INVALID')
    expect(
      (await aVisitor(app).post('/api/login/second-factor', { challenge: waiting, code: codeOf(squatter.secret) }))
        .status,
    ).toBe(401)
    const owner = expectStatus(await login(squatter.email, NEW_PASSWORD), 200)
    expect(owner.body).toMatchObject({ email: squatter.email, emailVerified: true, hasSecondFactor: false })
  })

  test('an account that a provider made without vouching is thrown out of by the owner of the mailbox', async () => {
    const email = 'pre-hijacked@example.com'
    const mallory = { sub: 'mallory of the provider', email, email_verified: false }
    const made = await viaProvider(mallory)
    expectStatus(made, 200)
    expectStatus(await confirm(await aResetLink(email)), 200)
    const again = await viaProvider(mallory)
    expect([again.code, setCookie(again)]).toEqual(['EMAIL_IN_USE', undefined])
  })

  test("another browser's visit to the provider is not taken over", async () => {
    const [attacker, victim] = [aVisitor(app), await aPerson(app)]
    const { url, proof } = await leave(attacker)
    provider.person = { sub: 'attacker', email: 'attacker@example.com', email_verified: true }
    const query = await provider.visit(url)
    for (const wrong of ['x', proof.slice(1)])
      expect((await victim.post('/api/sign-in/provider/finish', { query, proof: wrong })).code).toBe('PROVIDER_REFUSED')
    // A visit to sign in links nobody, and one to link signs nobody in.
    expect((await victim.post('/api/account/providers/finish', { query, proof })).code).toBe('PROVIDER_REFUSED')
    const linking = await leave(victim, '/api/account/providers')
    const linked = await provider.visit(linking.url)
    expect((await attacker.post('/api/sign-in/provider/finish', { query: linked, proof: linking.proof })).code).toBe(
      'PROVIDER_REFUSED',
    )
    expect(await sql('select 1 from provider_identity where user_id = $1', [victim.id])).toEqual([])
  })
})
describe('row 23: side doors', () => {
  test('no other address signs in, and the form of /auth asks for the second factor too', async () => {
    const person = await protect(app, await aPerson(app))
    const form = {
      'content-type': 'application/x-www-form-urlencoded',
      origin: app.url,
      'sec-fetch-site': 'same-origin',
    }
    const fields = new URLSearchParams({ email: person.email, password: PASSWORD }).toString()
    const half = await aVisitor(app).post('/auth', fields, form)
    expect([half.status, setCookie(half)]).toEqual([401, undefined])
    // Whose password alone would do: any other door that opened would show.
    const { email } = await aPerson(app)
    const right = { email, password: PASSWORD }
    for (const path of [
      '/api/auth/login',
      '/api/auth/sign-in/email',
      '/auth.data',
      '/api/session',
      '/login',
      '/api/login/',
      '/API/login',
      '/api//login',
      '/api/v1/login',
    ])
      for (const [body, headers] of [
        [new URLSearchParams(right).toString(), form],
        [JSON.stringify(right), {}],
      ] as const) {
        const answered = await aVisitor(app).post(path, body, headers)
        expect([answered.status < 500, setCookie(answered)], path).toEqual([true, undefined])
      }
    // The router reads it as the address that it is, with all that guards it.
    expect((await aVisitor(app).post('/api/%6Cogin', { email: person.email, password: PASSWORD })).code).toBe(
      'MFA_REQUIRED',
    )
  })

  test('the second step through the form has the tries of the API', async () => {
    const person = await protect(app, await aPerson(app))
    const challenge = await askedForCode(aVisitor(app), person)
    const form = {
      'content-type': 'application/x-www-form-urlencoded',
      origin: app.url,
      'sec-fetch-site': 'same-origin',
    }
    const post = (code: string) =>
      aVisitor(app).post('/auth', new URLSearchParams({ challenge, methods: 'totp', code }).toString(), form)
    for (let count = 0; count < 5; count++) expect((await post('000000')).status).toBe(401)
    expect(setCookie(await post(codeOf(person.secret)))).toBeUndefined()
  })

  test('a suspended person comes in by none of the ways', async () => {
    const person = await aPerson(app)
    const there = { sub: 'suspended', email: person.email, email_verified: true }
    expectStatus(await viaProvider(there, person, '/api/account/providers'), 200)
    const authenticator = createAuthenticator()
    const question = (await person.post('/api/passkeys/options')).body as unknown as PasskeyQuestion
    expectStatus(
      await person.post('/api/passkeys', { ...authenticator.make(question, { origin: app.url }), name: 'Key' }),
      201,
    )
    await sql('update "user" set suspended_at = now(), suspended_reason = \'x\' where id = $1', [person.id])
    const asked = (await aVisitor(app).post('/api/login/passkey/options', {})).body as unknown as PasskeyQuestion
    const ways = [
      await viaProvider(there),
      await aVisitor(app).post('/api/login/passkey', authenticator.sign(asked, { origin: app.url })),
      await login(person.email, PASSWORD),
    ]
    for (const way of ways) expect([way.code, setCookie(way)]).toEqual(['ACCOUNT_SUSPENDED', undefined])
    expectStatus(await confirm(await aResetLink(person.email)), 200)
    expect((await login(person.email, NEW_PASSWORD)).code).toBe('ACCOUNT_SUSPENDED')
    expect(await isSignedIn(person)).toBe(false)
  })

  test('a stale session cannot link a provider by the second half of the visit alone', async () => {
    const person: Person = await aPerson(app)
    await makeStale(app, person)
    expect((await person.post('/api/account/providers')).code).toBe('FRESH_SIGN_IN_REQUIRED')
    const { url, proof } = await leave(aVisitor(app))
    provider.person = { sub: 'mallory links', email: 'mallory-links@example.com', email_verified: true }
    const query = await provider.visit(url)
    expect((await person.post('/api/account/providers/finish', { query, proof })).code).toBe('PROVIDER_REFUSED')
  })
})
