import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '#src/app/test-app.ts'
import { aProtectedPerson, askedForCode, codeOf, forgetLastStep } from './test-second-factor.ts'

let fettle: TestApp
beforeAll(async () => {
  fettle = await startTestApp()
})
afterAll(() => fettle.stop())

const errorOf = ({ status, body }: { status: number; body: Readonly<Record<string, unknown>> }) => [
  status,
  (body.error as { code: string } | undefined)?.code,
]
const wrongFor = (secret: string) => (codeOf(secret) === '000000' ? '000001' : '000000')
const auditOf = async (person: Person) => {
  const { rows } = await fettle.database.pool.query(
    `select action from audit_entry where target = 'user ' || $1 order by seq`,
    [person.id],
  )
  return rows.map(({ action }) => action)
}
const mailsTo = async (person: Person) => {
  const { rows } = await fettle.database.pool.query('select subject from mail where user_id = $1 order by id', [
    person.id,
  ])
  return rows.map(({ subject }) => subject)
}

test('an authenticator app counts from its first right code on', async () => {
  const person = await fettle.aPerson()
  const begun = await person.post('/api/second-factor/totp')
  expect(begun.body).toEqual({
    secret: expect.stringMatching(/^[A-Z2-7]{32}$/),
    uri: expect.stringContaining('otpauth://totp/Fettle'),
    qrCode: expect.stringMatching(/^data:image\/svg\+xml;base64,/),
  })
  const secret = String(begun.body.secret)
  const { email, password } = person
  expect((await fettle.visitor().post('/api/login', { email, password })).status).toBe(200)
  for (const code of [wrongFor(secret), '12', 'not a code'])
    expect(errorOf(await person.post('/api/second-factor/totp/confirm', { code }))).toEqual([401, 'INVALID_CODE'])
  const confirmed = await person.post('/api/second-factor/totp/confirm', { code: codeOf(secret) })
  expect([confirmed.status, confirmed.body.recoveryCodes]).toEqual([200, expect.objectContaining({ length: 10 })])
  expect((await person.get('/api/second-factor')).body).toEqual({
    totpSince: expect.stringMatching(/^\d{4}-/),
    passkeys: 0,
    recoveryCodesLeft: 10,
  })
  expect((await person.get('/api/user')).body.hasSecondFactor).toBe(true)
  expect(errorOf(await person.post('/api/second-factor/totp'))).toEqual([409, 'TOTP_IS_ON'])
  expect(await auditOf(person)).toContain('totp.turned-on')
  expect(await mailsTo(person)).toContain('Two-factor authentication is on')
})

test('signing in takes the password and then a code; the challenge alone gives nothing', async () => {
  const person = await aProtectedPerson(fettle)
  const browser = fettle.visitor()
  const challenge = await askedForCode(browser, person)
  expect((await browser.get('/api/user')).status).toBe(401)
  expect((await browser.get('/api/user', { authorization: `Bearer ${challenge}` })).status).toBe(401)
  expect((await browser.get('/api/user', { cookie: `session=${challenge}` })).status).toBe(401)
  const code = codeOf(person.secret).replace(/^(...)/, '$1 ')
  const signedIn = await browser.post('/api/login/second-factor', { challenge, code })
  expect([signedIn.status, signedIn.body]).toEqual([
    200,
    expect.objectContaining({ id: person.id, hasSecondFactor: true }),
  ])
  expect((await browser.get('/api/user')).body.id).toBe(person.id)
  const { rows } = await fettle.database.pool.query(
    'select second_factor_at is not null as passed from session where user_id = $1 order by created_at desc limit 1',
    [person.id],
  )
  expect(rows).toEqual([{ passed: true }])
})

test('a code works once, whoever sends it again and where', async () => {
  const person = await aProtectedPerson(fettle)
  const code = codeOf(person.secret)
  const [first, second] = [fettle.visitor(), fettle.visitor()]
  const challenges = [await askedForCode(first, person), await askedForCode(second, person)]
  expect((await first.post('/api/login/second-factor', { challenge: challenges[0], code })).status).toBe(200)
  expect(errorOf(await second.post('/api/login/second-factor', { challenge: challenges[1], code }))).toEqual([
    401,
    'INVALID_CODE',
  ])
})

