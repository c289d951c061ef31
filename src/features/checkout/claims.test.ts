import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '#src/app/test-app.ts'
import { aRanked } from '#src/features/admin/admin-fixture.ts'
import { checkBooks } from '#src/features/ledger/checks.queries.ts'
import type { EmbeddedProvider } from '#src/features/payments/embedded/create-embedded.server.ts'
import { typed, VISA } from '#src/features/payments/embedded/embedded-fixture.ts'
import { kindOf } from '#src/features/payments/event-kinds.ts'
import { aTool } from './checkout-fixture.ts'
import { handleProviderEvent } from './provider-events.server.ts'

let fettle: TestApp
let buyer: Person
let seller: Person
/** The seller's, for $9.99. */
let tool: string
let provider: EmbeddedProvider
beforeAll(async () => {
  fettle = await startTestApp({ env: { TRUST_PROXY: 'true' } })
  provider = fettle.parts.payments as EmbeddedProvider
})
afterAll(() => fettle.stop())
beforeEach(async () => {
  buyer = await fettle.aPerson()
  seller = await fettle.aPerson()
  tool = await aTool(fettle, seller, { cents: 999 })
})

const sql = async (text: string, values: unknown[] = []) => (await fettle.database.pool.query(text, values)).rows

interface Form {
  readonly orderId: string
  readonly clientSecret: string
}
/** Each from an address of their own. */
const from = (person: Person) => ({ 'x-forwarded-for': `198.51.${person.name.replace('Person ', '')}.1` })
const order = async (person: Person, fxnId = tool) =>
  (await person.post('/api/marketplace/purchase', { fxnId, licenseType: 'personal' }, from(person)))
    .body as unknown as Form
const pay = async (person: Person, { clientSecret }: Form, card = VISA) =>
  person.post('/api/payments/confirm', { clientSecret, card }, from(person))
const stateOf = async (person: Person, { orderId }: Form) => {
  const { body } = await person.get(`/api/purchases/${orderId}`)
  const { state, hasAccess } = body.purchase as { state: string; hasAccess: boolean }
  return { state, hasAccess }
}
async function bought(person: Person): Promise<Form> {
  const form = await order(person)
  await pay(person, form)
  expect(await stateOf(person, form)).toEqual({ state: 'paid', hasAccess: true })
  return form
}
const succeeded = async (person: Person) =>
  sql(
    `select count(*)::int as count from test_payments.intent join test_payments.customer on customer.id = customer_id
      where account_id = $1 and intent.status = 'succeeded'`,
    [person.id],
  )

describe('row 32: a step that is skipped', () => {
  test('a payment that failed gives nothing, whoever asks for the order', async () => {
    const form = await order(buyer)
    expect((await pay(buyer, form, typed('4000 0000 0000 0002'))).body).toMatchObject({ status: 'failed' })
    expect(await stateOf(buyer, form)).toEqual({ state: 'open', hasAccess: false })
    expect((await buyer.post(`/api/tools/${tool}/run`, {})).status).toBe(402)
  })

  test('one that waits for its owner to be proven gives nothing', async () => {
    const form = await order(buyer)
    expect((await pay(buyer, form, typed('4000 0025 0000 3155'))).body).toMatchObject({ status: 'requires_action' })
    expect(await stateOf(buyer, form)).toEqual({ state: 'open', hasAccess: false })
  })

  test('a payment of one tool pays no other, and is taken once', async () => {
    const form = await bought(buyer)
    const other = await order(buyer, await aTool(fettle, seller, { cents: 50_000 }))
    await pay(buyer, form)
    expect(await stateOf(buyer, other)).toEqual({ state: 'open', hasAccess: false })
    expect(await succeeded(buyer)).toEqual([{ count: 1 }])
  })

  test('an intent of another amount pays nothing, whoever asks for the order', async () => {
    const form = await order(buyer)
    await sql(`update test_payments.intent set amount = 1 where client_secret = $1`, [form.clientSecret])
    await pay(buyer, form)
    await buyer.get(`/api/purchases/${form.orderId}`)
    expect(await sql('select status from sale where id = $1', [form.orderId])).toEqual([{ status: 'open' }])
  })
})

