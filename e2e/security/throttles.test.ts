import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { queryDatabase } from '../support/app-database.ts'
import { type AppProcess, removeApps, removeFolders, startApp, temporaryFolder } from '../support/app-process.ts'
import { eventually } from '../support/processes.ts'
import type { Answered, Caller, Headers } from './caller.ts'
import {
  aFreshAddress,
  aPerson,
  aVisitor,
  BEHIND_PROXY,
  expectStatus,
  mailsTo,
  PASSWORD,
  type Person,
} from './people.ts'

/** Each SIGUSR2 moves the app's clock on by 61 s, so that a test need not wait for a throttle to end; a file tells. */
const CLOCK = `
  import { writeFileSync } from 'node:fs'
  const now = Date.now
  let minutes = 0
  Date.now = () => now() + minutes * 61000
  process.on('SIGUSR2', () => writeFileSync(process.env.CLOCK_FILE, String(++minutes)))
`
const clockFile = join(temporaryFolder(), 'minutes')

let app: AppProcess
/** Without a proxy in front: what a header says about the address is a lie. */
let bare: AppProcess
beforeAll(async () => {
  const env = {
    ...BEHIND_PROXY,
    CLOCK_FILE: clockFile,
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(CLOCK)}`,
  }
  ;[app, bare] = await Promise.all([startApp({ env }), startApp()])
})
afterAll(async () => {
  await removeApps()
  removeFolders()
})

const sql = (text: string, values: unknown[] = []) => queryDatabase(app.dataDir, text, values)
const login = (caller: Caller, email: string, password = PASSWORD) => caller.post('/api/login', { email, password })
const WRONG = 'not the password'

let minutesAhead = 0
async function moveOn(minutes: number): Promise<void> {
  for (let minute = 0; minute < minutes; minute++) {
    process.kill(app.pid, 'SIGUSR2')
    minutesAhead += 1
    // One signal at a time: two that wait count as one.
    await eventually('the clock moves on', () => clockNow() === minutesAhead)
  }
}
const clockNow = () => (existsSync(clockFile) ? Number(readFileSync(clockFile, 'utf8')) : 0)

const expectThrottled = ({ status, code, headers, body }: Answered, from: number, to: number) => {
  expect([status, code]).toEqual([429, 'TOO_MANY_REQUESTS'])
  const wait = Number(headers['retry-after'])
  expect((body.error as { retryAfter: number }).retryAfter).toBe(wait)
  expect(wait).toBeGreaterThanOrEqual(from)
  expect(wait).toBeLessThanOrEqual(to)
}

describe('row 16: throttles of signing in', () => {
  test('an account takes six tries a minute and twelve an hour, wherever they come from, and then goes on', async () => {
    const owner = await aPerson(app)
    const guess = () => login(aVisitor(app), owner.email, WRONG)
    const spend = async (tries: number) => {
      for (let count = 0; count < tries; count++) expect((await guess()).status).toBe(401)
    }
    await spend(6)
    expectThrottled(await guess(), 1, 60)
    // The right password is no way through either, or it would tell itself apart.
    expectThrottled(await login(aVisitor(app), owner.email), 1, 60)
    expectThrottled(await login(aVisitor(app), owner.email.toUpperCase()), 1, 60)
    expectThrottled(await login(aVisitor(app), ` ${owner.email} `), 1, 60)
    await moveOn(1)
    await spend(6)
    await moveOn(1)
    expectThrottled(await guess(), 61, 3600)
    await moveOn(60)
    expectStatus(await login(aVisitor(app), owner.email), 200)
  })

  test('whoever spends them elsewhere does not lock the owner out', async () => {
    const home = aFreshAddress()
    const owner = await aPerson(app, home)
    for (let count = 0; count < 8; count++) await login(aVisitor(app), owner.email, WRONG)
    expectThrottled(await login(aVisitor(app), owner.email), 1, 60)
    expectStatus(await login(aVisitor(app, home), owner.email), 200)
    // There, too, guesses come to an end.
    for (let count = 0; count < 5; count++) await login(aVisitor(app, home), owner.email, WRONG)
    expectThrottled(await login(aVisitor(app, home), owner.email, WRONG), 1, 60)
    await moveOn(1)
    expectStatus(await login(aVisitor(app, home), owner.email), 200)
  })

  test('an address takes thirty tries a minute over all accounts, a whole IPv6 network as one', async () => {
    const home = aFreshAddress()
    const stuff = (address: string, at: number) =>
      login(aVisitor(app, address), `stuffed${at}@${address.replaceAll(':', '-')}.example`)
    for (let at = 0; at < 30; at++) expect((await stuff(home, at)).status).toBe(401)
    expectThrottled(await stuff(home, 30), 1, 60)
    for (let at = 0; at < 30; at++) expect((await stuff(`2001:db8:1:2::${at}`, at)).status).toBe(401)
    expectThrottled(await stuff('2001:db8:1:2:ffff::1', 30), 1, 60)
    expect((await stuff('2001:db8:1:3::1', 0)).status).toBe(401)
  })

  test('the form of /auth is no way around them', async () => {
    const owner = await aPerson(app)
    const headers = {
      'content-type': 'application/x-www-form-urlencoded',
      origin: app.url,
      'sec-fetch-site': 'same-origin',
    }
    const post = (password: string) =>
      aVisitor(app).post('/auth', new URLSearchParams({ email: owner.email, password }).toString(), headers)
    for (let count = 0; count < 6; count++) expect((await post(WRONG)).status).toBe(401)
    const refused = await post(PASSWORD)
    expect([refused.status, refused.headers['set-cookie']]).toEqual([429, undefined])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expectThrottled(await login(aVisitor(app), owner.email), 1, 60)
  })

  test('ten thousand addresses together take 1200 tries a minute', async () => {
    await moveOn(1)
    const one = () => aVisitor(app).post('/api/login', { email: 'x' })
    const statuses: number[] = []
    for (let round = 0; round < 13; round++) {
      const answers = await Promise.all(Array.from({ length: 100 }, one))
      statuses.push(...answers.map(({ status }) => status))
    }
    expect(statuses.filter((status) => status === 422)).toHaveLength(1200)
    expectThrottled(await one(), 1, 60)
    await moveOn(1)
    expect((await one()).status).toBe(422)
  })

  test.each([
    ['asking for a reset link', 10, '/api/password-reset', { email: 'x' }],
    ['choosing a new password', 20, '/api/password-reset/confirm', {}],
    ['registering', 30, '/api/register', {}],
    ['the second step', 30, '/api/login/second-factor', {}],
    ['a passkey', 30, '/api/login/passkey', {}],
    ['confirming an address', 30, '/api/email-verification/confirm', {}],
    ['reporting an error', 20, '/api/errors/client', {}],
    ['writing to support', 5, '/api/support', {}],
  ])('%s is taken %i times from one address', async (_, times, path, body) => {
    const visitor = aVisitor(app)
    for (let count = 0; count < times; count++) expect((await visitor.post(path, body)).status).toBe(422)
    expectThrottled(await visitor.post(path, body), 1, 3600)
  })

  test('wrong API keys share one bucket for each address, right ones do not fall into it', async () => {
    const person = await aPerson(bare)
    const { token } = expectStatus(await person.post('/api/keys', { name: 'key', scopes: ['read'] }), 201).body
    const visitor = aVisitor(bare)
    const call = (bearer: unknown) => visitor.get('/api/user', { authorization: `Bearer ${bearer}` })
    for (let count = 0; count < 30; count++) expect((await call(`ftl_wrong${count}`)).status).toBe(401)
    expectThrottled(await call('ftl_another'), 1, 60)
    expectStatus(await call(token), 200)
  })
})
describe('row 16: forged addresses', () => {
  const HEADERS = [
    'x-forwarded-for',
    'x-real-ip',
    'forwarded',
    'x-client-ip',
    'true-client-ip',
    'cf-connecting-ip',
    'x-user-id',
  ]

  test('without TRUST_PROXY no header makes another address', async () => {
    const statuses: number[] = []
    for (let at = 0; at < 32; at++) {
      const ip = aFreshAddress()
      const headers = Object.fromEntries(HEADERS.map((name) => [name, name === 'forwarded' ? `for=${ip}` : ip]))
      const caller = aVisitor(bare, ip)
      statuses.push((await caller.post('/api/login', { email: `f${at}@example.com`, password: WRONG }, headers)).status)
    }
    expect(statuses.filter((status) => status === 401)).toHaveLength(30)
    expect(statuses.slice(30)).toEqual([429, 429])
  })

  test('with TRUST_PROXY only what the proxy itself has added counts, not what the caller wrote before it', async () => {
    const home = aFreshAddress()
    const send = (at: number, headers: Headers) =>
      aVisitor(app).post('/api/login', { email: `g${at}@example.com`, password: WRONG }, headers)
    for (let at = 0; at < 30; at++)
      expect(
        (await send(at, { 'x-forwarded-for': `${aFreshAddress()}, 127.0.0.1, ${home}`, 'x-real-ip': aFreshAddress() }))
          .status,
      ).toBe(401)
    expectThrottled(await send(30, { 'x-forwarded-for': `${aFreshAddress()}, ${home}` }), 1, 60)
    const person = await aPerson(app)
    expectStatus(
      await person.post(
        '/api/login',
        { email: person.email, password: PASSWORD },
        { 'x-forwarded-for': `6.6.6.6, ${home}, 198.51.100.9` },
      ),
      200,
    )
    const { sessions } = (await person.get('/api/sessions')).body as {
      sessions: { address: string; current: boolean }[]
    }
    expect(sessions.find(({ current }) => current)?.address).toBe('198.51.100.9')
  })
})

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

interface Times {
  /** Medians, in milliseconds. */
  readonly known: number
  readonly unknown: number
  /** Part of the pairs in which the unknown one took longer. */
  readonly unknownIsSlower: number
}

/** Times pairs, known and unknown first in turns, so that whatever else the machine does meets both. */
async function compareTimes(
  tries: number,
  known: (at: number) => Promise<unknown>,
  unknown: (at: number) => Promise<unknown>,
): Promise<Times> {
  const timed = async (work: Promise<unknown>) => {
    const began = performance.now()
    await work
    return performance.now() - began
  }
  const pairs: { known: number; unknown: number }[] = []
  for (let at = 0; at < tries; at++) {
    if (at % 2 === 0) pairs.push({ known: await timed(known(at)), unknown: await timed(unknown(at)) })
    else pairs.push({ unknown: await timed(unknown(at)), known: await timed(known(at)) })
  }
  return {
    known: median(pairs.map((pair) => pair.known)),
    unknown: median(pairs.map((pair) => pair.unknown)),
    unknownIsSlower: pairs.filter((pair) => pair.unknown > pair.known).length / tries,
  }
}

/** Told apart means both: another time on the whole, and the same one of the two slower nearly always. */
const tellApart = ({ known, unknown, unknownIsSlower }: Times): boolean =>
  Math.max(known / unknown, unknown / known) > 1.2 && Math.abs(unknownIsSlower - 0.5) > 0.35

describe('row 17: whether an address has an account', () => {
  const TRIES = 40
  const emailOf = (kind: string) => (at: number) => `${kind}${at}@timing.example`
  let people: Person[]
  const withoutIds = ({ status, headers, body }: Answered) => {
    const { error, ...rest } = body
    const { timestamp: _, requestId: __, ...told } = (error ?? {}) as Record<string, unknown>
    return { status, names: Object.keys(headers).sort(), told, rest }
  }

  beforeAll(async () => {
    await moveOn(1)
    people = [await aPerson(app), await aPerson(app), await aPerson(app), await aPerson(app)]
    await sql('insert into totp (user_id, secret, confirmed_at) values ($1, $2, now())', [
      people[1]?.id,
      Buffer.alloc(20),
    ])
    const [one] = await sql('select password_hash from "user" where id = $1', [people[0]?.id])
    await sql(
      `insert into "user" (id, name, email, password_hash)
       select gen_random_uuid(), 'Timed', kind || at || '@timing.example', $1
         from generate_series(0, ${TRIES}) at, unnest(array['login', 'reset']) kind`,
      [one?.password_hash],
    )
    await sql('update "user" set suspended_at = now(), suspended_reason = \'x\' where id = $1', [people[2]?.id])
    await sql('update "user" set password_hash = null where id = $1', [people[3]?.id])
  })

  test('is told by no text, status or header of signing in with a wrong password, whatever the account', async () => {
    const unknown = withoutIds(await login(aVisitor(app), 'nobody@example.com', WRONG))
    expect(unknown).toMatchObject({ status: 401, told: { code: 'INVALID_CREDENTIALS' } })
    for (const { email, name } of people)
      expect(withoutIds(await login(aVisitor(app), email, WRONG)), name).toEqual(unknown)
  })

  test('is told by no text, status or header of asking for a reset link', async () => {
    const ask = async (email: string) => withoutIds(await aVisitor(app).post('/api/password-reset', { email }))
    const unknown = await ask('nobody@example.com')
    expect(unknown).toMatchObject({ status: 202, rest: { ok: true } })
    for (const { email, name } of people) expect(await ask(email), name).toEqual(unknown)
    expect(await mailsTo(app, 'nobody@example.com')).toEqual([])
  })

  test('is told by no throttle: unknown addresses run into the same ones', async () => {
    for (const path of ['/api/login', '/api/password-reset'])
      for (const email of [people[0]?.email ?? '', `${path.length}@example.com`]) {
        const body = path === '/api/login' ? { email, password: WRONG } : { email }
        const statuses: number[] = []
        for (let count = 0; count < 8; count++) statuses.push((await aVisitor(app).post(path, body)).status)
        expect(statuses.at(-1), `${path} ${email}`).toBe(429)
      }
  })

  test('sending the confirmation again is for who is signed in, and goes to nobody else', async () => {
    for (const body of [undefined, { email: people[0]?.email }, { email: 'nobody@example.com' }])
      expect(withoutIds(await aVisitor(app).post('/api/email-verification', body))).toMatchObject({ status: 401 })
    const person = await aPerson(app)
    const stray = `${crypto.randomUUID()}@example.com`
    await person.post('/api/email-verification', { email: stray })
    expect(await mailsTo(app, stray)).toEqual([])
  })

  test('is told by no time of signing in: forty tries each', async () => {
    await login(aVisitor(app), 'warm@up.example')
    const [known, unknown] = [emailOf('login'), emailOf('none')]
    const times = await compareTimes(
      TRIES,
      (at) => login(aVisitor(app), known(at), WRONG),
      (at) => login(aVisitor(app), unknown(at), WRONG),
    )
    expect(tellApart(times), JSON.stringify(times)).toBe(false)
  })

  test('is told by no time of asking for a reset link: forty tries each', async () => {
    const [known, unknown] = [emailOf('reset'), emailOf('none')]
    const ask = (email: string) => aVisitor(app).post('/api/password-reset', { email })
    const times = await compareTimes(
      TRIES,
      (at) => ask(known(at)),
      (at) => ask(unknown(at)),
    )
    expect(tellApart(times), JSON.stringify(times)).toBe(false)
  })

  test('registering says 409 and tells the owner, three times an hour at most', async () => {
    const owner = await aPerson(app)
    for (let count = 0; count < 5; count++) {
      const answered = await aVisitor(app).post('/api/register', {
        name: 'Eve',
        email: owner.email.toUpperCase(),
        password: PASSWORD,
      })
      expect([answered.code, answered.headers['set-cookie']]).toEqual(['EMAIL_IN_USE', undefined])
    }
    const notices = (await mailsTo(app, owner.email)).filter(({ subject }) => !subject.startsWith('Confirm'))
    expect(notices).toHaveLength(3)
  })
})
