import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '#src/app/test-app.ts'
import { createLimiter } from '#src/server/http/limiter.ts'
import { createEmailVerification, type EmailVerification } from './email-verification.server.ts'

let app: TestApp
let verification: EmailVerification
beforeAll(async () => {
  app = await startTestApp()
  const { db } = app.database
  verification = createEmailVerification({ db, limiter: createLimiter(), queueMail: app.parts.queueMail })
})
afterAll(() => app.stop())

const mailsTo = (address: string) =>
  app.database.db
    .selectFrom('mail')
    .select(['subject', 'text_body', 'user_id'])
    .where('to_address', '=', address)
    .orderBy('id')
    .execute()
const subjectsTo = async (address: string) => (await mailsTo(address)).map(({ subject }) => subject)
/** The token in the newest mail to this address. */
async function tokenTo(address: string): Promise<string> {
  const text = (await mailsTo(address)).at(-1)?.text_body ?? ''
  const [, token] = /http:\/\/localhost:3000\/auth\?mode=verify#token=([\w-]{43})/.exec(text) ?? []
  if (token === undefined) throw new Error(`no link in: ${text}`)
  return token
}
const confirm = (token: string) => app.visitor().post('/api/email-verification/confirm', { token })
const startChange = (person: Person, email: string) =>
  app.database.db.transaction().execute((transaction) => verification.startEmailChange(transaction, person.id, email))
const actionsOf = async ({ id }: Person) => {
  const rows = await app.database.db
    .selectFrom('audit_entry')
    .select('action')
    .where('target', '=', `user ${id}`)
    .where('action', 'like', 'email.%')
    .orderBy('seq')
    .execute()
  return rows.map(({ action }) => action)
}

test('registering mails a link; using it confirms the address, once, without signing in', async () => {
  const person = await app.aPerson()
  expect(await subjectsTo(person.email)).toEqual(['Confirm your email address'])
  expect((await person.get('/api/user')).body).toMatchObject({ emailVerified: false })
  const token = await tokenTo(person.email)
  const answer = await confirm(token)
  expect(answer).toMatchObject({ status: 200, body: { email: person.email } })
  expect(answer.headers['set-cookie']).toBeUndefined()
  expect((await person.get('/api/user')).body).toMatchObject({ emailVerified: true })
  expect(await confirm(token)).toMatchObject({ status: 410, body: { error: { code: 'LINK_INVALID' } } })
  expect(await actionsOf(person)).toEqual(['email.verified'])
})

test('a link is stored as a hash only', async () => {
  const person = await app.aPerson()
  const token = await tokenTo(person.email)
  const { rows } = await app.database.pool.query('select t::text from email_token t where user_id = $1', [person.id])
  expect(rows.length).toBe(1)
  expect(JSON.stringify(rows)).not.toContain(token)
  expect(JSON.stringify(rows)).not.toContain(Buffer.from(token).toString('hex'))
})

test('a guessed, damaged or late link confirms nothing', async () => {
  const person = await app.aPerson()
  const token = await tokenTo(person.email)
  const damaged = `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`
  for (const wrong of ['', 'x', 'A'.repeat(43), damaged]) expect((await confirm(wrong)).status).toBe(410)
  await app.database.db
    .updateTable('email_token')
    .set({ expires_at: new Date(Date.now() - 1) })
    .where('user_id', '=', person.id)
    .execute()
  expect((await confirm(token)).status).toBe(410)
  expect((await person.get('/api/user')).body).toMatchObject({ emailVerified: false })
})

test('the link holds for 24 hours', async () => {
  const person = await app.aPerson()
  const { expires_at } = await app.database.db
    .selectFrom('email_token')
    .select('expires_at')
    .where('user_id', '=', person.id)
    .executeTakeFirstOrThrow()
  const hours = (expires_at.getTime() - Date.now()) / 3_600_000
  expect(hours).toBeGreaterThan(23.9)
  expect(hours).toBeLessThanOrEqual(24)
})