test('of five that send the same code at once, one comes in', async () => {
  const person = await aProtectedPerson(fettle)
  const challenges = []
  for (let i = 0; i < 5; i++) challenges.push(await askedForCode(fettle.visitor(), person))
  const code = codeOf(person.secret)
  const answers = await Promise.all(
    challenges.map((challenge) => fettle.visitor().post('/api/login/second-factor', { challenge, code })),
  )
  const statuses = answers.map(({ status }) => status)
  expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 401, 401, 401, 401])
})

test('a challenge leads to one session', async () => {
  const person = await aProtectedPerson(fettle)
  const challenge = await askedForCode(fettle.visitor(), person)
  expect(
    (await fettle.visitor().post('/api/login/second-factor', { challenge, code: codeOf(person.secret) })).status,
  ).toBe(200)
  await forgetLastStep(fettle, person)
  expect(
    errorOf(await fettle.visitor().post('/api/login/second-factor', { challenge, code: codeOf(person.secret) })),
  ).toEqual([401, 'CHALLENGE_EXPIRED'])
})

test('a challenge ends after five minutes, and an invented one never was', async () => {
  const person = await aProtectedPerson(fettle)
  const challenge = await askedForCode(fettle.visitor(), person)
  await fettle.database.pool.query(
    `update sign_in_challenge set expires_at = expires_at - interval '5 minutes' where user_id = $1`,
    [person.id],
  )
  const code = codeOf(person.secret)
  for (const token of [challenge, 'invented'])
    expect(errorOf(await fettle.visitor().post('/api/login/second-factor', { challenge: token, code }))).toEqual([
      401,
      'CHALLENGE_EXPIRED',
    ])
})

test('five wrong codes end a challenge, and the seventh of an account within a minute waits', async () => {
  const person = await aProtectedPerson(fettle)
  // The code that turned the app on was the first of this minute.
  const guess = (challenge: string) =>
    fettle.visitor().post('/api/login/second-factor', { challenge, code: wrongFor(person.secret) })
  const first = await askedForCode(fettle.visitor(), person)
  for (let i = 0; i < 5; i++) expect(errorOf(await guess(first))).toEqual([401, 'INVALID_CODE'])
  expect(errorOf(await guess(first))).toEqual([401, 'CHALLENGE_EXPIRED'])
  const refused = await guess(await askedForCode(fettle.visitor(), person))
  expect([...errorOf(refused), Number(refused.headers['retry-after']) > 0]).toEqual([429, 'TOO_MANY_REQUESTS', true])
  expect((await auditOf(person)).filter((action) => action === 'second-factor.failed')).toHaveLength(5)
})

test('a challenge of one person is no use with the code of another', async () => {
  const [victim, attacker] = [await aProtectedPerson(fettle), await aProtectedPerson(fettle)]
  const challenge = await askedForCode(fettle.visitor(), victim)
  expect(
    errorOf(await fettle.visitor().post('/api/login/second-factor', { challenge, code: codeOf(attacker.secret) })),
  ).toEqual([401, 'INVALID_CODE'])
})

test('who reads the database finds neither the secret nor a code', async () => {
  const [one, other] = [await aProtectedPerson(fettle), await aProtectedPerson(fettle)]
  const { pool } = fettle.database
  const { rows } = await pool.query('select secret from totp where user_id = $1', [one.id])
  expect(rows[0].secret.includes(one.secret)).toBe(false)
  const stored = await pool.query('select code_hash from recovery_code where user_id = $1', [one.id])
  for (const [index, code] of one.recoveryCodes.entries())
    expect(stored.rows[index].code_hash.toString('latin1')).not.toContain(code.replaceAll('-', ''))
  const { rows: challenges } = await pool.query('select token_hash from sign_in_challenge')
  const challenge = await askedForCode(fettle.visitor(), one)
  expect(challenges.map(({ token_hash }) => token_hash.toString('base64url'))).not.toContain(challenge)
  // A value that was moved to another account's row opens there no more.
  await pool.query('update totp set secret = (select secret from totp where user_id = $1) where user_id = $2', [
    one.id,
    other.id,
  ])
  const moved = await askedForCode(fettle.visitor(), other)
  expect(
    (await fettle.visitor().post('/api/login/second-factor', { challenge: moved, code: codeOf(one.secret) })).status,
  ).toBe(500)
})

