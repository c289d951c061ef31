import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '#src/app/test-app.ts'
import { aTool } from '#src/features/checkout/checkout-fixture.ts'
import { makeUpForLostEvents } from '#src/features/checkout/money-chores.server.ts'
import { purchase } from '#src/features/checkout/purchase.server.ts'
import { TestWorld } from '#src/features/checkout/test-world.ts'
import { issueMissing } from '#src/features/invoices/issue-invoices.server.ts'
import { checkBooks } from '#src/features/ledger/checks.queries.ts'
import { VISA } from '#src/features/payments/embedded/embedded-fixture.ts'
import { uuidv7 } from '#src/lib/ids.ts'

let fettle: TestApp
let ada: Person
let bob: Person
/** Bob's, for $9.99. */
let tool: string
beforeAll(async () => {
  fettle = await startTestApp({ env: { TRUST_PROXY: 'true' } })
  bob = await fettle.aPerson()
  ada = await fettle.aPerson()
})
afterAll(() => fettle.stop())
beforeEach(async () => {
  await sql('delete from coupon')
  await sql('update tool set price_cents = 0 where owner_id = $1', [bob.id])
  calls = 0
  tool = await aTool(fettle, bob, { cents: 999 })
})

const sql = async (text: string, values: unknown[] = []) => (await fettle.database.pool.query(text, values)).rows

const SPRING = {
  ...{ code: 'SPRING', toolId: null, percent: 20, centsOff: null, maxUses: null, startsAt: null, endsAt: null },
}
const make = (more: object = {}, person = bob) => person.post('/api/coupons', { ...SPRING, ...more })
/** Each from an address and, where it matters, an account of its own: how often one may buy is tested elsewhere. */
let calls = 0
const buy = (person: Person, coupon?: string | null, fxnId = tool) => {
  calls += 1
  const from = { 'x-forwarded-for': `198.51.100.${calls}` }
  return person.post('/api/marketplace/purchase', { fxnId, ...(coupon !== undefined && { coupon }) }, from)
}
const take = (person: Person, orderId: unknown) => person.post(`/api/purchases/${String(orderId)}/take`)
const pay = (person: Person, clientSecret: unknown) =>
  person.post('/api/payments/confirm', { clientSecret, card: VISA })
const usesOf = async (code: string) =>
  (await sql('select test_uses as uses from coupon where code = $1', [code]))[0]?.uses
const refused = (message: string) => ({ status: 409, body: { error: { code: 'COUPON_REFUSED', message } } })
const NOT_VALID = refused('This code is not valid for this tool')

interface Buyer {
  readonly id: string
  readonly email: string
}
/** Who never signs in. */
async function aBuyer(): Promise<Buyer> {
  const id = uuidv7()
  const buyer = { id, email: `${id}@example.com` }
  await sql('insert into "user" (id, name, email) values ($1, $2, $3)', [id, 'Somebody', buyer.email])
  return buyer
}

/** Many at once, without the limits of calls. */
const atOnce = (buyers: readonly Buyer[], coupon: string) =>
  Promise.allSettled(
    buyers.map((person) =>
      purchase(fettle.parts.till, {
        ...{ toolId: tool, coupon, address: '192.0.2.1' },
        buyer: person as Parameters<typeof purchase>[1]['buyer'],
      }),
    ),
  )

