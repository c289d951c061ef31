import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '#src/app/test-app.ts'
import type { EmbeddedProvider } from '#src/features/payments/embedded/create-embedded.server.ts'
import { VISA } from '#src/features/payments/embedded/embedded-fixture.ts'
import { PRO_CONSENT } from '#src/features/subscriptions/pro-consent.ts'
import { TRIAL_DAYS } from '#src/lib/pro-plan.ts'
import { aTool } from './checkout-fixture.ts'

// A tool that runs in browsers and costs something is for whoever may run it now: its code, and saying that it was run.

let fettle: TestApp
let ada: Person
let stranger: Person
let bob: Person
beforeAll(async () => {
  fettle = await startTestApp({ env: { ROLE: 'web' } })
  bob = await fettle.aPerson()
})
afterAll(() => fettle.stop())
beforeEach(async () => {
  ada = await fettle.aPerson()
  stranger = await fettle.aPerson()
})

const sql = async (text: string, values: unknown[] = []) => (await fettle.database.pool.query(text, values)).rows
const SOURCE = 'function run() { return { two: "nobody reads 4711" } }'

/** Bob's, with two versions, of which browsers get the code. */
async function inBrowser(price: { cents?: number; tier?: string }): Promise<string> {
  const tool = await aTool(fettle, bob, price)
  await sql("update tool set in_browser = true, kind = 'custom' where id = $1", [tool])
  await sql('update tool_version set code = $2, content = $3 where tool_id = $1', [
    ...[tool, JSON.stringify({ source: SOURCE }), JSON.stringify({ inBrowser: true })],
  ])
  await sql(
    `insert into tool_version (tool_id, version, input_schema, output_schema, code, content)
     select tool_id, 2, input_schema, output_schema, code, content from tool_version where tool_id = $1`,
    [tool],
  )
  await sql('update tool set version = 2 where id = $1', [tool])
  return tool
}

/** What the door of the code answers, for the version of now and for the one before. */
async function asks(tool: string, person: Person | null): Promise<number> {
  const get = (path: string) => (person === null ? fettle.visitor().get(path) : person.get(path))
  const [now, before] = [await get(`/api/tools/${tool}/source`), await get(`/api/tools/${tool}/source?version=1`)]
  expect(before.status).toBe(now.status)
  for (const { status, body } of [now, before]) expect(JSON.stringify(body).includes('4711')).toBe(status === 200)
  return now.status
}

async function pay(person: Person, path: string, body: object): Promise<string> {
  const { clientSecret, orderId } = (await person.post(path, body)).body
  expect((await person.post('/api/payments/confirm', { clientSecret, card: VISA })).body).toMatchObject({
    status: 'succeeded',
  })
  return String(orderId)
}

test('the code of a tool that is sold is for who bought it, for as long as the purchase stands', async () => {
  const tool = await inBrowser({ cents: 999 })
  expect([await asks(tool, null), await asks(tool, stranger), await asks(tool, bob)]).toEqual([402, 402, 200])
  const orderId = await pay(ada, '/api/marketplace/purchase', { fxnId: tool })
  await ada.get(`/api/purchases/${orderId}`)
  expect(await asks(tool, ada)).toBe(409)
  await sql("update sale set paid_at = paid_at - interval '15 days' where id = $1", [orderId])
  expect(await asks(tool, ada)).toBe(200)
  expect((await bob.post(`/api/earnings/${orderId}/refund`, {})).status).toBe(200)
  expect(await asks(tool, ada)).toBe(402)
})

test('the code of a Pro tool is for who has Pro, and for nobody once a trial is over', async () => {
  const tool = await inBrowser({ tier: 'pro' })
  expect([await asks(tool, null), await asks(tool, stranger), await asks(tool, ada)]).toEqual([403, 403, 403])
  await pay(ada, '/api/subscription', { interval: 'month', trial: true, consent: PRO_CONSENT })
  expect((await ada.get('/api/subscription')).body).toMatchObject({ subscription: { status: 'trialing' } })
  expect(await asks(tool, ada)).toBe(200)
  expect((await ada.post('/api/subscription/cancel', {})).status).toBe(200)
  await (fettle.parts.payments as EmbeddedProvider).moveClock((TRIAL_DAYS + 1) * 86_400)
  expect(await asks(tool, ada)).toBe(403)
})

test('a run in a browser is counted for who may run the tool, and for nobody else', async () => {
  const sold = await inBrowser({ cents: 999 })
  const orderId = await pay(ada, '/api/marketplace/purchase', { fxnId: sold })
  await ada.get(`/api/purchases/${orderId}`)
  const ofPro = await inBrowser({ tier: 'pro' })
  const states = async (tool: string, person = fettle.visitor()) => {
    const { status, body } = await person.post(`/api/discovery/runs/${tool}`, {
      ...{ version: 2, success: true, durationMs: 3 },
    })
    return [status, (body.error as { code: string } | undefined)?.code]
  }
  for (const who of [undefined, stranger]) {
    expect(await states(sold, who)).toEqual([402, 'PURCHASE_REQUIRED'])
    expect(await states(ofPro, who)).toEqual([403, 'PRO_REQUIRED'])
  }
  const counted = (tool: string) =>
    sql(
      'select run_count::int as count, array(select user_id from tool_run where tool_id = $1) as people from tool where id = $1',
      [tool],
    )
  expect([await counted(sold), await counted(ofPro)]).toEqual([[{ count: 0, people: [] }], [{ count: 0, people: [] }]])
  expect([await states(sold, ada), await states(sold, bob)]).toEqual([
    [200, undefined],
    [200, undefined],
  ])
  expect(await counted(sold)).toEqual([{ count: 2, people: expect.arrayContaining([ada.id, bob.id]) }])
})

test('nothing else that is told of a paid tool has its code', async () => {
  const tool = await inBrowser({ cents: 999 })
  for (const path of ['', '/related', '/openapi.json', '/versions', '/versions/1', '/draft'])
    for (const who of [fettle.visitor(), stranger]) {
      const { body } = await who.get(`/api/tools/${tool}${path}`)
      expect(JSON.stringify(body)).not.toContain('4711')
    }
  const { body } = await stranger.post(`/api/tools/${tool}/clone`, {})
  expect(body).toMatchObject({ error: { code: 'PURCHASE_REQUIRED' } })
})