test('row 27: an admin refunds neither an own purchase nor an own sale', async () => {
  buyer = await aRanked(fettle, { role: 'admin' })
  seller = await aRanked(fettle, { role: 'admin' })
  tool = await aTool(fettle, seller, { cents: 999 })
  const form = await bought(buyer)
  for (const admin of [buyer, seller]) {
    const asked = await admin.post(`/api/admin/payments/${form.orderId}/refund`, { reason: 'I want it back' })
    expect([asked.status, asked.body]).toEqual([403, { error: expect.objectContaining({ code: 'OWN_ORDER' }) }])
  }
  expect(await stateOf(buyer, form)).toEqual({ state: 'paid', hasAccess: true })
  expect(await sql('select * from sale_refund where sale_id = $1', [form.orderId])).toEqual([])
})

test('row 27: an admin who signed in long ago proves it again before money goes back', async () => {
  const form = await bought(buyer)
  const stale = await aRanked(fettle, { role: 'admin', secondFactor: 'an hour ago' })
  expect(await stale.post(`/api/admin/payments/${form.orderId}/refund`, { reason: 'It never worked' })).toMatchObject({
    status: 403,
    body: { error: { code: 'FRESH_SIGN_IN_REQUIRED' } },
  })
  expect(await stateOf(buyer, form)).toEqual({ state: 'paid', hasAccess: true })
  expect(await sql('select * from sale_refund where sale_id = $1', [form.orderId])).toEqual([])
})

test('above $100 the money goes back once a second admin asks for the same', async () => {
  const [first, second] = [await aRanked(fettle, { role: 'admin' }), await aRanked(fettle, { role: 'admin' })]
  tool = await aTool(fettle, seller, { cents: 12_000 })
  const form = await bought(buyer)
  const refund = async (admin: Person) =>
    (await admin.post(`/api/admin/payments/${form.orderId}/refund`, { reason: 'It never worked' })).body
  const news = async ({ id }: Person) =>
    sql("select title, body, href from notification where user_id = $1 and kind = 'refund.proposed'", [id])
  const waiting = async () => {
    const { body } = await second.get('/api/admin/payments?state=proposed')
    return (body.payments as { orderId: string }[]).map(({ orderId }) => orderId)
  }
  expect(await refund(first)).toEqual({ status: 'waits_for_second_admin' })
  expect(await refund(first)).toEqual({ status: 'waits_for_second_admin' })
  expect(await stateOf(buyer, form)).toEqual({ state: 'paid', hasAccess: true })
  expect([await news(first), await news(second), await waiting()]).toEqual([
    [],
    [
      {
        ...{ title: 'A refund of $120.00 waits for a second admin', body: 'It never worked' },
        href: `/admin/payments/${form.orderId}`,
      },
    ],
    [form.orderId],
  ])
  expect(await refund(second)).toEqual({ status: 'refunded' })
  expect(await stateOf(buyer, form)).toEqual({ state: 'refunded', hasAccess: false })
  expect([(await news(second)).length, await waiting()]).toEqual([1, []])
  expect((await second.get(`/api/admin/payments/${form.orderId}`)).body).toMatchObject({
    refunds: [{ actor: { id: first.id }, agreedBy: { id: second.id } }],
  })
})

test('$200 that are given back in two parts need a second admin for the second part, and so does what one has left', async () => {
  const [first, second] = [await aRanked(fettle, { role: 'admin' }), await aRanked(fettle, { role: 'admin' })]
  tool = await aTool(fettle, seller, { cents: 20_000 })
  const form = await bought(buyer)
  const refund = async (admin: Person, amount?: number) =>
    (await admin.post(`/api/admin/payments/${form.orderId}/refund`, { amount, reason: 'It never worked' })).body
  expect(await refund(first, 10_000)).toEqual({ status: 'refunded' })
  expect(await refund(first, 10_000)).toEqual({ status: 'waits_for_second_admin' })
  expect(await refund(first)).toEqual({ status: 'waits_for_second_admin' })
  expect(await stateOf(buyer, form)).toEqual({ state: 'partly_refunded', hasAccess: true })
  expect(await refund(second, 10_000)).toEqual({ status: 'refunded' })
  expect(await stateOf(buyer, form)).toEqual({ state: 'refunded', hasAccess: false })
})

