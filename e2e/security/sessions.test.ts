import { createHash } from 'node:crypto'
import { type IncomingMessage, request } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codeOf } from '#src/features/second-factor/test-second-factor.ts'
import { queryDatabase } from '../support/app-database.ts'
import { type AppProcess, removeApps, removeFolders, startApp } from '../support/app-process.ts'
import type { Answered, Caller } from './caller.ts'
import {
  aPerson,
  aRanked,
  askedForCode,
  atAnotherBrowser,
  auditedOf,
  aVisitor,
  BEHIND_PROXY,
  expectStatus,
  forgetLastStep,
  makeStale,
  PASSWORD,
  type Person,
  protect,
} from './people.ts'
import { dump } from './snapshot.ts'

// One app as a newcomer starts it, one as it runs behind https.
let app: AppProcess
let secure: AppProcess
beforeAll(async () => {
  const env = {
    PUBLIC_URL: 'https://fettle.example',
    TRUST_PROXY: 'true',
    NODE_ENV: 'production',
    ALLOW_TEST_PAYMENTS: 'true',
  }
  ;[app, secure] = await Promise.all([startApp({ env: BEHIND_PROXY }), startApp({ env })])
})
afterAll(async () => {
  await removeApps()
  removeFolders()
})

const sql = (text: string, values: unknown[] = []) => queryDatabase(app.dataDir, text, values)
const cookieLine = ({ headers }: Answered) => headers['set-cookie']?.[0] ?? ''
const tokenOf = ({ cookies }: Caller) => cookies.get('session') ?? ''
const isSignedIn = async (caller: Caller) => (await caller.get('/api/user')).status === 200
/** A thief who has copied the cookie of the moment. */
const thiefOf = (victim: Caller): Caller => {
  const thief = aVisitor(app)
  thief.cookies.set('session', tokenOf(victim))
  return thief
}
const login = (caller: Caller, { email }: Pick<Person, 'email'>) =>
  caller.post('/api/login', { email, password: PASSWORD })

describe('row 1: the cookie', () => {
  const account = { name: 'Ada', email: 'cookie@example.com', password: PASSWORD }

  test('of https is __Host-, Secure, HttpOnly, SameSite=Lax, for / and for no other host', async () => {
    const registered = expectStatus(await aVisitor(secure).post('/api/register', account), 201)
    const [pair = '', ...attributes] = cookieLine(registered).split('; ')
    expect(pair).toMatch(/^__Host-session=[\w-]{43}$/)
    expect(attributes.sort()).toEqual(['HttpOnly', 'Max-Age=2678400', 'Path=/', 'SameSite=Lax', 'Secure'])
    const { email, password } = account
    const again = expectStatus(await aVisitor(secure).post('/api/login', { email, password }), 200)
    expect(cookieLine(again)).toMatch(/^__Host-session=[\w-]{43}; .*HttpOnly; Secure; SameSite=Lax$/)
  })

  test('of https is the only one that counts: a plain "session", as a sibling site could set, is nobody', async () => {
    const person = aVisitor(secure)
    expectStatus(await person.post('/api/login', { email: account.email, password: PASSWORD }), 200)
    const token = person.cookies.get('__Host-session') ?? ''
    expect((await aVisitor(secure).get('/api/user', { cookie: `__Host-session=${token}` })).status).toBe(200)
    for (const name of ['session', '__Secure-session', '__host-session'])
      expect((await aVisitor(secure).get('/api/user', { cookie: `${name}=${token}` })).status, name).toBe(401)
  })

  test('stays out of every answer, and out of reach of scripts', async () => {
    const person = await aPerson(app)
    for (const path of ['/api/user', '/api/sessions', '/api/reauthenticate', '/settings', '/dashboard'])
      expect((await person.get(path)).text, path).not.toContain(tokenOf(person))
    const again = await login(aVisitor(app), person)
    expect(cookieLine(again)).toContain('; HttpOnly')
    expect(again.text).not.toContain(cookieLine(again).slice('session='.length, 20))
    expect(Object.keys(again.body).sort()).toEqual(Object.keys((await person.get('/api/user')).body).sort())
  })
})

