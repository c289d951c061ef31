import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '#src/app/test-app.ts'
import { aRanked } from '#src/features/admin/admin-fixture.ts'
import { VISA } from '#src/features/payments/embedded/embedded-fixture.ts'
import { aTool } from './checkout-fixture.ts'

// Whose proposals of refunds count.

let fettle: TestApp
let buyer: Person
let seller: Person
let first: Person
beforeAll(async () => {
  fettle = await startTestApp()
  buyer = await fettle.aPerson()
  seller = await fettle.aPerson()
  first = await aRanked(fettle, { role: 'super_admin' })
})
afterAll(() => fettle.stop())

const sql = async (text: string, values: unknown[] = []) => (await fettle.database.pool.query(text, values)).rows

/** Paid with more than one admin may give back alone. */
async function anOrder(): Promise<string> {
  const fxnId = await aTool(fettle, seller, { cents: 12_000 })
  const { body } = await buyer.post('/api/marketplace/purchase', { fxnId, licenseType: 'personal' })
  await buyer.post('/api/payments/confirm', { clientSecret: body.clientSecret, card: VISA })
  expect(await stateOf(String(body.orderId))).toBe('paid')
  return String(body.orderId)
}
const stateOf = async (orderId: string) =>
  ((await buyer.get(`/api/purchases/${orderId}`)).body.purchase as { state: string }).state
const refund = async (admin: Person, orderId: string) =>
  (await admin.post(`/api/admin/payments/${orderId}/refund`, { reason: 'It never worked' })).body.status
/** The payments that admins are shown as waiting for a second one. */
const waiting = async () =>
  ((await first.get('/api/admin/payments?state=proposed')).body.payments as { orderId: string }[]).map(
    (payment) => payment.orderId,
  )

test.each([
  ['has lost the role', `update "user" set role = 'user' where id = $1`],
  ['is suspended', `update "user" set suspended_at = now(), suspended_reason = 'A reason' where id = $1`],
  ['is deleted', `delete from "user" where id = $1`],
])('what an admin has proposed who %s counts for nothing: a second one is waited for', async (_, change) => {
  const [gone, second] = [await aRanked(fettle, { role: 'admin' }), await aRanked(fettle, { role: 'admin' })]
  const orderId = await anOrder()
  expect(await refund(gone, orderId)).toBe('waits_for_second_admin')
  expect(await waiting()).toEqual([orderId])
  await sql(change, [gone.id])
  expect(await waiting()).toEqual([])
  const { refunds } = (await first.get(`/api/admin/payments/${orderId}`)).body as { refunds: { status: string }[] }
  expect(refunds.map(({ status }) => status)).toEqual(['lapsed'])
  expect(await refund(first, orderId)).toBe('waits_for_second_admin')
  expect(await waiting()).toEqual([orderId])
  expect(await refund(first, orderId)).toBe('waits_for_second_admin')
  expect(await stateOf(orderId)).toBe('paid')
  expect(await refund(second, orderId)).toBe('refunded')
  expect(await stateOf(orderId)).toBe('refunded')
  expect(
    await sql(`select actor_id, agreed_by from sale_refund where sale_id = $1 and status <> 'proposed'`, [orderId]),
  ).toEqual([{ actor_id: first.id, agreed_by: second.id }])
  expect(await waiting()).toEqual([])
})

test('whoever is an admin again agrees to what another one has proposed meanwhile', async () => {
  const back = await aRanked(fettle, { role: 'admin' })
  const orderId = await anOrder()
  expect(await refund(back, orderId)).toBe('waits_for_second_admin')
  await sql(`update "user" set role = 'user' where id = $1`, [back.id])
  expect(await refund(first, orderId)).toBe('waits_for_second_admin')
  await sql(`update "user" set role = 'admin' where id = $1`, [back.id])
  expect(await refund(back, orderId)).toBe('refunded')
})