describe('buying with a code', () => {
  beforeEach(async () => {
    ada = await fettle.aPerson()
  })

  test('20 % off $9.99 is $7.99, of which the creator gets $5.60; the receipt names the code', async () => {
    await make()
    const { body } = await buy(ada, ' spring ')
    expect(body).toMatchObject({ amount: 799, discount: 200, coupon: 'SPRING' })
    await pay(ada, body.clientSecret)
    const { body: paid } = await ada.get(`/api/purchases/${String(body.orderId)}`)
    expect(paid).toMatchObject({
      purchase: { state: 'paid', hasAccess: true, amount: 799, discount: 200, coupon: 'SPRING' },
    })
    const postings = await sql(
      `select account.kind, posting.amount from journal join posting on posting.journal_id = journal.id
         join ledger_account account on account.id = posting.account_id
        where source_id = $1 and journal.kind = 'charge' order by posting.id`,
      [body.orderId],
    )
    expect(postings).toEqual([
      { kind: 'processor_clearing', amount: 799 },
      { kind: 'creator_pending', amount: -560 },
      { kind: 'platform_revenue', amount: -239 },
    ])
    expect((await bob.get('/api/earnings')).body).toMatchObject({
      sales: [{ amount: 799, share: 560, coupon: 'SPRING' }],
    })
    await issueMissing({ db: fettle.database.db, seller: { name: 'Fettle', address: '', country: 'DE', taxId: '' } })
    expect(await sql('select amount, lines from invoice where source_id = $1', [body.orderId])).toEqual([
      {
        amount: 799,
        lines: [
          { text: '“Doubler”, personal licence', amount: 999 },
          { text: 'Coupon SPRING', amount: -200 },
        ],
      },
    ])
    expect(await checkBooks(fettle.database.db, new Date())).toEqual([])
  })

  test('100 % off gives the tool for an order of nothing, of which the provider never hears', async () => {
    await make({ code: 'GIFT', percent: 100 })
    const { body } = await buy(ada, 'GIFT')
    expect(body).toMatchObject({ amount: 0, discount: 999, clientSecret: null })
    expect((await ada.get(`/api/marketplace/check-access/${tool}`)).body).toMatchObject({ hasAccess: false })
    expect((await take(bob, body.orderId)).status).toBe(404)
    for (const _ of [1, 2])
      expect((await take(ada, body.orderId)).body).toMatchObject({
        purchase: { state: 'paid', hasAccess: true, amount: 0, notRefundable: 'NOT_PAID' },
      })
    expect((await ada.get(`/api/marketplace/check-access/${tool}`)).body).toMatchObject({ reason: 'purchased' })
    expect(await sql('select intent_id, customer_id, fee from sale where id = $1', [body.orderId])).toEqual([
      { intent_id: null, customer_id: null, fee: 0 },
    ])
    expect((await ada.post(`/api/purchases/${String(body.orderId)}/refund`, {})).body).toMatchObject({
      error: { code: 'NOT_REFUNDABLE', reason: 'NOT_PAID' },
    })
    expect((await bob.post(`/api/earnings/${String(body.orderId)}/refund`, {})).body).toMatchObject({
      error: { reason: 'NOT_PAID' },
    })
    await sql("update sale set paid_at = now() - interval '8 days' where id = $1", [body.orderId])
    const { releaseShares } = await import('#src/features/checkout/money-chores.server.ts')
    await releaseShares(fettle.parts.till)
    expect((await bob.get('/api/earnings')).body.sales).toMatchObject([
      { orderId: body.orderId, amount: 0, share: 0, taken: 0, coupon: 'GIFT' },
      { amount: 799 },
    ])
    expect((await buy(ada)).body).toMatchObject({ error: { code: 'ALREADY_OWNED' } })
    expect(await checkBooks(fettle.database.db, new Date())).toEqual([])
  })

  test('an order that costs something is not taken for nothing', async () => {
    await make()
    const { body } = await buy(ada, 'SPRING')
    expect((await take(ada, body.orderId)).body).toMatchObject({ error: { code: 'NOT_FREE' } })
    expect((await ada.get(`/api/marketplace/check-access/${tool}`)).body).toMatchObject({ hasAccess: false })
  })

  test('what leaves 1 to 49 cents is refused, 50 cents are charged', async () => {
    await make({ code: 'ALMOST', percent: null, centsOff: 950 })
    expect(await buy(ada, 'ALMOST')).toMatchObject(
      refused('With this code $0.49 would be left to pay, and less than $0.50 cannot be charged'),
    )
    await make({ code: 'LEAST', percent: null, centsOff: 949 })
    const { body } = await buy(ada, 'LEAST')
    expect(body).toMatchObject({ amount: 50 })
    expect((await pay(ada, body.clientSecret)).body).toMatchObject({ status: 'succeeded' })
  })

  test('a code can be entered, kept over a reload, and taken out again; a wrong one leaves the order as it is', async () => {
    await make()
    const full = await buy(ada)
    expect(full.body).toMatchObject({ amount: 999, discount: 0, coupon: null })
    expect(await buy(ada, 'NOPE')).toMatchObject(NOT_VALID)
    expect((await buy(ada)).body.orderId).toBe(full.body.orderId)
    const reduced = await buy(ada, 'SPRING')
    expect((await buy(ada)).body).toMatchObject({ orderId: reduced.body.orderId, amount: 799 })
    expect((await pay(ada, full.body.clientSecret)).body.status).not.toBe('succeeded')
    expect((await buy(ada, null)).body).toMatchObject({ amount: 999, coupon: null })
    expect(await usesOf('SPRING')).toBe(0)
  })

  test('who has begun with a code keeps it when it ends; a price that changes is reduced anew', async () => {
    const { body } = await make({ code: 'BEGUN', maxUses: 1 })
    const first = await buy(ada, 'BEGUN')
    await bob.post(`/api/marketplace/pricing/${tool}`, { pricingModel: 'one_time', price: 2000, accessTier: 'free' })
    const second = await buy(ada)
    expect(second.body).toMatchObject({ amount: 1600, discount: 400, coupon: 'BEGUN' })
    expect(second.body.orderId).not.toBe(first.body.orderId)
    const { id } = (body as { coupon: { id: string } }).coupon
    expect((await bob.post(`/api/coupons/${id}/end`)).body).toMatchObject({ coupon: { state: 'ended', uses: 1 } })
    expect((await buy(ada)).body.orderId).toBe(second.body.orderId)
    expect(await buy(await fettle.aPerson(), 'BEGUN')).toMatchObject(NOT_VALID)
  })
})

