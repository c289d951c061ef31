import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestBrowser } from '#src/app/test-app.ts'
import { CLIENT, type Fault, startTestProvider, type TestProvider } from './test-provider.ts'

let provider: TestProvider
let fettle: TestApp
beforeAll(async () => {
  provider = await startTestProvider()
  fettle = await startTestApp({
    env: {
      // Each call comes from an address of its own, or the limit of one address would end the tests.
      TRUST_PROXY: 'true',
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: CLIENT.id,
      OIDC_CLIENT_SECRET: CLIENT.secret,
      OIDC_NAME: 'Example',
    },
  })
})
afterAll(async () => {
  await fettle.stop()
  await provider.stop()
})
beforeEach(() => {
  provider.fault = undefined
})

interface Left {
  readonly url: string
  readonly proof: string
}
let calls = 0
const from = () => ({ 'x-forwarded-for': `203.0.113.${++calls}` })
const leave = async (browser: TestBrowser, path = '/api/sign-in/provider') =>
  (await browser.post(path, undefined, from())).body as unknown as Left
/** Leaves for the provider, signs in there as `person`, and comes back. */
async function signInThere(person: TestProvider['person'], browser = fettle.visitor()) {
  const { url, proof } = await leave(browser)
  provider.person = person
  const query = await provider.visit(url)
  return { browser, query, proof, answer: await browser.post('/api/sign-in/provider/finish', { query, proof }, from()) }
}
let people = 0
const somebody = () => ({
  sub: `subject ${++people}`,
  email: `there${people}@example.com`,
  email_verified: true,
  name: 'Ada',
})

test('the first visit makes an account with a verified address, the second finds it again', async () => {
  const person = somebody()
  const first = await signInThere(person)
  expect([first.answer.status, first.answer.body]).toEqual([
    200,
    expect.objectContaining({ name: 'Ada', email: person.email, emailVerified: true, role: 'user' }),
  ])
  expect((await first.browser.get('/api/user')).status).toBe(200)
  const again = await signInThere({ ...person, email: 'moved@example.com' })
  expect(again.answer.body.id).toBe(first.answer.body.id)
})

test('no password opens an account that has none', async () => {
  const person = somebody()
  await signInThere(person)
  const answer = await fettle.visitor().post('/api/login', { email: person.email, password: 'anything at all' })
  expect([answer.status, answer.body.error]).toEqual([401, expect.objectContaining({ code: 'INVALID_CREDENTIALS' })])
})

// trust.md row 19: somebody registers another person's address and waits for them.
test('an unverified account is never linked by itself', async () => {
  const victim = somebody()
  await fettle.visitor().post('/api/register', { name: 'Mallory', email: victim.email, password: 'waiting for you' })
  const { answer } = await signInThere(victim)
  expect([answer.status, answer.body.error]).toEqual([409, expect.objectContaining({ code: 'EMAIL_IN_USE' })])
})

test('a verified account is not linked with an address that the provider does not vouch for', async () => {
  const owner = await fettle.aPerson()
  await verify(owner.id)
  const { answer } = await signInThere({ ...somebody(), email: owner.email, email_verified: false })
  expect(answer.status).toBe(409)
})

const verify = (id: string) =>
  fettle.database.pool.query('update "user" set email_verified_at = now() where id = $1', [id])

test('an address that both sides have verified is linked, and its owner is told', async () => {
  const owner = await fettle.aPerson()
  await verify(owner.id)
  const { answer } = await signInThere({ ...somebody(), email: owner.email })
  expect(answer.body.id).toBe(owner.id)
  const mails = await fettle.database.pool.query('select subject from mail where user_id = $1', [owner.id])
  expect(mails.rows).toContainEqual({ subject: 'You can now sign in with Example' })
})