test('who bought again because the money was on its way back has paid twice when the bank refuses it, and no rule is broken', async () => {
  tool = await aTool(fettle, seller, { cents: 999 })
  const first = await order(buyer)
  await pay(buyer, first, typed('4000 0000 0000 5126'))
  expect(await stateOf(buyer, first)).toEqual({ state: 'paid', hasAccess: true })
  expect((await buyer.post(`/api/purchases/${first.orderId}/refund`, {})).status).toBe(200)
  expect(await stateOf(buyer, first)).toEqual({ state: 'refunded', hasAccess: false })
  await bought(buyer)
  await provider.moveClock(7200)
  const [refund] = await sql('select provider_refund_id as id from sale_refund where sale_id = $1', [first.orderId])
  await handleProviderEvent(fettle.parts.till, 'refund', refund.id)
  expect(await stateOf(buyer, first)).toEqual({ state: 'paid', hasAccess: true })
  const mails = await sql('select subject from mail where user_id = $1 order by created_at', [buyer.id])
  expect(mails.at(-1)).toEqual({ subject: 'Your bank did not take back $9.99' })
  expect(await checkBooks(fettle.database.db, new Date())).toEqual([])
})

describe('a dispute', () => {
  let since: Date
  beforeEach(() => {
    since = new Date()
  })
  /** Everything the provider has to tell, and all of it a second time. */
  async function tellAll(): Promise<void> {
    const events = await provider.listEvents({ since })
    for (const { type, objectId } of [...events, ...events]) {
      const kind = kindOf(type)
      if (kind !== undefined) await handleProviderEvent(fettle.parts.till, kind, objectId)
    }
  }
  async function disputed() {
    const form = await bought(buyer)
    const [row] = await sql('select id from test_payments.intent where client_secret = $1', [form.clientSecret])
    const dispute = await provider.openDispute(row.id)
    await tellAll()
    return { form, dispute }
  }
  const earned = async () => {
    const { body } = await seller.get('/api/earnings')
    const [sale] = body.sales as { state: string; taken: number; dispute: { status: string } | null }[]
    return { balance: body.balance, state: sale?.state, taken: sale?.taken, dispute: sale?.dispute?.status }
  }

  test('holds the money of the creator, who has it again when it is won', async () => {
    const { form, dispute } = await disputed()
    expect(await earned()).toEqual({
      balance: { pending: 0, available: 0, held: 700 },
      ...{ state: 'disputed', taken: 700, dispute: 'open' },
    })
    expect((await buyer.post(`/api/purchases/${form.orderId}/refund`, {})).body).toMatchObject({
      error: { code: 'NOT_REFUNDABLE', reason: 'DISPUTED' },
    })
    await provider.closeDispute(dispute.id, 'won')
    await tellAll()
    expect(await earned()).toEqual({
      balance: { pending: 700, available: 0, held: 0 },
      ...{ state: 'paid', taken: 0, dispute: 'won' },
    })
    expect(await stateOf(buyer, form)).toEqual({ state: 'paid', hasAccess: true })
    expect(await checkBooks(fettle.database.db, new Date())).toEqual([])
  })

  test('takes the money and the access when it is lost', async () => {
    const { form, dispute } = await disputed()
    const lost = {
      balance: { pending: 0, available: 0, held: 0 },
      ...{ state: 'disputed', taken: 700, dispute: 'lost' },
    }
    const won = { balance: { pending: 700, available: 0, held: 0 }, ...{ state: 'paid', taken: 0, dispute: 'won' } }
    // Banks change their minds.
    for (const outcome of ['lost', 'won', 'lost', 'won', 'lost'] as const) {
      await provider.closeDispute(dispute.id, outcome)
      await tellAll()
      await tellAll()
      const isWon = outcome === 'won'
      expect(await earned()).toEqual(isWon ? won : lost)
      expect(await stateOf(buyer, form)).toEqual({ state: isWon ? 'paid' : 'disputed', hasAccess: isWon })
      expect(await checkBooks(fettle.database.db, new Date())).toEqual([])
    }
  })
})
