import { request as forward } from 'node:http'
import type { Browser } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { queryDatabase, withoutTable } from '../support/app-database.ts'
import { type AppProcess, removeApps, removeFolders, startApp } from '../support/app-process.ts'
import { openBrowser, openPage, visit } from '../support/browser.ts'
import { aPerson, aVisitor, BEHIND_PROXY, expectStatus, PASSWORD, type Person } from './people.ts'
import { type RudeServer, startRudeServer } from './rude-server.ts'

let app: AppProcess
let browser: Browser
beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp({ env: BEHIND_PROXY }), openBrowser()])
})
afterAll(async () => {
  await browser.close()
  await removeApps()
  removeFolders()
})

const aKey = () => ({ 'idempotency-key': crypto.randomUUID() })
const workflowsOf = async ({ id }: Person) =>
  (await queryDatabase(app.dataDir, 'select name from workflow where owner_id = $1 order by created_at', [id])).map(
    ({ name }) => name,
  )

describe('Idempotency-Key', () => {
  test('a repeat gets the first answer and does nothing', async () => {
    const person = await aPerson(app)
    const key = aKey()
    const first = expectStatus(await person.post('/api/workflows', { name: 'Once' }, key), 201)
    const second = expectStatus(await person.post('/api/workflows', { name: 'Once' }, key), 201)
    expect(second.body).toEqual(first.body)
    expect((await workflowsOf(person)).filter((name) => name === 'Once')).toHaveLength(1)
  })

  test('another body, or the same fields with other values, is 409', async () => {
    const person = await aPerson(app)
    const key = aKey()
    expectStatus(await person.post('/api/workflows', { name: 'One' }, key), 201)
    for (const body of [{ name: 'Two' }, { name: 'One ' }, { name: 'One', graph: { nodes: [], edges: [] } }]) {
      const answered = await person.post('/api/workflows', body, key)
      expect([answered.status, answered.code]).toEqual([409, 'IDEMPOTENCY_KEY_REUSED'])
    }
    expect((await workflowsOf(person)).filter((name) => name === 'Two')).toEqual([])
  })

  test('fifty at the same moment have one effect', async () => {
    const person = await aPerson(app)
    const key = aKey()
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => person.post('/api/workflows', { name: 'Race' }, key)),
    )
    const codes = new Set(answers.map(({ status, code }) => code ?? String(status)))
    expect(
      [...codes].every((code) => ['201', 'REQUEST_IN_PROGRESS'].includes(code)),
      [...codes].join(),
    ).toBe(true)
    expect((await workflowsOf(person)).filter((name) => name === 'Race')).toHaveLength(1)
  })

  test('is one for each person, call and address: nobody gets the answer of somebody else', async () => {
    const [one, other] = [await aPerson(app), await aPerson(app)]
    const key = aKey()
    const first = expectStatus(await one.post('/api/workflows', { name: 'Mine' }, key), 201)
    const second = expectStatus(await other.post('/api/workflows', { name: 'Mine' }, key), 201)
    expect(second.body).not.toEqual(first.body)
    expect((await aVisitor(app).post('/api/workflows', { name: 'Mine' }, key)).status).toBe(401)
    const { id } = first.body.workflow as { id: string }
    expect((await other.post(`/api/workflows/${id}/publish`, {}, key)).status).toBe(404)
    expectStatus(await one.post(`/api/workflows/${id}/unpublish`, {}, key), 200)
  })

  test('does not outlive the right to the answer: signed out, it is nobody', async () => {
    const person = await aPerson(app)
    const key = aKey()
    expectStatus(await person.post('/api/workflows', { name: 'Mine' }, key), 201)
    await queryDatabase(app.dataDir, 'delete from session where user_id = $1', [person.id])
    expect((await person.post('/api/workflows', { name: 'Mine' }, key)).status).toBe(401)
  })

  test('is free again after a refusal or a failure of ours, so that what was wrong can be mended', async () => {
    const person = await aPerson(app)
    const key = aKey()
    expect((await person.post('/api/workflows', { name: '' }, key)).status).toBe(422)
    await withoutTable(app.dataDir, 'workflow', async () =>
      expect((await person.post('/api/workflows', { name: 'Mended' }, key)).status).toBe(500),
    )
    expectStatus(await person.post('/api/workflows', { name: 'Mended' }, key), 201)
    expect((await workflowsOf(person)).filter((name) => name === 'Mended')).toHaveLength(1)
  })

  test('is kept for a day and not for ever, and left behind by a dead process is taken over', async () => {
    const person = await aPerson(app)
    const [fresh, left] = [aKey(), aKey()]
    expectStatus(await person.post('/api/workflows', { name: 'Day' }, fresh), 201)
    const age = (hours: number) =>
      queryDatabase(
        app.dataDir,
        `update idempotency set created_at = now() - interval '${hours} hours' where key = $1`,
        [fresh['idempotency-key']],
      )
    await age(24)
    expectStatus(await person.post('/api/workflows', { name: 'Day' }, fresh), 201)
    expect((await workflowsOf(person)).filter((name) => name === 'Day')).toHaveLength(1)
    expectStatus(await person.post('/api/workflows', { name: 'Left' }, left), 201)
    await queryDatabase(
      app.dataDir,
      "update idempotency set status = null, answer = null, created_at = now() - interval '1 minute' where key = $1",
      [left['idempotency-key']],
    )
    expect((await person.post('/api/workflows', { name: 'Left' }, left)).code).toBe('REQUEST_IN_PROGRESS')
    await queryDatabase(
      app.dataDir,
      "update idempotency set created_at = now() - interval '3 minutes' where key = $1",
      [left['idempotency-key']],
    )
    expectStatus(await person.post('/api/workflows', { name: 'Left' }, left), 201)
  })

  test('never brings back a cookie, a key or a code', async () => {
    const person = await aPerson(app)
    const key = aKey()
    const body = { name: 'key', scopes: ['read'] }
    const [first, second] = [await person.post('/api/keys', body, key), await person.post('/api/keys', body, key)]
    expect(first.body.token).not.toBe(second.body.token)
    const login = { email: person.email, password: PASSWORD }
    const cookies = [
      await aVisitor(app).post('/api/login', login, key),
      await aVisitor(app).post('/api/login', login, key),
    ].map(({ headers }) => headers['set-cookie']?.[0])
    expect(new Set(cookies).size).toBe(2)
    expect(cookies.every((line) => line?.startsWith('session='))).toBe(true)
  })

  test.each([
    ['empty', ''],
    ['256 characters', 'k'.repeat(256)],
  ])('%s is refused', async (_, key) => {
    const person = await aPerson(app)
    expect((await person.post('/api/workflows', { name: 'x' }, { 'idempotency-key': key })).status).toBe(400)
  })

  test('255 characters of anything are one', async () => {
    const person = await aPerson(app)
    const key = { 'idempotency-key': `'; drop table idempotency; -- ${'k'.repeat(225)}` }
    expectStatus(await person.post('/api/workflows', { name: 'x' }, key), 201)
    expectStatus(await person.post('/api/workflows', { name: 'x' }, key), 201)
  })

  test('fills nobody’s disk: a visitor has 120 a minute', async () => {
    const visitor = aVisitor(app)
    const statuses: number[] = []
    for (let count = 0; count < 121; count++)
      statuses.push((await visitor.post('/api/tools/tip-calculator/run', { bill: 10, tipPercent: 10 }, aKey())).status)
    expect([statuses.filter((status) => status === 200).length, statuses.at(-1)]).toEqual([120, 429])
  })
})

