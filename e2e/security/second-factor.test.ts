import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PasskeyQuestion } from '#src/features/passkeys/passkeys.schema.ts'
import { createAuthenticator } from '#src/features/passkeys/test-authenticator.ts'
import { codeOf } from '#src/features/second-factor/test-second-factor.ts'
import { queryDatabase } from '../support/app-database.ts'
import { type AppProcess, removeApps, removeFolders, startApp } from '../support/app-process.ts'
import type { Answered, Caller } from './caller.ts'
import {
  aPerson,
  aRanked,
  askedForCode,
  auditedOf,
  aVisitor,
  BEHIND_PROXY,
  expectStatus,
  mailsTo,
  type ProtectedPerson,
  protect,
} from './people.ts'

let app: AppProcess
beforeAll(async () => {
  app = await startApp({ env: BEHIND_PROXY })
})
afterAll(async () => {
  await removeApps()
  removeFolders()
})

const sql = (text: string, values: unknown[] = []) => queryDatabase(app.dataDir, text, values)
const setCookie = ({ headers }: Answered) => headers['set-cookie']
const isSignedIn = async (caller: Caller) => (await caller.get('/api/user')).status === 200

const secondStep = async (person: ProtectedPerson, code: string) => {
  const visitor = aVisitor(app)
  const challenge = await askedForCode(visitor, person)
  return visitor.post('/api/login/second-factor', { challenge, code })
}

