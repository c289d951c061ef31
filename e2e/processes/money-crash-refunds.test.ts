import { afterAll, beforeAll, expect, test } from 'vitest'
import { uuidv7 } from '#src/lib/ids.ts'
import { PRO_PRICE } from '#src/lib/pro-plan.ts'
import {
  anAdmin,
  aTool,
  closeMoney,
  journals,
  killed,
  killedBehind,
  letSweep,
  MAILS,
  MOMENTS,
  mails,
  movedSince,
  openMoney,
  order,
  type Person,
  proOrdersOf,
  provider,
  someone,
  sql,
  subscribe,
  UNTIL,
  untilKilled,
} from '../support/money-process.ts'

// What goes back: refunds that an admin gives, and what banks take; money-crash.test.ts has what comes in.
beforeAll(openMoney)
afterAll(closeMoney)

/** The same click of an admin, as often as it is called. */
function refundBy(admin: Person, orderId: string): () => Promise<unknown> {
  const key = uuidv7()
  return () =>
    admin.call(
      'POST',
      `/api/admin/payments/${orderId}/refund`,
      { reason: 'Paid by mistake' },
      { 'idempotency-key': key },
    )
}

/** A sale that Fettle has heard of, of a tool that nobody else has bought. */
async function aSale() {
  const [creator, buyer] = [await someone(), await someone()]
  const tool = await aTool(creator)
  const orderId = await order(buyer, tool)
  await buyer.call('GET', `/api/purchases/${orderId}`)
  return { creator, buyer, tool, orderId }
}

const told = async ({ id }: Person, kind: string) =>
  (await sql('select from notification where user_id = $1 and kind = $2', [id, kind])).length

test.each(MOMENTS)(
  'a refund of a sale, killed %s: it goes back once, and the access ends once',
  async (moment) => {
    const admin = await anAdmin()
    const before = await provider().ask('moved')
    const { creator, buyer, tool, orderId } = await aSale()
    const refund = refundBy(admin, orderId)
    await killed(moment, 'POST /v1/refunds', refund)
    if (moment === 'while it books the answer') {
      const booked = () => sql('select booked from sale_refund where sale_id = $1', [orderId])
      expect(await booked()).toEqual([{ booked: false }])
      // Nobody asks again: the clock looks for what was asked ten minutes ago.
      await sql(`update sale_refund set created_at = created_at - interval '11 minutes' where sale_id = $1`, [orderId])
      await expect.poll(booked, UNTIL).toEqual([{ booked: true }])
    }
    expect(await refund()).toEqual({ status: 'refunded' })
    expect(await movedSince(before)).toEqual({ charge: 1, refund: 1 })
    const refunds = `select id from sale_refund where sale_id = '${orderId}'`
    expect(await journals(`select '${orderId}'::uuid`, refunds)).toEqual(['charge', 'fee', 'refund'])
    expect(await sql(`select amount::int, status, booked from sale_refund where id in (${refunds})`)).toEqual([
      { amount: 2000, status: 'succeeded', booked: true },
    ])
    expect(await sql('select stands, claimed::int from sale where id = $1', [orderId])).toEqual([
      { stands: false, claimed: 2000 },
    ])
    expect(await sql('select sales_count::int from tool where id = $1', [tool])).toEqual([{ sales_count: 0 }])
    expect(await buyer.call('GET', `/api/marketplace/check-access/${tool}`)).toMatchObject({ hasAccess: false })
    expect(await mails(buyer, '$20.00 on the way back to you')).toBe(1)
    expect(await told(creator, 'sale.refunded')).toBe(1)
    expect((await creator.call('GET', '/api/earnings')).balance).toEqual({ pending: 0, available: 0, held: 0 })
  },
  180_000,
)

test('a refund of Pro, killed before it hears the answer: the clock finds it, it goes back once, and Pro ends', async () => {
  const admin = await anAdmin()
  const payer = await someone()
  const before = await provider().ask('moved')
  await subscribe(payer)
  expect(await payer.call('GET', '/api/subscription')).toMatchObject({ hasPro: true })
  const [paid] = await sql(proOrdersOf(payer))
  const refund = refundBy(admin, String(paid?.id))
  await killed('before it hears the answer', 'POST /v1/refunds', refund)
  // Nobody asks again: the clock looks for what was asked ten minutes ago.
  await sql(`update subscription_refund set asked_at = asked_at - interval '11 minutes' where order_id = $1`, [
    paid?.id,
  ])
  const claims = `select id from subscription_claim where order_id in (${proOrdersOf(payer)})`
  const claimed = () =>
    sql(`select amount::int, status, id in (select id from subscription_refund) as is_asked from subscription_claim
          where id in (${claims})`)
  await expect.poll(claimed, UNTIL).toEqual([{ amount: PRO_PRICE.month, status: 'succeeded', is_asked: true }])
  expect(await refund()).toEqual({ status: 'refunded' })
  const status = () => sql('select status from subscription where user_id = $1', [payer.id])
  await expect.poll(status, UNTIL).toEqual([{ status: 'canceled' }])
  expect(await movedSince(before)).toEqual({ charge: 1, refund: 1 })
  expect(await journals(proOrdersOf(payer), claims)).toEqual(['charge', 'fee', 'refund'])
  expect(await mails(payer, '$9.00 for Pro on the way back to you')).toBe(1)
  expect(await payer.call('GET', '/api/subscription')).toMatchObject({
    ...{ hasPro: false, subscription: { status: 'canceled', nextCharge: null } },
  })
}, 180_000)

test('a dispute, killed while it is booked: it is taken from the seller once', async () => {
  const before = await provider().ask('moved')
  const { creator, buyer, orderId } = await aSale()
  const [sale] = await sql('select intent_id from sale where id = $1', [orderId])
  await killedBehind(MAILS, async () => {
    await provider().ask('dispute', { intentId: String(sale?.intent_id) })
    await letSweep()
    await untilKilled()
  })
  const disputes = `select id from sale_dispute where sale_id = '${orderId}'`
  // For a minute the event is left to whoever took it.
  await sql('update provider_event set next_at = now() where handled_at is null')
  const known = () =>
    sql(`select amount::int, creator_part::int, status, evidence_at is not null as is_answered
           from sale_dispute where id in (${disputes})`)
  await expect.poll(known, UNTIL).toEqual([{ amount: 2000, creator_part: 1400, status: 'open', is_answered: true }])
  expect(await movedSince(before)).toEqual({ charge: 1, dispute: 1 })
  expect(await journals(`select '${orderId}'::uuid`, disputes)).toEqual(['charge', 'dispute_opened', 'fee'])
  expect((await creator.call('GET', '/api/earnings')).balance).toEqual({ pending: 0, available: 0, held: 1400 })
  expect(await told(creator, 'sale.disputed')).toBe(1)
  expect(await mails(creator, 'A buyer disputes a payment')).toBe(1)
  expect(await buyer.call('GET', `/api/purchases/${orderId}`)).toMatchObject({ purchase: { state: 'disputed' } })
}, 180_000)