interface Arrival {
  readonly at: number
  readonly key: string | undefined
  readonly body: string
}

type Mood = (arrival: number) => 'serve' | 'hang' | 'cut' | { status: number; retryAfter?: number; code?: string }

/** Our own pages behind a server that answers POST /api/login as it pleases. */
async function aRudeFront(mood: Mood): Promise<RudeServer & { arrivals: Arrival[] }> {
  const arrivals: Arrival[] = []
  const server = await startRudeServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks)
      const isLogin = request.method === 'POST' && request.url === '/api/login'
      if (isLogin)
        arrivals.push({ at: performance.now(), key: String(request.headers['idempotency-key']), body: body.toString() })
      const act = isLogin ? mood(arrivals.length) : 'serve'
      if (act === 'hang') return
      if (act === 'cut') return void request.socket.destroy()
      if (act !== 'serve') return refuse(act)
      const onward = forward(
        { host: '127.0.0.1', port: app.port, path: request.url, method: request.method, headers: request.headers },
        (answer) => {
          response.writeHead(answer.statusCode ?? 502, answer.headers)
          answer.pipe(response)
        },
      )
      onward.on('error', () => response.destroy())
      onward.end(body)
    })
    function refuse({
      status,
      retryAfter,
      code = 'SOME_FAILURE',
    }: {
      status: number
      retryAfter?: number
      code?: string
    }): void {
      const error = {
        code,
        message: `Rude ${status}`,
        details: [],
        timestamp: new Date().toISOString(),
        requestId: 'r',
        retryAfter: retryAfter ?? null,
      }
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ error }))
    }
  })
  return { ...server, arrivals }
}