test('the link can be asked for again, three times an hour, by who is signed in', async () => {
  const person = await app.aPerson()
  const first = await tokenTo(person.email)
  for (let time = 0; time < 3; time += 1) expect((await person.post('/api/email-verification')).status).toBe(202)
  const refused = await person.post('/api/email-verification')
  expect(refused.status).toBe(429)
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect((await subjectsTo(person.email)).length).toBe(4)
  expect((await app.visitor().post('/api/email-verification')).status).toBe(401)
  // Mails overtake each other: an older link is as good, and any of them ends the others.
  const last = await tokenTo(person.email)
  expect((await confirm(first)).status).toBe(200)
  expect((await confirm(last)).status).toBe(410)
})

test('a new address counts once its link is used, and the old one is told twice', async () => {
  const person = await app.aPerson()
  await startChange(person, 'New.Address@example.com')
  expect(await subjectsTo('New.Address@example.com')).toEqual(['Confirm your new email address'])
  expect((await person.get('/api/user')).body).toMatchObject({ email: person.email })
  expect((await confirm(await tokenTo('New.Address@example.com'))).body).toEqual({ email: 'New.Address@example.com' })
  expect((await person.get('/api/user')).body).toMatchObject({ email: 'New.Address@example.com', emailVerified: true })
  expect(await subjectsTo(person.email)).toEqual([
    'Confirm your email address',
    'Your email address is about to change',
    'Your email address has changed',
  ])
  expect(await actionsOf(person)).toEqual(['email.changed'])
  // The link that went to the old address proves nothing any more.
  const old = (await mailsTo(person.email))[0]?.text_body ?? ''
  expect((await confirm(/#token=([\w-]{43})/.exec(old)?.[1] ?? '')).status).toBe(410)
})

test('only the last change that was asked for can be confirmed', async () => {
  const person = await app.aPerson()
  await startChange(person, 'one@example.com')
  await startChange(person, 'two@example.com')
  expect((await confirm(await tokenTo('one@example.com'))).status).toBe(410)
  expect((await confirm(await tokenTo('two@example.com'))).status).toBe(200)
})

test('an address that is taken gets no link; its owner is told, and who asked learns nothing', async () => {
  const [person, owner] = [await app.aPerson(), await app.aPerson()]
  await startChange(person, owner.email.toUpperCase())
  expect(await subjectsTo(owner.email)).toEqual(['Confirm your email address', 'You already have an account'])
  expect(await subjectsTo(owner.email.toUpperCase())).toEqual([])
  expect(await subjectsTo(person.email)).toContain('Your email address is about to change')
})

test('an address that is taken meanwhile is refused, and the link stays good', async () => {
  const person = await app.aPerson()
  await startChange(person, 'race@example.com')
  const token = await tokenTo('race@example.com')
  const racer = await app.visitor().post('/api/register', {
    ...{ name: 'Racer', email: 'race@example.com', password: 'quicker than light 9' },
  })
  expect(await confirm(token)).toMatchObject({ status: 409, body: { error: { code: 'EMAIL_IN_USE' } } })
  await app.database.db.deleteFrom('user').where('id', '=', String(racer.body.id)).execute()
  expect((await confirm(token)).status).toBe(200)
})

test("one's own address, however it is written, is refused at the field", async () => {
  const person = await app.aPerson()
  await expect(startChange(person, person.email.toUpperCase())).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    details: [{ field: 'email', message: 'This is your address already' }],
  })
})

test('registering a known address tells its owner, three times an hour at most', async () => {
  const owner = await app.aPerson()
  const again = { name: 'Eve', email: owner.email.toUpperCase(), password: 'another horse 42' }
  for (let time = 0; time < 5; time += 1) expect((await app.visitor().post('/api/register', again)).status).toBe(409)
  expect(await subjectsTo(owner.email)).toEqual([
    'Confirm your email address',
    ...Array<string>(3).fill('You already have an account'),
  ])
  // What the stranger typed is nowhere in it.
  expect((await mailsTo(owner.email)).at(-1)?.text_body).not.toContain('Eve')
})
