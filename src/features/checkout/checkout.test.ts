import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '#src/app/test-app.ts'
import { checkBooks } from '#src/features/ledger/checks.queries.ts'
import { typed, VISA } from '#src/features/payments/embedded/embedded-fixture.ts'
import { uuidv7 } from '#src/lib/ids.ts'
import { CONSENT } from './checkout.schema.ts'
import { aTool } from './checkout-fixture.ts'

let fettle: TestApp
let ada: Person
let bob: Person
/** Bob's, for $9.99. */
let tool: string
beforeAll(async () => {
  fettle = await startTestApp({ env: { TRUST_PROXY: 'true' } })
  bob = await fettle.aPerson()
})
afterAll(() => fettle.stop())
beforeEach(async () => {
  ada = await fettle.aPerson()
  tool = await aTool(fettle, bob, { cents: 999 })
})

const sql = async (text: string, values: unknown[] = []) => (await fettle.database.pool.query(text, values)).rows

/** Each from an address of their own. */
const from = (person: Person) => ({ 'x-forwarded-for': `198.51.${person.name.replace('Person ', '')}.1` })
const buy = (person: Person, fxnId = tool) =>
  person.post('/api/marketplace/purchase', { fxnId, licenseType: 'personal' }, from(person))
const pay = (person: Person, clientSecret: unknown, card = VISA) =>
  person.post('/api/payments/confirm', { clientSecret, card }, from(person))
const access = async (person: Person, id = tool) => (await person.get(`/api/marketplace/check-access/${id}`)).body
const run = (person: Person, id = tool) => person.post(`/api/tools/${id}/run`, {})

/** An order that is paid and settled. */
async function bought(person: Person, fxnId = tool): Promise<string> {
  const { body } = await buy(person, fxnId)
  expect((await pay(person, body.clientSecret)).body).toEqual({ status: 'succeeded', message: null })
  const answered = await person.get(`/api/purchases/${body.orderId}`)
  expect(answered.body).toMatchObject({ purchase: { state: 'paid' }, payment: { status: 'succeeded' } })
  return String(body.orderId)
}

const postingsOf = (orderId: string) =>
  sql(
    `select journal.kind as journal, account.kind as account, posting.amount from posting
       join journal on journal.id = posting.journal_id join ledger_account account on account.id = posting.account_id
      where journal.source_id = $1 or journal.source_id in (select id from sale_refund where sale_id = $1)
      order by posting.id`,
    [orderId],
  )