interface SignIn {
  /** What the toast says, or where it led. */
  readonly outcome: string
  /** When the browser began each call that may take `ms`; the server may hear of it later. */
  readonly tries: readonly { readonly ms: number; readonly at: number }[]
}

/** Signs in through the form of /auth, in Chromium. */
async function signInThrough(url: string, email: string, timeScale = 1): Promise<SignIn> {
  const { context, page } = await visit(browser)
  // A call may take 30 s; a test may not. The limit itself is asked for, a hundredth of it is waited.
  await context.addInitScript((scale) => {
    const { timeout } = AbortSignal
    const tries: { ms: number; at: number }[] = []
    Object.assign(globalThis, { tries })
    AbortSignal.timeout = (ms) => {
      tries.push({ ms, at: performance.now() })
      return timeout.call(AbortSignal, ms * scale)
    }
  }, timeScale)
  await openPage(page, `${url}/auth`)
  await page.getByLabel('Email').fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
  await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click()
  const toast = page.getByRole('region', { name: 'Notification' })
  const outcome = await Promise.race([
    page.waitForURL('**/dashboard', { timeout: 40_000 }).then(() => 'dashboard'),
    toast
      .getByText('Login failed')
      .waitFor({ timeout: 40_000 })
      .then(async () => String(await toast.textContent())),
  ])
  const tries = await page.evaluate<SignIn['tries']>('globalThis.tries')
  await context.close()
  return { outcome, tries }
}

type Moment = Pick<Arrival, 'at'>
const waitsOf = (arrivals: readonly Moment[]) =>
  arrivals.slice(1).map(({ at }, index) => at - (arrivals[index]?.at ?? 0))
/** At least the wait that was due, at most its jitter and what a busy machine adds. */
function expectWaits(arrivals: readonly Moment[], due: readonly number[]): void {
  const waits = waitsOf(arrivals)
  expect(waits).toHaveLength(due.length)
  for (const [at, ms] of due.entries()) {
    expect(waits[at], JSON.stringify(waits)).toBeGreaterThanOrEqual(ms * 0.98)
    expect(waits[at], JSON.stringify(waits)).toBeLessThan(ms * 1.1 + 900)
  }
}
const expectSame = (arrivals: readonly Arrival[]) => {
  expect(new Set(arrivals.map(({ key, body }) => `${key} ${body}`)).size).toBe(1)
  expect(arrivals[0]?.key).toMatch(/^[0-9a-f-]{36}$/)
}