describe('row 2: the session id', () => {
  test('has 256 random bits and is stored as a hash: who steals the table cannot sign in with it', async () => {
    const person = await aPerson(app)
    const token = tokenOf(person)
    expect(Buffer.from(token, 'base64url')).toHaveLength(32)
    const [row] = await sql('select token_hash, id from session where user_id = $1', [person.id])
    expect(row?.token_hash).toEqual(createHash('sha256').update(token).digest())
    const stolen = row?.token_hash as Buffer
    const tries = [stolen.toString('base64url'), stolen.toString('hex'), stolen.toString('base64'), String(row?.id)]
    for (const text of [...tries, `${token}=`, token.slice(0, -1), token.toLowerCase(), '', 'null', '0'])
      expect((await aVisitor(app).get('/api/user', { cookie: `session=${text}` })).status, text).toBe(401)
  })

  test('is in no text of any table, and no two are alike', async () => {
    const person = await aPerson(app)
    const other = await atAnotherBrowser(app, person)
    expect(tokenOf(other)).not.toBe(tokenOf(person))
    const spellings = [tokenOf(person), Buffer.from(tokenOf(person)).toString('hex')]
    spellings.push(Buffer.from(tokenOf(person), 'base64url').toString('hex'))
    for (const [table, text] of await dump(app))
      expect(
        spellings.filter((one) => text.includes(one)),
        table,
      ).toEqual([])
  })
})

describe('row 3: fixation and logging out', () => {
  test('a token that an attacker has planted is not the one of the session that begins', async () => {
    const person = await aPerson(app)
    const planted = 'A'.repeat(43)
    const victim = aVisitor(app)
    victim.cookies.set('session', planted)
    expectStatus(await login(victim, person), 200)
    expect(tokenOf(victim)).not.toBe(planted)
    expect((await aVisitor(app).get('/api/user', { cookie: `session=${planted}` })).status).toBe(401)
  })

  test("an attacker's own session, planted before the victim signs in, ends there", async () => {
    const [attacker, victim] = [await aPerson(app), await aPerson(app)]
    const browser = thiefOf(attacker)
    expectStatus(await login(browser, victim), 200)
    expect((await browser.get('/api/user')).body.id).toBe(victim.id)
    expect(await isSignedIn(attacker)).toBe(false)
  })

  test('signing in, proving it anew and setting up a second factor each make a new token, and the old one is dead', async () => {
    const person = await aPerson(app)
    const steps: (() => Promise<unknown>)[] = [
      () => login(person, person),
      () => person.post('/api/reauthenticate', { password: PASSWORD }),
      () => protect(app, person),
    ]
    for (const step of steps) {
      const thief = thiefOf(person)
      expect(await isSignedIn(thief)).toBe(true)
      await step()
      expect(await isSignedIn(thief), String(step)).toBe(false)
      expect(await isSignedIn(person)).toBe(true)
    }
  })

  test('a cookie that was copied before logging out is dead after it', async () => {
    const person = await aPerson(app)
    const thief = thiefOf(person)
    const answered = expectStatus(await person.post('/api/logout'), 200)
    expect(cookieLine(answered)).toMatch(/^session=; .*(Max-Age=0|Expires=Thu, 01 Jan 1970)/)
    expect(await isSignedIn(thief)).toBe(false)
    expect((await thief.get('/dashboard')).status).toBe(302)
  })
})

describe('row 4: a new password', () => {
  test('ends every other session, half-done sign-in and reset link, and is told to the owner', async () => {
    const person = await aPerson(app)
    const [device, visitor] = [await atAnotherBrowser(app, person), aVisitor(app)]
    expectStatus(await visitor.post('/api/password-reset', { email: person.email }), 202)
    const newPassword = 'another battery staple'
    const change = { currentPassword: PASSWORD, newPassword }
    expect((await person.post('/api/user/password', { ...change, currentPassword: 'wrong' })).status).toBe(422)
    expectStatus(await person.post('/api/user/password', change), 200)
    expect([await isSignedIn(device), await isSignedIn(person)]).toEqual([false, true])
    expect((await login(visitor, person)).status).toBe(401)
    expect(
      await sql("select 1 from email_token where user_id = $1 and purpose = 'reset-password'", [person.id]),
    ).toEqual([])
    const mails = await sql("select 1 from mail where user_id = $1 and subject = 'Your password was changed'", [
      person.id,
    ])
    expect(mails).toHaveLength(1)
    expect(await auditedOf(app, person)).toContain('password.changed')
  })

  test('of an account with a second factor ends a sign-in that waits for its code', async () => {
    const person = await protect(app, await aPerson(app))
    const attacker = aVisitor(app)
    const challenge = await askedForCode(attacker, person)
    const change = { currentPassword: PASSWORD, newPassword: 'another battery staple' }
    expectStatus(await person.post('/api/user/password', change), 200)
    const answered = await attacker.post('/api/login/second-factor', { challenge, code: codeOf(person.secret) })
    expect([answered.status, answered.code]).toEqual([401, 'CHALLENGE_EXPIRED'])
  })
})

