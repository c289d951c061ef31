import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '#src/app/test-app.ts'

let app: TestApp
beforeAll(async () => {
  // Each call comes from an address of its own, or the limit of one address would end the tests.
  app = await startTestApp({ env: { TRUST_PROXY: 'true' } })
})
afterAll(() => app.stop())

const NEW = 'a much better horse 77'
let callers = 0
const from = () => {
  callers += 1
  return { 'x-forwarded-for': `203.0.113.${callers}` }
}
const ask = (email: string, headers = from()) => app.visitor().post('/api/password-reset', { email }, headers)
const reset = (token: string, password = NEW) =>
  app.visitor().post('/api/password-reset/confirm', { token, password }, from())
const logIn = (email: string, password: string) => app.visitor().post('/api/login', { email, password }, from())
const mailsTo = (email: string) =>
  app.database.db.selectFrom('mail').selectAll().where('to_address', '=', email).orderBy('id').execute()
const subjectsTo = async (email: string) => (await mailsTo(email)).map(({ subject }) => subject)

/** Asks for a link and waits for its mail, which is written after the answer. */
async function linkFor({ email }: Person): Promise<string> {
  const before = (await mailsTo(email)).length
  expect((await ask(email)).status).toBe(202)
  await expect.poll(async () => (await mailsTo(email)).length, { timeout: 5000 }).toBe(before + 1)
  const text = (await mailsTo(email)).at(-1)?.text_body ?? ''
  return /http:\/\/localhost:3000\/auth\?mode=reset#token=([\w-]{43})/.exec(text)?.[1] ?? ''
}
const verify = ({ id }: Person) =>
  app.database.db.updateTable('user').set({ email_verified_at: new Date() }).where('id', '=', id).execute()

test('a link sets a new password, once, ends every session, signs nobody in and tells the owner', async () => {
  const person = await app.aPerson()
  await verify(person)
  const elsewhere = app.visitor()
  await elsewhere.post('/api/login', { email: person.email, password: person.password })
  const token = await linkFor(person)
  const answer = await reset(token)
  expect(answer).toMatchObject({ status: 200, body: { ok: true } })
  expect(answer.headers['set-cookie']).toBeUndefined()
  expect((await person.get('/api/user')).status).toBe(401)
  expect((await elsewhere.get('/api/user')).status).toBe(401)
  expect((await logIn(person.email, person.password)).status).toBe(401)
  expect((await logIn(person.email, NEW)).status).toBe(200)
  expect(await reset(token, 'yet another horse 5')).toMatchObject({
    status: 410,
    body: { error: { code: 'LINK_INVALID' } },
  })
  expect((await subjectsTo(person.email)).slice(-2)).toEqual(['Set a new password', 'Your password was changed'])
  const entry = await app.database.db
    .selectFrom('audit_entry')
    .select(['action', 'actor_id', 'details'])
    .where('target', '=', `user ${person.id}`)
    .where('action', '=', 'password.reset')
    .executeTakeFirst()
  expect(entry).toEqual({ action: 'password.reset', actor_id: person.id, details: '{"firstProofOfMailbox":false}' })
})

test('the answer says nothing about who has an account', async () => {
  const person = await app.aPerson()
  const [known, unknown] = [await ask(person.email), await ask('nobody@example.com')]
  expect(known.status).toBe(202)
  expect(unknown).toMatchObject({ status: known.status, body: known.body })
  expect(await mailsTo('nobody@example.com')).toEqual([])
})

test('the same tries are refused for known and unknown addresses, whatever their case', async () => {
  const person = await app.aPerson()
  for (const email of [person.email, 'stranger@example.com']) {
    const statuses = []
    for (const written of [email, email.toUpperCase(), email, email]) statuses.push((await ask(written)).status)
    expect(statuses).toEqual([202, 202, 202, 429])
  }
})

test('one address is refused after ten tries a minute', async () => {
  const headers = from()
  const statuses = []
  for (let time = 0; time < 11; time += 1) statuses.push((await ask(`someone${time}@example.com`, headers)).status)
  expect(statuses).toEqual([...Array<number>(10).fill(202), 429])
})

test('a link works for ten minutes at most', async () => {
  const person = await app.aPerson()
  const token = await linkFor(person)
  const { rows } = await app.database.pool.query(
    "select extract(epoch from expires_at - now())::int as left from email_token where user_id = $1 and purpose = 'reset-password'",
    [person.id],
  )
  expect(rows[0].left).toBeGreaterThan(590)
  expect(rows[0].left).toBeLessThanOrEqual(600)
  await app.database.db.updateTable('email_token').set({ expires_at: new Date() }).execute()
  expect((await reset(token)).status).toBe(410)
  expect((await logIn(person.email, person.password)).status).toBe(200)
})

test('a link is for its account and its purpose', async () => {
  const person = await app.aPerson()
  const confirmation = /#token=([\w-]{43})/.exec((await mailsTo(person.email))[0]?.text_body ?? '')?.[1] ?? ''
  expect((await reset(confirmation)).status).toBe(410)
  const token = await linkFor(person)
  expect((await app.visitor().post('/api/email-verification/confirm', { token })).status).toBe(410)
  expect(
    (await app.visitor().post('/api/password-reset/confirm', { token, password: NEW, userId: person.id })).status,
  ).toBe(400)
  // The account has another address by now: whoever reads the old mailbox gets nothing.
  await app.database.db.updateTable('user').set({ email: 'moved@example.com' }).where('id', '=', person.id).execute()
  expect((await reset(token)).status).toBe(410)
})