test('an account with a second factor is linked by hand only', async () => {
  const owner = await fettle.aPerson()
  await verify(owner.id)
  await fettle.database.pool.query(`insert into totp (user_id, secret, confirmed_at) values ($1, 'sealed', now())`, [
    owner.id,
  ])
  const { answer } = await signInThere({ ...somebody(), email: owner.email })
  expect([answer.status, answer.body.error]).toEqual([
    409,
    expect.objectContaining({
      code: 'EMAIL_IN_USE',
      message:
        'There is an account with this email address already. Sign in with its password, or reset it, and link Example in your settings.',
    }),
  ])
  const links = await fettle.database.pool.query('select from provider_identity where user_id = $1', [owner.id])
  expect(links.rowCount).toBe(0)
})

test('a suspended account gets no new door', async () => {
  const owner = await fettle.aPerson()
  await verify(owner.id)
  await fettle.database.pool.query(`update "user" set suspended_at = now(), suspended_reason = 'spam' where id = $1`, [
    owner.id,
  ])
  const { answer } = await signInThere({ ...somebody(), email: owner.email })
  expect(answer.body.error).toMatchObject({ code: 'ACCOUNT_SUSPENDED' })
  const links = await fettle.database.pool.query('select from provider_identity where user_id = $1', [owner.id])
  expect(links.rowCount).toBe(0)
})

test('a name and an address that no account here can have are dealt with', async () => {
  const wrong = await signInThere({ ...somebody(), email: 'Ada <ada@example.com>' })
  expect(wrong.answer.body.error).toMatchObject({ code: 'PROVIDER_REFUSED' })
  const local = 'a'.repeat(60)
  const email = `${local}@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.example.com`
  const nameless = await signInThere({ ...somebody(), email, name: ' ' })
  expect(nameless.answer.body).toMatchObject({ email, name: email.slice(0, 200) })
  const long = await signInThere({ ...somebody(), name: 'x'.repeat(500) })
  expect(long.answer.body).toMatchObject({ name: 'x'.repeat(200) })
})

test('who is signed in links the provider to their own account, whatever its address', async () => {
  const owner = await fettle.aPerson()
  const person = somebody()
  const { url, proof } = await leave(owner, '/api/account/providers')
  provider.person = person
  const query = await provider.visit(url)
  expect((await owner.post('/api/account/providers/finish', { query, proof })).body).toEqual({ linked: true })
  expect((await signInThere(person)).answer.body.id).toBe(owner.id)
  const { body } = await owner.get('/api/account/providers')
  expect(body).toEqual({ provider: { name: 'Example' }, linked: [expect.objectContaining({ email: person.email })] })
})

test('a second account cannot be linked with the same sign-in', async () => {
  const person = somebody()
  await signInThere(person)
  const other = await fettle.aPerson()
  const { url, proof } = await leave(other, '/api/account/providers')
  provider.person = person
  const query = await provider.visit(url)
  const answer = await other.post('/api/account/providers/finish', { query, proof })
  expect([answer.status, answer.body.error]).toEqual([409, expect.objectContaining({ code: 'PROVIDER_IN_USE' })])
})

test('the second factor is still asked for', async () => {
  const person = somebody()
  const { answer } = await signInThere(person)
  await fettle.database.pool.query(`insert into totp (user_id, secret, confirmed_at) values ($1, 'sealed', now())`, [
    answer.body.id,
  ])
  const again = await signInThere(person)
  expect([again.answer.status, again.answer.body.error]).toEqual([
    401,
    expect.objectContaining({ code: 'MFA_REQUIRED', methods: ['totp'], challenge: expect.any(String) }),
  ])
  expect((await again.browser.get('/api/user')).status).toBe(401)
})

test('a suspended person stays out', async () => {
  const person = somebody()
  const { answer } = await signInThere(person)
  await fettle.database.pool.query(`update "user" set suspended_at = now(), suspended_reason = 'spam' where id = $1`, [
    answer.body.id,
  ])
  expect((await signInThere(person)).answer.body.error).toMatchObject({ code: 'ACCOUNT_SUSPENDED' })
})