describe('buying', () => {
  test('$9.99 gives the buyer the tool, the creator $7.00, and us $2.99 less what the card cost', async () => {
    expect((await run(ada)).status).toBe(402)
    const orderId = await bought(ada)
    expect(await access(ada)).toEqual({
      hasAccess: true,
      reason: 'purchased',
      pricing: { pricingModel: 'one_time', price: 999, licenseType: 'personal', accessTier: 'free' },
    })
    expect((await run(ada)).status).not.toBe(402)
    expect(await postingsOf(orderId)).toEqual([
      { journal: 'charge', account: 'processor_clearing', amount: 999 },
      { journal: 'charge', account: 'creator_pending', amount: -700 },
      { journal: 'charge', account: 'platform_revenue', amount: -299 },
      { journal: 'fee', account: 'processor_fees', amount: 59 },
      { journal: 'fee', account: 'processor_clearing', amount: -59 },
    ])
    expect((await bob.get('/api/earnings')).body).toMatchObject({
      livemode: false,
      balance: { pending: 700, available: 0, held: 0 },
      totals: { sales: 1, gross: 999, share: 700, platformFees: 299, taken: 0 },
      sales: [{ orderId, amount: 999, share: 700, platformFee: 299, state: 'paid' }],
    })
    expect((await buy(ada)).body).toMatchObject({ error: { code: 'ALREADY_OWNED' } })
    expect(await checkBooks(fettle.database.db, new Date())).toEqual([])
  })

  test('row 33: fifty purchases at once are one order, one charge and one access', async () => {
    const { parts } = fettle
    const { purchase } = await import('./purchase.server.ts')
    const buyer = { id: ada.id, name: ada.name, email: ada.email } as Parameters<typeof purchase>[1]['buyer']
    const forms = await Promise.all(
      Array.from({ length: 50 }, () => purchase(parts.till, { toolId: tool, buyer, address: '192.0.2.1' })),
    )
    expect(new Set(forms.map(({ clientSecret }) => clientSecret)).size).toBe(1)
    await Promise.all(Array.from({ length: 5 }, () => pay(ada, forms[0]?.clientSecret)))
    await Promise.all(Array.from({ length: 5 }, () => ada.get(`/api/purchases/${forms[0]?.orderId}`)))
    expect(await sql('select status from sale where buyer_id = $1', [ada.id])).toEqual([{ status: 'paid' }])
    expect(await postingsOf(forms[0]?.orderId ?? '')).toHaveLength(5)
  })

  test('a decline leaves the order open, and the next card pays it', async () => {
    const { body } = await buy(ada)
    const declined = await pay(ada, body.clientSecret, typed('4000 0000 0000 0002'))
    expect(declined.body).toMatchObject({ status: 'failed' })
    expect((await ada.get(`/api/purchases/${body.orderId}`)).body).toMatchObject({
      ...{ purchase: { state: 'open', hasAccess: false }, payment: { status: 'needs_card' } },
    })
    expect((await buy(ada)).body.clientSecret).toBe(body.clientSecret)
    await pay(ada, body.clientSecret)
    expect((await ada.get(`/api/purchases/${body.orderId}`)).body).toMatchObject({ purchase: { hasAccess: true } })
  })

  test('row 31: the price is the server’s, and who sends one is refused', async () => {
    for (const tampered of [{ price: 1 }, { amount: 1 }, { currency: 'irr' }, { priceCents: 1 }, { card: '4242' }])
      expect((await ada.post('/api/marketplace/purchase', { fxnId: tool, ...tampered })).status).toBe(400)
    expect((await buy(ada)).body).toMatchObject({ amount: 999, currency: 'usd', livemode: false, provider: 'embedded' })
  })

  test('a price that changes before the payment ends the order of the old one', async () => {
    const first = await buy(ada)
    await bob.post(`/api/marketplace/pricing/${tool}`, { pricingModel: 'one_time', price: 1999, accessTier: 'free' })
    const second = await buy(ada)
    expect(second.body).toMatchObject({ amount: 1999 })
    expect((await pay(ada, first.body.clientSecret)).body.status).not.toBe('succeeded')
    expect(await sql('select status, amount from sale where buyer_id = $1 order by id', [ada.id])).toEqual([
      { status: 'canceled', amount: 999 },
      { status: 'open', amount: 1999 },
    ])
  })

  test('buyers keep what they bought when it costs more, and when it is removed', async () => {
    await bought(ada)
    await bob.post(`/api/marketplace/pricing/${tool}`, { pricingModel: 'one_time', price: 9900, accessTier: 'free' })
    expect((await access(ada)).reason).toBe('purchased')
    await bob.send('DELETE', `/api/tools/${tool}`)
    expect(await access(ada)).toMatchObject({ hasAccess: true })
    expect((await ada.get(`/api/tools/${tool}`)).status).toBe(200)
    expect((await run(ada)).status).not.toBe(410)
    // Whoever still runs it may have something to report of it.
    const report = { fxnId: tool, reason: 'malware', details: 'It sends what I type.' }
    expect((await ada.post('/api/reports/submit', report)).status).toBe(201)
    expect((await fettle.visitor().post('/api/reports/submit', report)).status).toBe(410)
    expect((await bob.get(`/api/tools/${tool}`)).status).toBe(410)
    expect((await run(await fettle.aPerson())).status).toBe(410)
  })

  test('what cannot be bought', async () => {
    const [free, pro] = [await aTool(fettle, bob, {}), await aTool(fettle, bob, { tier: 'pro' })]
    expect((await buy(bob)).body).toMatchObject({ error: { code: 'OWN_TOOL', message: 'This tool is yours already' } })
    for (const id of [free, pro]) expect((await buy(ada, id)).body).toMatchObject({ error: { code: 'NOT_FOR_SALE' } })
    expect((await buy(ada, uuidv7())).status).toBe(404)
    expect((await ada.post('/api/marketplace/purchase', { fxnId: tool, licenseType: 'team' })).status).toBe(422)
    expect((await fettle.visitor().post('/api/marketplace/purchase', { fxnId: tool })).status).toBe(401)
  })

  test('the consent is kept with its words and its first time', async () => {
    const { body } = await buy(ada)
    const path = `/api/purchases/${body.orderId}/consent`
    expect((await ada.post(path, { text: 'Yes' })).status).toBe(422)
    expect((await bob.post(path, { text: CONSENT })).status).toBe(404)
    expect((await ada.post(path, { text: CONSENT })).status).toBe(200)
    expect(await sql('select consent from sale where id = $1', [body.orderId])).toEqual([{ consent: CONSENT }])
  })
})