test('a refused password leaves the link good', async () => {
  const person = await app.aPerson()
  const token = await linkFor(person)
  const common = await reset(token, 'password123')
  expect(common).toMatchObject({ status: 422, body: { error: { details: [{ field: 'password' }] } } })
  expect((await reset(token, 'short')).status).toBe(422)
  expect((await reset(token)).status).toBe(200)
})

test('of two uses at the same moment one counts', async () => {
  const person = await app.aPerson()
  const token = await linkFor(person)
  const answers = await Promise.all([reset(token, 'the first horse 11'), reset(token, 'the second horse 22')])
  expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 410])
})

test('the second factor is still asked for', async () => {
  const person = await app.aPerson()
  await verify(person)
  await app.database.db
    .insertInto('totp')
    .values({ user_id: person.id, secret: Buffer.from('sealed'), confirmed_at: new Date() })
    .execute()
  await reset(await linkFor(person))
  expect(await logIn(person.email, NEW)).toMatchObject({ status: 401, body: { error: { code: 'MFA_REQUIRED' } } })
})

test('a sign-in that waits for its second step does not survive', async () => {
  const person = await app.aPerson()
  await verify(person)
  await app.database.db
    .insertInto('totp')
    .values({ user_id: person.id, secret: Buffer.from('sealed'), confirmed_at: new Date() })
    .execute()
  expect((await logIn(person.email, person.password)).status).toBe(401)
  await reset(await linkFor(person))
  const left = await app.database.db.selectFrom('sign_in_challenge').where('user_id', '=', person.id).execute()
  expect(left).toEqual([])
})

/** Rows that would let somebody into an account, by table. */
async function waysInto(userId: string): Promise<Record<string, number>> {
  const tables = ['session', 'totp', 'recovery_code', 'passkey', 'api_key', 'provider_identity', 'provider_visit']
  const count = async (table: string) => {
    const { rowCount } = await app.database.pool.query(`select from ${table} where user_id = $1`, [userId])
    return [table, rowCount ?? 0] as const
  }
  return Object.fromEntries(await Promise.all(tables.map(count)))
}

/** One of each, beside the session that registering has made. */
const leaveWaysInto = (userId: string) =>
  app.database.pool.query(
    `with app as (insert into totp (user_id, secret, confirmed_at) values ('${userId}', 'sealed', now())),
          code as (insert into recovery_code (user_id, code_hash) values ('${userId}', 'hash')),
          key as (insert into api_key (id, user_id, name, token_hash, hint, scopes)
                  values (gen_random_uuid(), '${userId}', 'left behind', 'hash', 'ftl_', array['read'])),
          provider as (insert into provider_identity (id, issuer, subject, user_id, email)
                       values (gen_random_uuid(), 'https://id.example', 'thief', '${userId}', 'thief@example.com')),
          visit as (insert into provider_visit (state_hash, proof_hash, nonce, code_verifier, user_id, expires_at)
                    values ('state', 'proof', 'n', 'v', '${userId}', now() + interval '10 minutes'))
     insert into passkey (id, user_id, credential_id, public_key, counter, name, backed_up)
     values (gen_random_uuid(), '${userId}', 'id', 'key', 0, 'left behind', false)`,
  )

// trust.md row 19: nothing of it was made by the owner of the address.
test('who proves a mailbox that was registered by somebody else gets it without their ways in', async () => {
  const thief = await app.aPerson()
  await leaveWaysInto(thief.id)
  const one = { session: 1, totp: 1, recovery_code: 1, passkey: 1, api_key: 1, provider_identity: 1, provider_visit: 1 }
  expect(await waysInto(thief.id)).toEqual(one)
  await reset(await linkFor(thief))
  const none = {
    session: 0,
    totp: 0,
    recovery_code: 0,
    passkey: 0,
    api_key: 0,
    provider_identity: 0,
    provider_visit: 0,
  }
  expect(await waysInto(thief.id)).toEqual(none)
  expect((await logIn(thief.email, NEW)).body).toMatchObject({ emailVerified: true, hasSecondFactor: false })
})

test('who resets the password of an address that they had confirmed keeps the rest', async () => {
  const person = await app.aPerson()
  await verify(person)
  await app.database.pool.query('delete from passkey; delete from api_key; delete from provider_identity')
  await leaveWaysInto(person.id)
  await reset(await linkFor(person))
  expect(await waysInto(person.id)).toMatchObject({ session: 0, totp: 1, passkey: 1, api_key: 1, provider_identity: 1 })
})

test('nothing that could be guessed against is kept of the new password', async () => {
  const person = await app.aPerson()
  const token = await linkFor(person)
  const headers = { ...from(), 'idempotency-key': 'once' }
  const body = { token, password: NEW }
  expect((await app.visitor().post('/api/password-reset/confirm', body, headers)).status).toBe(200)
  expect(await app.database.db.selectFrom('idempotency').selectAll().execute()).toEqual([])
})
