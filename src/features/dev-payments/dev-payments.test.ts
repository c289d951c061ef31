import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#src/app/test-app.ts'
import { type EmbeddedProvider, isEmbedded } from '#src/features/payments/embedded/create-embedded.server.ts'
import { aPayment, typed } from '#src/features/payments/embedded/embedded-fixture.ts'
import { TestWorld } from './dev-payments.schema.ts'

let fettle: TestApp
let provider: EmbeddedProvider
beforeAll(async () => {
  fettle = await startTestApp({ env: { ROLE: 'web' } })
  const { payments } = fettle.parts
  if (!isEmbedded(payments)) throw new Error('Tests pay with the test provider')
  provider = payments
})
afterAll(() => fettle.stop())

const desk = '/api/dev/payments'
const world = async () => TestWorld.parse((await fettle.visitor().get(desk)).body)
const act = async (path: string, body?: object) => {
  const answer = await fettle.visitor().post(`${desk}${path}`, body)
  return answer.status === 200 ? TestWorld.parse(answer.body) : answer.status
}
const HELD = { afterSeconds: 0, times: 1, shuffled: false, held: true }
const rules = async (delivery: object) => (await fettle.visitor().send('PUT', `${desk}/delivery`, delivery)).status

let buyers = 0
async function paid(number = '4242424242424242'): Promise<string> {
  const accountId = `buyer-${++buyers}`
  const customer = await provider.createCustomer({ accountId, email: 'b@example.com', key: `c:${accountId}` })
  const { id, clientSecret } = await provider.createIntent(aPayment(customer.id))
  await provider.confirm({ clientSecret, accountId, card: typed(number) })
  return id
}
const received = async () =>
  (await fettle.database.pool.query<{ id: string }>('select id from provider_event')).rows.map(({ id }) => id)

test('what is held back goes out one by one, in the order that the operator likes, and twice', async () => {
  expect(await rules(HELD)).toBe(200)
  const [first, second] = [await paid(), await paid()]
  const { delivery, webhooks, balance } = await world()
  // 999 less a fee of 59, twice.
  expect([delivery, balance]).toEqual([HELD, 1880])
  expect(webhooks.map(({ objectId, sent }) => [objectId, sent])).toEqual([
    [second, 0],
    [first, 0],
  ])
  expect(webhooks.every(({ dueAt }) => dueAt !== null)).toBe(true)
  expect(await provider.deliver(() => Promise.resolve(true))).toBe(0)
  const [later, sooner] = webhooks.map(({ id }) => id)
  await act(`/webhooks/${later}/send`)
  expect(await received()).toEqual([later])
  await act(`/webhooks/${later}/send`)
  await act(`/webhooks/${sooner}/send`)
  expect((await received()).length).toBe(2)
  expect(new Set(await received())).toEqual(new Set([sooner, later]))
  expect((await world()).webhooks.map(({ id, sent, dueAt }) => [id, sent, dueAt])).toEqual([
    [later, 2, null],
    [sooner, 1, null],
  ])
  expect(await act('/webhooks/evt_nobody/send')).toBe(404)
})

test('a bank disputes, decides, and may change its mind', async () => {
  const intent = await paid()
  await act(`/intents/${intent}/dispute`)
  const [dispute] = (await world()).disputes
  expect(dispute).toMatchObject({ intentId: intent, amount: 999, fee: 1500, status: 'needs_response' })
  expect((await world()).payments.find(({ id }) => id === intent)).toMatchObject({ isDisputed: true, left: 999 })
  expect(await act(`/intents/${intent}/dispute`)).toBe(409)
  const before = (await world()).balance
  await act(`/disputes/${dispute?.id}/decide`, { outcome: 'won' })
  const { disputes, balance } = await world()
  expect([disputes[0]?.status, balance - before]).toEqual(['won', 999])
  expect(await act(`/disputes/${dispute?.id}/decide`, { outcome: 'won' })).toBe(409)
  expect(await act(`/disputes/${dispute?.id}/decide`, { outcome: 'lost' })).toMatchObject({ balance: before })
  expect(await act('/disputes/dp_nobody/decide', { outcome: 'lost' })).toBe(404)
})

test('a refund that waits arrives, one that arrived comes back, and what came back stays', async () => {
  const intent = await paid('4000000000007726')
  const key = `r:${intent}`
  const { id } = await provider.refund({ intentId: intent, amount: 400, key, metadata: {} })
  expect((await world()).refunds).toEqual([{ id, intentId: intent, amount: 400, status: 'pending' }])
  const end = (outcome: string) => act(`/refunds/${id}/end`, { outcome })
  expect(await end('succeeded')).toMatchObject({ refunds: [{ id, status: 'succeeded' }] })
  expect(await end('succeeded')).toBe(409)
  const before = (await world()).balance
  expect(await end('failed')).toMatchObject({ refunds: [{ id, status: 'failed' }] })
  expect((await world()).balance - before).toBe(400)
  expect(await end('failed')).toBe(409)
  // What was planned for this card comes too late.
  await act('/clock', { hours: 2 })
  expect((await world()).refunds).toMatchObject([{ id, status: 'failed' }])
})

test('the clock goes forward, and what it comes to happens', async () => {
  const intent = await paid('4000000000000259')
  const before = await world()
  expect(before.plans.map(({ what, objectId }) => [what, objectId])).toContainEqual(['dispute', intent])
  await act('/clock', { hours: 1 })
  const after = await world()
  expect(after.aheadSeconds - before.aheadSeconds).toBe(3600)
  expect(after.disputes[0]).toMatchObject({ intentId: intent, status: 'needs_response' })
  expect([await act('/clock', { hours: 0 }), await act('/clock', { hours: 8785 })]).toEqual([422, 422])
})

test('only from this machine', async () => {
  const host = { host: 'evil.example' }
  expect((await fettle.visitor().get(desk, host)).status).toBe(404)
  expect((await fettle.visitor().post(`${desk}/clock`, { hours: 1 }, host)).status).toBe(404)
})
