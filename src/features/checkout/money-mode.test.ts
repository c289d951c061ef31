import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '#src/app/test-app.ts'
import { listFeatured } from '#src/features/featured/featured.queries.ts'
import { VISA } from '#src/features/payments/embedded/embedded-fixture.ts'
import { setMoneyMode } from '#src/features/payments/money-mode.queries.ts'
import { enterMoneyMode } from '#src/features/payments/money-mode.server.ts'
import { PRO_CONSENT } from '#src/features/subscriptions/pro-consent.ts'
import { hasPro } from '#src/features/subscriptions/subscriptions.queries.ts'
import { aTool } from './checkout-fixture.ts'
import { makeUpForLostEvents } from './money-chores.server.ts'
import { toPurchase } from './orders.ts'
import { purchase } from './purchase.server.ts'
import { listPurchases } from './purchases.queries.ts'
import { TestWorld } from './test-world.ts'

let fettle: TestApp
let buyer: Person
let tool: string
beforeAll(async () => {
  fettle = await startTestApp()
  buyer = await fettle.aPerson()
  tool = await aTool(fettle, await fettle.aPerson(), { cents: 999 })
})
afterAll(() => fettle.stop())

const sql = async (text: string, values: unknown[] = []) => (await fettle.database.pool.query(text, values)).rows
const pay = async (path: string, body: object): Promise<string> => {
  const { orderId, clientSecret } = (await buyer.post(path, body)).body
  expect((await buyer.post('/api/payments/confirm', { clientSecret, card: VISA })).body.status).toBe('succeeded')
  return String(orderId)
}
const access = async () => [
  (await buyer.get(`/api/marketplace/check-access/${tool}`)).body.hasAccess,
  await hasPro(fettle.parts.till.db, buyer.id),
]
/** As the page of a chosen tool says. */
const sales = async () => {
  await sql('insert into featured_tool (id, tool_id, place) values ($1, $1, 0) on conflict do nothing', [tool])
  const [chosen] = await listFeatured(fettle.parts.till.db, 1)
  return chosen?.sales_count
}

test('what test money opened is closed where real money is taken, and open again with test money', async () => {
  await buyer.get(`/api/purchases/${await pay('/api/marketplace/purchase', { fxnId: tool })}`)
  await pay('/api/subscription', { interval: 'month', trial: false, consent: PRO_CONSENT })
  await buyer.get('/api/subscription')
  expect(await access()).toEqual([true, true])
  expect(await sales()).toBe(1)
  const [order] = await listPurchases(fettle.parts.till.db, buyer.id)
  if (order === undefined) throw new Error('It was paid')
  const shown = [false, true].map((livemode) => toPurchase(order, new Date(), { livemode }).hasAccess)
  expect(shown).toEqual([true, false])
  await setMoneyMode(fettle.parts.till.db, true)
  expect(await access()).toEqual([false, false])
  expect(await sales()).toBe(0)
  expect((await buyer.get('/api/subscription')).body).toMatchObject({ subscription: null, mayTry: true })
  await setMoneyMode(fettle.parts.till.db, false)
  expect(await access()).toEqual([true, true])
})

test('an order that was begun with test money stands in nobody’s way, and is left to its own provider', async () => {
  const other = await aTool(fettle, await fettle.aPerson(), { cents: 500 })
  const { orderId } = (await buyer.post('/api/marketplace/purchase', { fxnId: other })).body
  await setMoneyMode(fettle.parts.till.db, true)
  const world = new TestWorld(true)
  const problems: unknown[] = []
  const live = {
    ...{ ...fettle.parts.till, provider: world.provider },
    log: { warn: (problem: unknown) => void problems.push(problem) },
  }
  const form = await purchase(live, {
    ...{ toolId: other, address: '192.0.2.1', buyer: { id: buyer.id, email: buyer.email } as never },
  })
  expect([form.livemode, form.orderId === orderId]).toEqual([true, false])
  await makeUpForLostEvents({ ...live, now: () => new Date(Date.now() + 3_600_000) })
  expect(problems).toEqual([])
  expect(
    await sql('select livemode, status, looked_at is null as untouched from sale where tool_id = $1 order by 1', [
      other,
    ]),
  ).toEqual([
    { livemode: false, status: 'open', untouched: true },
    { livemode: true, status: 'open', untouched: false },
  ])
  await setMoneyMode(fettle.parts.till.db, false)
})

test('an order that another provider was asked for stands in nobody’s way', async () => {
  const other = await aTool(fettle, await fettle.aPerson(), { cents: 500 })
  const { orderId } = (await buyer.post('/api/marketplace/purchase', { fxnId: other })).body
  const world = new TestWorld()
  const till = { ...fettle.parts.till, provider: { ...world.provider, name: 'stripe' } as const }
  const buying = { toolId: other, address: '192.0.2.1', buyer: { id: buyer.id, email: buyer.email } as never }
  const form = await purchase(till, buying)
  expect([form.provider, form.orderId === orderId]).toEqual(['stripe', false])
  expect((await purchase(till, buying)).orderId).toBe(form.orderId)
  expect((await purchase(fettle.parts.till, buying)).orderId).toBe(orderId)
})

test('a hundred orders that keep failing do not keep one from being heard of', async () => {
  await sql(
    `insert into sale (id, buyer_id, tool_id, creator_id, amount, creator_share, livemode, provider, intent_id, created_at)
     select gen_random_uuid(), null, $1, gen_random_uuid(), 999, 700, false, 'embedded', 'pi_gone_' || n, now() - interval '2 hours'
       from generate_series(1, 100) n`,
    [tool],
  )
  const person = await fettle.aPerson()
  const { orderId, clientSecret } = (await person.post('/api/marketplace/purchase', { fxnId: tool })).body
  await person.post('/api/payments/confirm', { clientSecret, card: VISA })
  const till = {
    ...{ ...fettle.parts.till, log: { warn: () => undefined } },
    now: () => new Date(Date.now() + 3_600_000),
  }
  const status = async () => (await sql('select status from sale where id = $1', [orderId]))[0].status
  await makeUpForLostEvents(till)
  await makeUpForLostEvents(till)
  expect(await status()).toBe('paid')
})

test('a start with the keys of the other money says so, and away from real money goes only a production server', async () => {
  const said: unknown[] = []
  const log = { warn: (facts: unknown) => void said.push(facts) }
  const enter = (livemode: boolean, production: boolean) =>
    enterMoneyMode({ db: fettle.parts.till.db, log, livemode, production })
  const counts = async () => (await sql('select livemode from money_mode'))[0].livemode
  await enter(false, false)
  expect(said).toEqual([])
  await enter(true, false)
  await expect(enter(false, false)).rejects.toThrow('Real money counts in this database')
  expect([said, await counts()]).toEqual([[{ livemode: true }], true])
  await enter(false, true)
  expect([said, await counts()]).toEqual([[{ livemode: true }, { livemode: false }], false])
})