describe('row 5: suspension', () => {
  test('ends sessions, API keys, half-done sign-ins and open streams at once, and no way leads back in', async () => {
    const [admin, person] = [await aRanked(app, 'admin'), await protect(app, await aPerson(app))]
    const key = { name: 'key', scopes: ['read'] }
    const bearer = { authorization: `Bearer ${expectStatus(await person.post('/api/keys', key), 201).body.token}` }
    expectStatus(await aVisitor(app).get('/api/workflows', bearer), 200)
    const challenge = await askedForCode(aVisitor(app), person)
    const stream = await openStream(person, '/api/notifications/events')
    // One proposes it, another one agrees.
    for (const who of [admin, await aRanked(app, 'admin')])
      expectStatus(await who.post(`/api/admin/people/${person.id}/suspend`, { reason: 'spam' }), 200)
    expect(await isSignedIn(person)).toBe(false)
    expect((await aVisitor(app).get('/api/workflows', bearer)).code).toBe('INVALID_CREDENTIAL')
    const half = await aVisitor(app).post('/api/login/second-factor', { challenge, code: codeOf(person.secret) })
    expect([half.status, cookieLine(half)]).toEqual([403, ''])
    const whole = await login(aVisitor(app), person)
    expect([whole.code, cookieLine(whole)]).toEqual(['ACCOUNT_SUSPENDED', ''])
    await stream.ended
    expect(await auditedOf(app, person)).toContain('person.suspended')
  })
})

/** A stream of events; `ended` settles when the server closes it. */
async function openStream({ cookies }: Caller, path: string): Promise<{ ended: Promise<void> }> {
  const headers = { cookie: `session=${cookies.get('session')}` }
  const outgoing = request({ host: 'localhost', port: app.port, path, headers, agent: false })
  outgoing.end()
  const response = await new Promise<IncomingMessage>((resolve) => outgoing.on('response', resolve))
  if (response.statusCode !== 200) throw new Error(`the stream answered ${response.statusCode}`)
  response.resume()
  return { ended: new Promise((resolve) => response.once('close', resolve)) }
}

describe('row 6: how long a session lives', () => {
  const age = (person: Person, column: string, value: string) =>
    sql(`update session set ${column} = now() + $2::interval where user_id = $1`, [person.id, value])

  test('14 days of rest, less a minute, are fine; a minute more is the end', async () => {
    const person = await aPerson(app)
    await age(person, 'last_seen_at', '-13 days -23:59')
    expect(await isSignedIn(person)).toBe(true)
    await age(person, 'last_seen_at', '-14 days -00:01')
    expect(await isSignedIn(person)).toBe(false)
  })

  test('31 days are the end, however busy: being seen does not prolong it', async () => {
    const person = await aPerson(app)
    const [begun] = await sql('select extract(day from expires_at - now()) as days from session where user_id = $1', [
      person.id,
    ])
    expect(Number(begun?.days)).toBe(30)
    await age(person, 'last_seen_at', '-1 day')
    const [before] = await sql('select expires_at from session where user_id = $1', [person.id])
    expect(await isSignedIn(person)).toBe(true)
    const [after] = await sql('select expires_at, last_seen_at from session where user_id = $1', [person.id])
    expect(after?.expires_at).toEqual(before?.expires_at)
    await age(person, 'expires_at', '-1 second')
    expect(await isSignedIn(person)).toBe(false)
  })
})