describe('row 20: codes', () => {
  test('of the authenticator app work once', async () => {
    const person = await protect(app, await aPerson(app))
    const code = codeOf(person.secret)
    expectStatus(await secondStep(person, code), 200)
    const replayed = await secondStep(person, code)
    expect([replayed.code, setCookie(replayed)]).toEqual(['INVALID_CODE', undefined])
    expect(await auditedOf(app, person)).toContain('second-factor.failed')
  })

  test('five sign-ins with the same code at the same moment are one', async () => {
    const person = await protect(app, await aPerson(app))
    const code = codeOf(person.secret)
    const steps = await Promise.all(
      Array.from({ length: 5 }, async () => ({
        visitor: aVisitor(app),
        challenge: await askedForCode(aVisitor(app), person),
      })),
    )
    const answers = await Promise.all(
      steps.map(({ visitor, challenge }) => visitor.post('/api/login/second-factor', { challenge, code })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('an old or a future one is refused, and so is what only looks like one', async () => {
    const person = await protect(app, await aPerson(app))
    const visitor = aVisitor(app)
    const challenge = await askedForCode(visitor, person)
    for (const code of [codeOf(person.secret, -90), codeOf(person.secret, 90), '1234567', '١٢٣٤٥٦'])
      expect((await visitor.post('/api/login/second-factor', { challenge, code })).code, code).toBe('INVALID_CODE')
    for (const code of [123456, null, ['000000'], { $ne: '' }, ''])
      expect((await visitor.post('/api/login/second-factor', { challenge, code })).status, String(code)).toBe(422)
  })

  test('a challenge takes five tries and an account six a minute, from everywhere together', async () => {
    const person = await protect(app, await aPerson(app))
    const visitor = aVisitor(app)
    const challenge = await askedForCode(visitor, person)
    for (let count = 0; count < 5; count++)
      expect((await visitor.post('/api/login/second-factor', { challenge, code: '000000' })).code).toBe('INVALID_CODE')
    const right = { challenge, code: codeOf(person.secret) }
    expect((await visitor.post('/api/login/second-factor', right)).code).toBe('CHALLENGE_EXPIRED')
    expect((await secondStep(person, '000000')).code).toBe('INVALID_CODE')
    const throttled = await secondStep(person, codeOf(person.secret))
    expect([throttled.status, setCookie(throttled)]).toEqual([429, undefined])
    expect(Number(throttled.headers['retry-after'])).toBeGreaterThan(0)
  })

  test('recovery codes work once, are told by mail and are stored as hashes; the app secret is sealed', async () => {
    const person = await protect(app, await aPerson(app))
    const [code = ''] = person.recoveryCodes
    expect(person.recoveryCodes).toHaveLength(10)
    expectStatus(await secondStep(person, code.toLowerCase()), 200)
    expect((await secondStep(person, code)).code).toBe('INVALID_CODE')
    expect((await mailsTo(app, person.email))[0]?.subject).toMatch(/recovery code/i)
    const [totp] = await sql(
      "select secret::text as secret, encode(secret, 'escape') as text from totp where user_id = $1",
      [person.id],
    )
    expect(`${totp?.secret} ${totp?.text}`).not.toContain(person.secret)
    const rows = await sql(
      "select encode(code_hash, 'escape') as text, length(code_hash) as size from recovery_code where user_id = $1",
      [person.id],
    )
    expect(rows.every(({ size }) => size === 32)).toBe(true)
    for (const one of person.recoveryCodes) expect(JSON.stringify(rows)).not.toContain(one)
  })

  test("somebody else's code or challenge opens nothing", async () => {
    const [victim, attacker] = [await protect(app, await aPerson(app)), await protect(app, await aPerson(app))]
    expect((await secondStep(victim, codeOf(attacker.secret))).code).toBe('INVALID_CODE')
    expect((await secondStep(victim, attacker.recoveryCodes[0] ?? '')).code).toBe('INVALID_CODE')
    const own = await askedForCode(aVisitor(app), attacker)
    const asVictim = { challenge: own, code: codeOf(attacker.secret), userId: victim.id }
    expect((await aVisitor(app).post('/api/login/second-factor', asVictim)).status).toBe(400)
  })
})
describe('row 21: half a sign-in', () => {
  test('is nobody: it adds, reads and removes nothing', async () => {
    const victim = await protect(app, await aPerson(app))
    const half = aVisitor(app)
    const challenge = await askedForCode(half, victim)
    expect([...half.cookies]).toEqual([])
    for (const cookie of [`session=${challenge}`, `__Host-session=${challenge}`])
      for (const [method, path] of [
        ['POST', '/api/passkeys/options'],
        ['POST', '/api/second-factor/totp'],
        ['DELETE', '/api/second-factor/totp'],
        ['POST', '/api/second-factor/recovery-codes'],
        ['GET', '/api/passkeys'],
        ['GET', '/api/user'],
        ['POST', '/api/reauthenticate/passkey'],
      ] as const)
        expect((await half.send(method, path, { headers: { cookie } })).status, path).toBe(401)
  })

  test("nobody removes, renames or signs with somebody else's passkey", async () => {
    const [victim, attacker] = [await aPerson(app), await aPerson(app)]
    const authenticator = createAuthenticator()
    const ceremony = { origin: app.url }
    const question = (await victim.post('/api/passkeys/options')).body as unknown as PasskeyQuestion
    const proof = authenticator.make(question, ceremony)
    // The answer to the victim's question is of no use to the attacker.
    expect((await attacker.post('/api/passkeys', { ...proof, name: 'Mine' })).code).toBe('CHALLENGE_EXPIRED')
    const next = (await victim.post('/api/passkeys/options')).body as unknown as PasskeyQuestion
    const added = expectStatus(
      await victim.post('/api/passkeys', { ...authenticator.make(next, ceremony), name: 'Hers' }),
      201,
    )
    const { id } = added.body.passkey as { id: string }
    expect((await attacker.send('DELETE', `/api/passkeys/${id}`)).status).toBe(404)
    expect((await attacker.send('PATCH', `/api/passkeys/${id}`, { body: { name: 'x' } })).status).toBe(404)
    const again = (await attacker.post('/api/passkeys/options')).body as unknown as PasskeyQuestion
    expect((await attacker.post('/api/passkeys', { ...authenticator.make(again, ceremony), name: 'Mine' })).code).toBe(
      'PASSKEY_EXISTS',
    )
    const asked = (await aVisitor(app).post('/api/login/passkey/options', {})).body as unknown as PasskeyQuestion
    for (const changed of [
      { origin: 'https://evil.example' },
      { origin: app.url, userVerified: false },
      { origin: app.url, challenge: 'AAAA' },
      { origin: app.url, rpId: 'evil.example' },
    ])
      expect(
        (await aVisitor(app).post('/api/login/passkey', authenticator.sign(asked, changed))).status,
        JSON.stringify(changed),
      ).toBe(401)
  })

  test('an attacker with the password cannot add a passkey of their own as the second factor', async () => {
    const victim = await protect(app, await aPerson(app))
    const challenge = await askedForCode(aVisitor(app), victim)
    const [authenticator, ceremony] = [createAuthenticator(), { origin: app.url }]
    const owner = await aPerson(app)
    const question = (await owner.post('/api/passkeys/options')).body as unknown as PasskeyQuestion
    expectStatus(await owner.post('/api/passkeys', { ...authenticator.make(question, ceremony), name: 'Mine' }), 201)
    const attacker = aVisitor(app)
    for (const key of [createAuthenticator(), authenticator]) {
      const asked = expectStatus(await attacker.post('/api/login/passkey/options', { challenge }), 200)
      const proof = key.sign(asked.body as unknown as PasskeyQuestion, ceremony)
      expect((await attacker.post('/api/login/passkey', proof)).code).toBe('PASSKEY_REFUSED')
    }
    expect(await isSignedIn(attacker)).toBe(false)
  })
})
describe('row 22: admins need a second factor', () => {
  const PATHS = [
    '/api/admin',
    '/api/admin/people',
    '/api/admin/client-errors',
    '/api/admin/audit',
    '/api/admin/audit/check',
  ]

  test.each(['admin', 'super_admin'] as const)(
    'an %s without one, or who has not passed it, finds it closed',
    async (role) => {
      const person = await aPerson(app)
      await sql('update "user" set role = $2 where id = $1', [person.id, role])
      for (const path of PATHS) expect((await person.get(path)).code, path).toBe('SECOND_FACTOR_REQUIRED')
      await sql('insert into totp (user_id, secret, confirmed_at) values ($1, $2, now())', [
        person.id,
        Buffer.alloc(20),
      ])
      for (const path of PATHS) expect((await person.get(path)).code, path).toBe('SECOND_FACTOR_REQUIRED')
      const stranger = await aPerson(app)
      for (const path of ['/admin', '/admin/people', '/admin/audit', '/admin/errors', '/admin/people.data'])
        expect((await person.get(path)).text, path).not.toContain(stranger.email)
      expect((await person.post(`/api/admin/people/${stranger.id}/suspend`, { reason: 'x' })).code).toBe(
        'SECOND_FACTOR_REQUIRED',
      )
    },
  )

  test('turning it off closes it again, at once', async () => {
    const admin = await aRanked(app, 'admin')
    expectStatus(await admin.get('/api/admin/people'), 200)
    expectStatus(await admin.send('DELETE', '/api/second-factor/totp'), 200)
    expect((await admin.get('/api/admin/people')).code).toBe('SECOND_FACTOR_REQUIRED')
  })
})