describe('limits', () => {
  beforeEach(async () => {
    ada = await fettle.aPerson()
  })

  test('row 33: of twenty who take the last three uses at once three get them', async () => {
    await make({ code: 'RACE', maxUses: 3 })
    const buyers = await Promise.all(Array.from({ length: 20 }, aBuyer))
    const forms = await atOnce(buyers, 'RACE')
    expect(forms.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
    const reasons = forms.flatMap((form) => (form.status === 'rejected' ? String(form.reason.message) : []))
    expect(new Set(reasons)).toEqual(new Set(['This code has been used up']))
    expect(await usesOf('RACE')).toBe(3)
    expect(await checkBooks(fettle.database.db, new Date())).toEqual([])
  })

  test('with real money it can be used by who used it with test money, and as often as before', async () => {
    await make({ code: 'TRIED', maxUses: 1 })
    expect((await buy(ada, 'TRIED')).status).toBe(200)
    const live = { ...fettle.parts.till, provider: new TestWorld(true).provider }
    const order = await purchase(live, {
      ...{ toolId: tool, address: '192.0.2.1', buyer: ada as never, coupon: 'TRIED' },
    })
    expect(order).toMatchObject({ livemode: true, amount: 799 })
    expect(await sql('select uses, test_uses from coupon')).toEqual([{ uses: 1, test_uses: 1 }])
    expect(await checkBooks(fettle.parts.till.db, new Date())).toEqual([])
    expect((await bob.get('/api/coupons')).body).toMatchObject({ coupons: [{ code: 'TRIED', uses: 1 }] })
    const other = await aBuyer()
    await expect(
      purchase(live, { ...{ toolId: tool, address: '192.0.2.2', buyer: other as never, coupon: 'TRIED' } }),
    ).rejects.toMatchObject({ code: 'COUPON_REFUSED', message: 'This code has been used up' })
  })

  test('one person who buys ten times at once uses it once, and no second time on another tool', async () => {
    await make({ code: 'ONCE' })
    const forms = await atOnce(
      Array.from({ length: 10 }, () => ada),
      'ONCE',
    )
    expect(forms.every(({ status }) => status === 'fulfilled')).toBe(true)
    expect(await usesOf('ONCE')).toBe(1)
    const other = await aTool(fettle, bob, { cents: 500 })
    expect(await buy(ada, 'ONCE', other)).toMatchObject(refused('You have used this code already'))
  })

  test('an unpaid order gives its use back after an hour, one without a code only after a day', async () => {
    await make({ code: 'LAST', maxUses: 1 })
    await make({ code: 'FREE', percent: 100, maxUses: 1 })
    const { body } = await buy(ada, 'LAST')
    const cora = await fettle.aPerson()
    const free = await buy(cora, 'FREE')
    const plain = await buy(await fettle.aPerson())
    const orders = [body.orderId, free.body.orderId, plain.body.orderId]
    await sql("update sale set created_at = now() - interval '61 minutes' where id = any($1)", [orders])
    expect(await buy(await fettle.aPerson(), 'LAST')).toMatchObject(refused('This code has been used up'))
    await makeUpForLostEvents(fettle.parts.till)
    expect([await usesOf('LAST'), await usesOf('FREE')]).toEqual([0, 0])
    expect(await sql('select status from sale where id = any($1) order by id', [orders])).toEqual([
      ...[{ status: 'canceled' }, { status: 'canceled' }, { status: 'open' }],
    ])
    expect((await take(cora, free.body.orderId)).body).toMatchObject({ error: { code: 'NOT_FREE' } })
    expect((await buy(await fettle.aPerson(), 'LAST')).body).toMatchObject({ coupon: 'LAST' })
  })

  test('before its start, after its end, of another tool or creator it is not valid', async () => {
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
    await make({ code: 'SOON', startsAt: inDays(1) })
    await make({ code: 'OVER', endsAt: inDays(1) })
    await sql(
      "update coupon set starts_at = now() - interval '2 days', ends_at = now() - interval '1 day' where code = 'OVER'",
    )
    const other = await aTool(fettle, bob, { cents: 500 })
    await make({ code: 'OTHER', toolId: other })
    const cora = await fettle.aPerson()
    await make({ code: 'CORA' }, cora)
    for (const code of ['SOON', 'OTHER', 'CORA']) expect(await buy(ada, code)).toMatchObject(NOT_VALID)
    expect(await buy(ada, 'OVER')).toMatchObject(refused('This code has expired'))
    expect((await buy(ada, 'OTHER', other)).body).toMatchObject({ amount: 400 })
    const { coupons } = (await bob.get('/api/coupons')).body as { coupons: { code: string; state: string }[] }
    expect(coupons.map(({ code, state }) => [code, state])).toEqual([
      ['OTHER', 'active'],
      ['OVER', 'expired'],
      ['SOON', 'planned'],
    ])
  })
})

describe('making codes', () => {
  test('shows the code with its uses and the tools that are sold', async () => {
    expect(await make({ maxUses: 1, toolId: tool })).toMatchObject({
      status: 201,
      body: { coupon: { code: 'SPRING', percent: 20, maxUses: 1, uses: 0, state: 'active', tool: { id: tool } } },
    })
    await buy(ada, 'SPRING')
    expect((await bob.get('/api/coupons')).body).toMatchObject({
      coupons: [{ code: 'SPRING', uses: 1, state: 'used_up' }],
      tools: [{ id: tool, title: 'Doubler', price: 999 }],
    })
    expect((await ada.get('/api/coupons')).body).toEqual({ coupons: [], tools: [] })
    expect(
      await sql(
        "select details::json->>'code' as code from audit_entry where action = 'coupon.made' order by seq desc limit 1",
      ),
    ).toEqual([{ code: 'SPRING' }])
  })

  test.each([
    [{ code: 'A B' }, 'code'],
    [{ percent: 0 }, 'percent'],
    [{ percent: 101 }, 'percent'],
    [{ percent: null }, 'percent'],
    [{ percent: 10, centsOff: 10 }, 'percent'],
    [{ percent: null, centsOff: -5 }, 'centsOff'],
    [{ maxUses: 0 }, 'maxUses'],
    [{ endsAt: '2020-01-01T00:00:00Z' }, 'endsAt'],
  ])('%o is refused at %s', async (more, field) => {
    const { status, body } = await make(more)
    expect([status, (body as { error: { details: { field: string }[] } }).error.details[0]?.field]).toEqual([
      422,
      field,
    ])
  })

  test('not for a tool of somebody else, not the same code twice until the first has ended', async () => {
    expect((await make({ toolId: tool }, ada)).body).toMatchObject({ error: { details: [{ field: 'toolId' }] } })
    const made = await Promise.all([make(), make()])
    expect(made.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409])
    const coupon = made.find(({ status }) => status === 201)?.body.coupon
    const { id } = coupon as { id: string }
    expect((await ada.post(`/api/coupons/${id}/end`)).status).toBe(404)
    expect((await bob.post(`/api/coupons/${id}/end`)).status).toBe(200)
    expect((await make()).status).toBe(201)
  })
})