// Each has a server and a browser of its own, so that they can wait at the same time.
describe.concurrent('what our client does with a server that', () => {
  test('always answers 500: four tries after 1, 2 and 4 s under one key, then the message', async ({ expect }) => {
    const front = await aRudeFront(() => ({ status: 500 }))
    expect((await signInThrough(front.url, 'x@example.com')).outcome).toContain('Rude 500')
    expectWaits(front.arrivals, [1000, 2000, 4000])
    expectSame(front.arrivals)
    await front.stop()
  })

  test('answers 500 once: the second try signs in, once', async ({ expect }) => {
    const person = await aPerson(app)
    const front = await aRudeFront((arrival) => (arrival === 1 ? { status: 500 } : 'serve'))
    expect((await signInThrough(front.url, person.email)).outcome).toBe('dashboard')
    expectWaits(front.arrivals, [1000])
    expectSame(front.arrivals)
    await front.stop()
  })

  test('answers 429 with retryAfter 3: waits those 3 s', async ({ expect }) => {
    const person = await aPerson(app)
    const front = await aRudeFront((arrival) => (arrival === 1 ? { status: 429, retryAfter: 3 } : 'serve'))
    expect((await signInThrough(front.url, person.email)).outcome).toBe('dashboard')
    expectWaits(front.arrivals, [3000])
    await front.stop()
  })

  test('answers 429 with a wait longer than a call, or a spent quota: tells at once', async ({ expect }) => {
    const refusals = [{ status: 429, retryAfter: 45 }, { status: 429, code: 'QUOTA_EXCEEDED' }, { status: 422 }]
    const tellsAtOnce = async (refusal: (typeof refusals)[number]) => {
      const front = await aRudeFront(() => refusal)
      expect((await signInThrough(front.url, 'x@example.com')).outcome).toContain('Rude')
      expect(front.arrivals).toHaveLength(1)
      await front.stop()
    }
    await Promise.all(refusals.map(tellsAtOnce))
  })

  test('hangs: gives up each try after 30 s, four times, then says so', async ({ expect }) => {
    const front = await aRudeFront(() => 'hang')
    const { outcome, tries } = await signInThrough(front.url, 'x@example.com', 0.01)
    expect(outcome).toContain('Request timeout')
    expect(tries.map(({ ms }) => ms)).toEqual([30_000, 30_000, 30_000, 30_000])
    expect(front.arrivals).toHaveLength(4)
    expectWaits(tries, [1300, 2300, 4300])
    expectSame(front.arrivals)
    await front.stop()
  })

  test('cuts the connection: four tries, then says that the network failed', async ({ expect }) => {
    const front = await aRudeFront(() => 'cut')
    expect((await signInThrough(front.url, 'x@example.com')).outcome).toContain('Network error')
    expectSame(front.arrivals)
    expect(waitsOf(front.arrivals).filter((wait) => wait > 900)).toHaveLength(3)
    await front.stop()
  })

  test('does the work and loses the answer: the repeat gets the first answer', async ({ expect }) => {
    const person = await aPerson(app)
    const key = aKey()
    const controller = new AbortController()
    const headers = {
      ...key,
      'content-type': 'application/json',
      'x-requested-with': 'e2e',
      cookie: `session=${person.cookies.get('session')}`,
    }
    const lost = fetch(`${app.url}/api/workflows`, {
      method: 'POST',
      headers,
      body: '{"name":"Lost"}',
      signal: controller.signal,
    })
    await expect.poll(async () => (await workflowsOf(person)).includes('Lost')).toBe(true)
    controller.abort()
    await lost.catch(() => undefined)
    await expect.poll(async () => (await person.post('/api/workflows', { name: 'Lost' }, key)).status).toBe(201)
    expect((await workflowsOf(person)).filter((name) => name === 'Lost')).toHaveLength(1)
  })
})