describe('row 7: what a forgotten browser may not do', () => {
  /** Every call that decides who may get in, with a body that is right. */
  const sensitive: [method: string, path: string, body?: object][] = [
    ['POST', '/api/user/email', { email: 'elsewhere@example.com' }],
    ['POST', '/api/second-factor/totp'],
    ['POST', '/api/second-factor/totp/confirm', { code: '123456' }],
    ['DELETE', '/api/second-factor/totp'],
    ['POST', '/api/second-factor/recovery-codes'],
    ['POST', '/api/passkeys/options'],
    ['POST', '/api/passkeys', passkeyBody()],
    ['DELETE', '/api/passkeys/0192f000-0000-7000-8000-000000000000'],
    ['POST', '/api/keys', { name: 'key', scopes: ['read'] }],
    ['POST', '/api/account/exports'],
    ['POST', '/api/account/deletion'],
    ['POST', '/api/account/providers'],
    ['DELETE', '/api/account/providers/0192f000-0000-7000-8000-000000000000'],
  ]

  test.each(sensitive)('%s %s asks for a new proof after ten minutes', async (method, path, body) => {
    const person = await aPerson(app)
    await makeStale(app, person, '10 minutes 1 second')
    const answered = await person.send(method, path, { body })
    expect([answered.status, answered.code]).toEqual([403, 'FRESH_SIGN_IN_REQUIRED'])
    expectStatus(await person.post('/api/reauthenticate', { password: PASSWORD }), 200)
    expect((await person.send(method, path, { body })).code).not.toBe('FRESH_SIGN_IN_REQUIRED')
  })

  test('the password alone is no new proof where there is a second factor, neither is a code alone', async () => {
    const person = await protect(app, await aPerson(app))
    await makeStale(app, person)
    for (const proof of [{ password: PASSWORD }, { code: codeOf(person.secret) }, {}])
      expect((await person.post('/api/reauthenticate', proof)).status, JSON.stringify(proof)).toBe(422)
    expect((await person.post('/api/keys', { name: 'key', scopes: ['read'] })).code).toBe('FRESH_SIGN_IN_REQUIRED')
    const change = { currentPassword: PASSWORD, newPassword: 'another battery staple' }
    expect((await person.post('/api/user/password', change)).code).toBe('FRESH_SIGN_IN_REQUIRED')
    await forgetLastStep(app, person)
    expectStatus(await person.post('/api/reauthenticate', { password: PASSWORD, code: codeOf(person.secret) }), 200)
    expectStatus(await person.post('/api/keys', { name: 'key', scopes: ['read'] }), 201)
  })

  test('an API key never counts as a fresh sign-in, nor as a session', async () => {
    const person = await aPerson(app)
    const scopes = ['read', 'tools:run', 'workflows:run']
    const { token } = expectStatus(await person.post('/api/keys', { name: 'all', scopes }), 201).body
    for (const [method, path, body] of sensitive) {
      const headers = { authorization: `Bearer ${token}` }
      const answered = await aVisitor(app).send(method, path, { body, headers })
      expect([answered.status, answered.code], path).toEqual([403, 'INSUFFICIENT_SCOPE'])
    }
  })
})

function passkeyBody() {
  const response = { clientDataJSON: 'x', attestationObject: 'x' }
  const credential = { id: 'x', rawId: 'x', type: 'public-key', clientExtensionResults: {}, response }
  return { name: 'Key', challenge: 'x', response: credential }
}

describe('row 8: other devices', () => {
  const sessionsOf = async (person: Person) =>
    (await person.get('/api/sessions')).body.sessions as { id: string; current: boolean }[]

  test('are listed, and ending one or all others works at once', async () => {
    const person = await aPerson(app)
    const [second, third] = [await atAnotherBrowser(app, person), await atAnotherBrowser(app, person)]
    const listed = await sessionsOf(person)
    expect([listed.length, listed.filter(({ current }) => current).length]).toEqual([3, 1])
    const [ofSecond] = await sql('select id from session where token_hash = $1', [
      createHash('sha256').update(tokenOf(second)).digest(),
    ])
    expectStatus(await person.send('DELETE', `/api/sessions/${ofSecond?.id}`), 200)
    expect([await isSignedIn(second), await isSignedIn(third)]).toEqual([false, true])
    expectStatus(await person.send('DELETE', '/api/sessions'), 200)
    expect([await isSignedIn(third), await isSignedIn(person)]).toEqual([false, true])
    expect((await auditedOf(app, person)).filter((action) => action.startsWith('session'))).toEqual([
      'session.ended',
      'sessions.others-ended',
    ])
  })

  test("somebody else's device can be neither seen nor ended", async () => {
    const [person, stranger] = [await aPerson(app), await aPerson(app)]
    const [own] = await sessionsOf(person)
    expect((await sessionsOf(stranger)).map(({ id }) => id)).not.toContain(own?.id)
    expect((await stranger.send('DELETE', `/api/sessions/${own?.id}`)).status).toBe(404)
    expect(await isSignedIn(person)).toBe(true)
  })

  test('an admin can end them all, which is written down with its reason', async () => {
    const [admin, person] = [await aRanked(app, 'admin'), await aPerson(app)]
    expect((await admin.post(`/api/admin/people/${person.id}/end-sessions`, {})).status).toBe(422)
    expectStatus(await admin.post(`/api/admin/people/${person.id}/end-sessions`, { reason: 'stolen laptop' }), 200)
    expect(await isSignedIn(person)).toBe(false)
    const [entry] = await sql("select * from audit_entry where action = 'person.sessions-ended'")
    expect([entry?.actor_id, entry?.target]).toEqual([admin.id, `user ${person.id}`])
    expect(JSON.parse(String(entry?.details))).toMatchObject({ reason: 'stolen laptop', sessions: 1 })
  })
})