describe('access', () => {
  test('Pro tools are for Pro, for their owner, and for nobody else', async () => {
    const pro = await aTool(fettle, bob, { tier: 'pro' })
    expect(await access(ada, pro)).toMatchObject({ hasAccess: false, reason: 'PRO_REQUIRED' })
    expect((await run(ada, pro)).body).toMatchObject({ error: { code: 'PRO_REQUIRED' } })
    expect(await access(bob, pro)).toMatchObject({ hasAccess: true, reason: 'owner' })
    await sql('update "user" set pro_until = now() + interval \'1 day\' where id = $1', [ada.id])
    expect(await access(ada, pro)).toMatchObject({ hasAccess: true, reason: 'pro' })
    await sql('update "user" set pro_until = now() - interval \'1 second\' where id = $1', [ada.id])
    expect(await access(ada, pro)).toMatchObject({ hasAccess: false })
  })

  test('a tool that is sold is not given away by its clone, its source or a workflow', async () => {
    await sql("update tool set in_browser = true, kind = 'custom' where id = $1", [tool])
    await sql(
      `update tool_version set code = '{"source": "function run() { return {} }"}', content = '{"inBrowser": true}'
        where tool_id = $1`,
      [tool],
    )
    expect((await ada.get(`/api/tools/${tool}/source`)).status).toBe(402)
    expect((await fettle.visitor().get(`/api/tools/${tool}/source`)).status).toBe(402)
    expect((await ada.post(`/api/tools/${tool}/clone`)).status).toBe(402)
    const inWorkflow = fettle.parts.runner.run({
      ...{ idOrSlug: tool, input: {}, userId: ada.id, account: ada.id, source: 'workflow' },
    })
    await expect(inWorkflow).rejects.toMatchObject({ code: 'PURCHASE_REQUIRED', status: 402 })
    await bought(ada)
    // What is bought opens the door; its code ends the right to take the money back, and is asked for with that in mind.
    expect((await ada.get(`/api/tools/${tool}/source`)).status).toBe(409)
    expect((await ada.get(`/api/tools/${tool}/source?givesUpRefund=true`)).status).toBe(200)
  })
})