test('a recovery code stands in once, and its owner is told', async () => {
  const person = await aProtectedPerson(fettle)
  const [code = ''] = person.recoveryCodes
  const signIn = async (typed: string) => {
    const challenge = await askedForCode(fettle.visitor(), person)
    return fettle.visitor().post('/api/login/second-factor', { challenge, code: typed })
  }
  expect((await signIn(code.toUpperCase().replaceAll('-', ' '))).status).toBe(200)
  expect(errorOf(await signIn(code))).toEqual([401, 'INVALID_CODE'])
  expect((await person.get('/api/second-factor')).body.recoveryCodesLeft).toBe(9)
  expect(await mailsTo(person)).toContain('A recovery code was used')
  expect(await auditOf(person)).toContain('recovery-code.used')
})

test('new recovery codes end the old ones', async () => {
  const person = await aProtectedPerson(fettle)
  const { body } = await person.post('/api/second-factor/recovery-codes')
  const fresh = body.recoveryCodes as string[]
  expect([fresh.length, fresh.some((code) => person.recoveryCodes.includes(code))]).toEqual([10, false])
  const challenge = await askedForCode(fettle.visitor(), person)
  const signIn = (code: string | undefined) => fettle.visitor().post('/api/login/second-factor', { challenge, code })
  expect((await signIn(person.recoveryCodes[0])).status).toBe(401)
  expect((await signIn(fresh[0])).status).toBe(200)
})

test('without a second factor there are no recovery codes', async () => {
  const person = await fettle.aPerson()
  expect(errorOf(await person.post('/api/second-factor/recovery-codes'))).toEqual([403, 'SECOND_FACTOR_REQUIRED'])
})

test('turning it off needs a fresh second factor, not only a password', async () => {
  const person = await aProtectedPerson(fettle)
  const { pool } = fettle.database
  await pool.query(`update session set authenticated_at = now() - interval '11 minutes' where user_id = $1`, [
    person.id,
  ])
  expect(errorOf(await person.send('DELETE', '/api/second-factor/totp'))).toEqual([403, 'FRESH_SIGN_IN_REQUIRED'])
  const { password } = person
  expect((await person.get('/api/reauthenticate')).body).toEqual({
    password: true,
    secondFactors: ['totp', 'recovery-code'],
  })
  expect((await person.post('/api/reauthenticate', { password })).status).toBe(422)
  const proved = await person.post('/api/reauthenticate', { password, code: codeOf(person.secret) })
  expect([proved.status, proved.body]).toEqual([200, { secondFactor: true }])
  expect((await person.send('DELETE', '/api/second-factor/totp')).body).toEqual({ ok: true })
  expect((await person.get('/api/second-factor')).body).toEqual({ totpSince: null, passkeys: 0, recoveryCodesLeft: 0 })
  const { email } = person
  expect((await fettle.visitor().post('/api/login', { email, password })).status).toBe(200)
  expect(await mailsTo(person)).toContain('Your authenticator app was turned off')
  expect(await auditOf(person)).toContain('totp.turned-off')
})

test('a session from before the second factor is not fresh any more', async () => {
  const person = await fettle.aPerson()
  const other = fettle.visitor()
  const { email, password } = person
  await other.post('/api/login', { email, password })
  const { body } = await person.post('/api/second-factor/totp')
  await person.post('/api/second-factor/totp/confirm', { code: codeOf(String(body.secret)) })
  expect(errorOf(await other.send('DELETE', '/api/second-factor/totp'))).toEqual([403, 'FRESH_SIGN_IN_REQUIRED'])
})

test('a suspended person does not come in by the second step', async () => {
  const person = await aProtectedPerson(fettle)
  const challenge = await askedForCode(fettle.visitor(), person)
  await fettle.database.pool.query(`update "user" set suspended_at = now(), suspended_reason = 'spam' where id = $1`, [
    person.id,
  ])
  expect(
    errorOf(await fettle.visitor().post('/api/login/second-factor', { challenge, code: codeOf(person.secret) })),
  ).toEqual([403, 'ACCOUNT_SUSPENDED'])
})