test('an answer works once, and only in the browser that left', async () => {
  const { query, proof } = await signInThere(somebody())
  const replay = await fettle.visitor().post('/api/sign-in/provider/finish', { query, proof })
  expect([replay.status, replay.body.error]).toEqual([401, expect.objectContaining({ code: 'PROVIDER_REFUSED' })])
  const attacker = await leave(fettle.visitor())
  const mine = await leave(fettle.visitor())
  provider.person = somebody()
  const foreign = { query: await provider.visit(attacker.url), proof: mine.proof }
  expect((await fettle.visitor().post('/api/sign-in/provider/finish', foreign)).status).toBe(401)
})

test('an answer to signing in links nothing, and one to linking signs nobody in', async () => {
  const owner = await fettle.aPerson()
  provider.person = somebody()
  const signingIn = await leave(owner)
  const toSignIn = { query: await provider.visit(signingIn.url), proof: signingIn.proof }
  expect((await owner.post('/api/account/providers/finish', toSignIn)).status).toBe(401)
  const linking = await leave(owner, '/api/account/providers')
  const toLink = { query: await provider.visit(linking.url), proof: linking.proof }
  expect((await fettle.visitor().post('/api/sign-in/provider/finish', toLink)).status).toBe(401)
  expect((await (await fettle.aPerson()).post('/api/account/providers/finish', toLink)).status).toBe(401)
})

test('a visit is over after ten minutes', async () => {
  const browser = fettle.visitor()
  const { url, proof } = await leave(browser)
  provider.person = somebody()
  const query = await provider.visit(url)
  await fettle.database.pool.query('update provider_visit set expires_at = now()')
  expect((await browser.post('/api/sign-in/provider/finish', { query, proof })).status).toBe(401)
})

test.each<Fault>(['foreign-key', 'other-audience', 'other-nonce', 'expired', 'no-id-token', 'down'])(
  'an answer with the fault %s is refused',
  async (fault) => {
    const browser = fettle.visitor()
    const { url, proof } = await leave(browser)
    provider.person = somebody()
    const query = await provider.visit(url)
    provider.fault = fault
    const answer = await browser.post('/api/sign-in/provider/finish', { query, proof })
    expect([answer.status, answer.body.error]).toEqual([401, expect.objectContaining({ code: 'PROVIDER_REFUSED' })])
    expect((await browser.get('/api/user')).status).toBe(401)
  },
)

test('somebody who refuses at the provider, and one without an address, are told', async () => {
  const browser = fettle.visitor()
  const { url, proof } = await leave(browser)
  const state = new URL(url).searchParams.get('state')
  const refused = await browser.post('/api/sign-in/provider/finish', {
    query: `error=access_denied&state=${state}`,
    proof,
  })
  expect(refused.body.error).toMatchObject({ code: 'PROVIDER_REFUSED' })
  expect((await signInThere({ sub: 'no address' })).answer.body.error).toMatchObject({ code: 'PROVIDER_REFUSED' })
})

test('the only way to sign in cannot be removed; one of two can', async () => {
  const { browser } = await signInThere(somebody())
  const { linked } = (await browser.get('/api/account/providers')).body as unknown as { linked: [{ id: string }] }
  const path = `/api/account/providers/${linked[0].id}`
  const refused = await browser.send('DELETE', path)
  expect([refused.status, refused.body.error]).toEqual([409, expect.objectContaining({ code: 'LAST_SIGN_IN_METHOD' })])
  const other = await fettle.aPerson()
  expect((await other.send('DELETE', path)).status).toBe(404)
  await fettle.database.pool.query(
    `update "user" set password_hash = 'x' where id = (select user_id from provider_identity where id = $1)`,
    [linked[0].id],
  )
  expect((await browser.send('DELETE', path)).body).toEqual({ unlinked: true })
})