describe('refunds', () => {
  const refund = (person: Person, orderId: string) => person.post(`/api/purchases/${orderId}/refund`, {})

  test('a buyer takes everything back, and with it goes the access', async () => {
    const orderId = await bought(ada)
    const { body } = await refund(ada, orderId)
    expect(body).toMatchObject({ purchase: { state: 'refunded', hasAccess: false, refunded: 999 } })
    expect((await postingsOf(orderId)).slice(5)).toEqual([
      { journal: 'refund', account: 'creator_pending', amount: 700 },
      { journal: 'refund', account: 'platform_revenue', amount: 299 },
      { journal: 'refund', account: 'processor_clearing', amount: -999 },
    ])
    const { sales } = (await bob.get('/api/earnings')).body as { sales: unknown[] }
    expect(sales[0]).toMatchObject({ orderId, taken: 700, state: 'refunded' })
    expect((await refund(ada, orderId)).body).toMatchObject({ error: { code: 'NOT_REFUNDABLE', reason: 'REFUNDED' } })
    expect(await checkBooks(fettle.database.db, new Date())).toEqual([])
  })

  test('not after 14 days, and not after a fourth successful run', async () => {
    const orderId = await bought(ada)
    await ada.post(`/api/purchases/${orderId}/consent`, { text: CONSENT })
    const ran = () =>
      sql(
        `insert into tool_run (id, tool_id, version, user_id, source, success, duration_ms)
         values ($1, $2, 1, $3, 'browser', true, 1)`,
        [uuidv7(), tool, ada.id],
      )
    for (const _ of [1, 2, 3]) await ran()
    expect((await ada.get(`/api/purchases/${orderId}`)).body).toMatchObject({ purchase: { notRefundable: null } })
    await ran()
    expect((await refund(ada, orderId)).body).toMatchObject({ error: { reason: 'USED' } })
    const cora = await fettle.aPerson()
    const late = await bought(cora)
    await sql("update sale set paid_at = now() - interval '14 days 1 minute' where id = $1", [late])
    expect((await refund(cora, late)).body).toMatchObject({ error: { reason: 'TOO_LATE' } })
  })

  test('buying again gives no new runs to try it: those of all orders of the tool count', async () => {
    const again = async () => {
      const orderId = await bought(ada)
      await ada.post(`/api/purchases/${orderId}/consent`, { text: CONSENT })
      return orderId
    }
    const first = await again()
    await sql(
      `insert into tool_run (id, tool_id, version, user_id, source, success, duration_ms)
       select gen_random_uuid(), $1, 1, $2, 'browser', true, 1 from generate_series(1, 3)`,
      [tool, ada.id],
    )
    expect((await refund(ada, first)).body).toMatchObject({ purchase: { state: 'refunded' } })
    const second = await again()
    expect((await ada.get(`/api/purchases/${second}`)).body).toMatchObject({ purchase: { notRefundable: null } })
    await sql(
      `insert into tool_run (id, tool_id, version, user_id, source, success, duration_ms)
       values (gen_random_uuid(), $1, 1, $2, 'browser', true, 1)`,
      [tool, ada.id],
    )
    expect((await refund(ada, second)).body).toMatchObject({ error: { reason: 'USED' } })
  })

  test('who never agreed to be supplied at once takes the money back however often it ran', async () => {
    const orderId = await bought(ada)
    await sql(
      `insert into tool_run (id, tool_id, version, user_id, source, success, duration_ms)
       select gen_random_uuid(), $1, 1, $2, 'browser', true, 1 from generate_series(1, 9)`,
      [tool, ada.id],
    )
    expect((await refund(ada, orderId)).body).toMatchObject({ purchase: { state: 'refunded', refunded: 999 } })
  })

  test('twenty at once give the money back once', async () => {
    const orderId = await bought(ada)
    const { giveBack } = await import('./refunds.server.ts')
    const asking = { saleId: orderId, amount: undefined, origin: 'creator', actorId: bob.id, reason: '' } as const
    const asked = Array.from({ length: 20 }, () => giveBack(fettle.parts.till, asking))
    const done = await Promise.allSettled(asked)
    expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await sql('select claimed from sale where id = $1', [orderId])).toEqual([{ claimed: 999 }])
  })

  test('a creator gives a part back, which leaves the access', async () => {
    const orderId = await bought(ada)
    const half = await bob.post(`/api/earnings/${orderId}/refund`, { amount: 500, reason: 'Sorry' })
    expect(half.body).toMatchObject({ sale: { state: 'partly_refunded', refunded: 500, taken: 350 } })
    expect(await access(ada)).toMatchObject({ hasAccess: true })
    const tooMuch = await bob.post(`/api/earnings/${orderId}/refund`, { amount: 500 })
    expect(tooMuch.body).toMatchObject({ error: { code: 'NOT_REFUNDABLE', reason: 'TOO_MUCH' } })
    expect((await ada.post(`/api/earnings/${orderId}/refund`, {})).status).toBe(404)
  })
})

test('row 24: an order is there for its buyer alone, and who asks for a stranger’s is noted', async () => {
  const orderId = await bought(ada)
  const cora = await fettle.aPerson()
  for (const person of [bob, cora]) {
    expect((await person.get(`/api/purchases/${orderId}`)).status).toBe(404)
    expect((await person.post(`/api/purchases/${orderId}/refund`, {})).status).toBe(404)
    expect((await person.post(`/api/purchases/${orderId}/take`, {})).status).toBe(404)
    expect((await person.post(`/api/purchases/${orderId}/consent`, { text: CONSENT })).status).toBe(404)
  }
  expect((await cora.post(`/api/earnings/${orderId}/refund`, {})).status).toBe(404)
  expect((await cora.get(`/api/purchases/${uuidv7()}`)).status).toBe(404)
  const noted = await sql(
    `select actor_id, count(*)::int from audit_entry where action = 'order.refused' and target = $1
      group by actor_id order by count`,
    [`sale ${orderId}`],
  )
  expect(noted).toEqual([
    { actor_id: bob.id, count: 4 },
    { actor_id: cora.id, count: 5 },
  ])
  expect((await fettle.visitor().get(`/api/purchases/${orderId}`)).status).toBe(401)
  expect((await bob.get('/api/purchases')).body).toEqual({ purchases: [], cursor: null })
})

test('row 55: cards are not tried in bulk through new orders', async () => {
  const statuses = []
  for (const _ of [1, 2, 3, 4, 5, 6, 7]) statuses.push((await buy(ada)).status)
  expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429])
})
