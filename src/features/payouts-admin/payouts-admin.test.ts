import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '#src/app/test-app.ts'
import { aRanked } from '#src/features/admin/admin-fixture.ts'
import { aTool } from '#src/features/checkout/checkout-fixture.ts'
import { releaseShares } from '#src/features/checkout/money-chores.server.ts'
import { isEmbedded } from '#src/features/payments/embedded/create-embedded.server.ts'
import { VISA } from '#src/features/payments/embedded/embedded-fixture.ts'
import { plan, send } from '#src/features/payouts/pay-out.server.ts'
import type { AdminPayout, Upcoming } from './payouts-admin.schema.ts'

let fettle: TestApp
let admin: Person
let grace: Person

beforeAll(async () => {
  fettle = await startTestApp({ env: { TRUST_PROXY: 'true', ROLE: 'web' } })
  admin = await aRanked(fettle, { role: 'admin' })
})
afterAll(() => fettle.stop())
beforeEach(async () => {
  grace = await aCreator()
})

const BASE = '/api/admin/payouts'
const NOBODY = '0192f000-0000-7000-8000-000000000000'
const sql = async (text: string, values: unknown[] = []) => (await fettle.database.pool.query(text, values)).rows
const from = (person: Person) => ({ 'x-forwarded-for': `198.51.${person.name.replace('Person ', '')}.1` })

/** $14.00 are theirs, available since a day, and their account takes money. */
async function aCreator(): Promise<Person> {
  const [creator, buyer] = [await aRanked(fettle, { role: 'user' }), await fettle.aPerson()]
  await sql('update "user" set email_verified_at = now() where id = $1', [creator.id])
  const fxnId = await aTool(fettle, creator, { cents: 2000 })
  const { body } = await buyer.post('/api/marketplace/purchase', { fxnId, licenseType: 'personal' }, from(buyer))
  await buyer.post('/api/payments/confirm', { clientSecret: body.clientSecret, card: VISA }, from(buyer))
  await buyer.get(`/api/purchases/${body.orderId}`)
  await sql("update sale set paid_at = paid_at - interval '8 days' where id = $1", [body.orderId])
  const { url } = (await creator.post('/api/payouts/onboarding', { country: 'us' })).body
  await creator.post('/api/payments/onboarding', { token: String(url).split('#token=')[1], bank: 'pays' })
  await creator.get('/api/payouts')
  await releaseShares(fettle.parts.till)
  return creator
}

const list = async (query: string) => (await admin.get(`${BASE}?${query}`)).body.payouts as AdminPayout[]
const upcoming = async (search = '') => {
  const { body } = await admin.get(`${BASE}/upcoming?${new URLSearchParams({ search })}`)
  return body as unknown as { at: string; livemode: boolean; creators: Upcoming[]; cursor: string | null }
}
const hold = (who: Pick<Person, 'post'>, whom: string, reason = 'We look at a report') =>
  who.post(`${BASE}/creators/${whom}/hold`, { reason })
const lift = (who: Pick<Person, 'post'>, whom: string, reason = 'It was nothing') =>
  who.post(`${BASE}/creators/${whom}/lift`, { reason })
const audited = (person: Person) =>
  sql(`select actor_id, action, details from audit_entry where target = $1 and action like 'payouts.%' order by seq`, [
    `user ${person.id}`,
  ])

test('what the next Monday pays, and what a hold changes of it until it is lifted, with both in the audit log', async () => {
  const someone = { id: grace.id, name: grace.name, email: grace.email }
  const waiting = {
    ...{ creator: someone, available: 1400, pending: 0, held: 0, hold: null },
    next: { amount: 1400, reason: null, why: '' },
  }
  const { at, livemode, creators } = await upcoming(grace.email)
  expect([new Date(at).getUTCDay(), at.slice(10), livemode]).toEqual([1, 'T00:00:00.000Z', false])
  expect(creators).toEqual([waiting])
  const held = {
    ...waiting,
    next: { amount: 1400, reason: 'ADMIN_HOLD', why: 'Your payouts are on hold while we look at something.' },
    hold: {
      ...{ reason: 'We look at a report', since: expect.stringMatching(/^20\d\d-.*Z$/) },
      by: { id: admin.id, name: admin.name, email: admin.email },
    },
  }
  expect(await hold(admin, grace.id, '  We look at a report ')).toMatchObject({ status: 200, body: { creator: held } })
  expect((await upcoming()).creators[0]).toEqual(held)
  expect((await grace.get('/api/payouts')).body).toMatchObject({
    ...{ hold: { reason: 'We look at a report' }, now: { reason: 'ADMIN_HOLD' } },
  })
  expect(await hold(admin, grace.id)).toMatchObject({ status: 409, body: { error: { code: 'ALREADY_ON_HOLD' } } })
  expect(await lift(admin, grace.id)).toMatchObject({ status: 200, body: { creator: waiting } })
  expect(await lift(admin, grace.id)).toMatchObject({ status: 409, body: { error: { code: 'NOT_ON_HOLD' } } })
  expect(await sql('select placed_by, lifted_by, lifted_because from payout_hold')).toEqual([
    { placed_by: admin.id, lifted_by: admin.id, lifted_because: 'It was nothing' },
  ])
  expect(await audited(grace)).toEqual([
    { actor_id: admin.id, action: 'payouts.hold', details: '{"reason":"We look at a report"}' },
    { actor_id: admin.id, action: 'payouts.lift', details: '{"reason":"It was nothing"}' },
  ])
})

test('a hold stops a payout that is planned already; after it another one goes out, and both are in the list', async () => {
  const planned = await plan(fettle.parts.till, grace.id, null)
  expect((await list(`search=${grace.id}`)).map(({ status, transferId }) => [status, transferId])).toEqual([
    ['planned', null],
  ])
  await hold(admin, grace.id)
  await send(fettle.parts.till, String(planned?.id))
  await lift(admin, grace.id)
  expect((await grace.post('/api/payouts', {})).status).toBe(200)
  const [sent, skipped, ...others] = await list(`search=${grace.email}`)
  expect(others).toEqual([])
  expect(sent).toMatchObject({
    ...{ status: 'sending', amount: 1400, reason: null, why: '', isWeekly: false, livemode: false, endedAt: null },
    ...{ provider: 'embedded', creatorId: grace.id, creator: { email: grace.email } },
    ...{ transferId: expect.stringMatching(/^tr_/), sentAt: expect.any(String) },
  })
  expect(skipped).toMatchObject({
    ...{ id: planned?.id, status: 'skipped', amount: 1400, reason: 'ADMIN_HOLD', transferId: null, sentAt: null },
  })
  for (const query of [`search=${sent?.transferId}`, `search=${sent?.id}`, `search=${grace.id}&state=sending`])
    expect((await list(query)).map(({ id }) => id)).toEqual([sent?.id])
  expect((await list(`search=${sent?.payeeId}`)).map(({ id }) => id)).toEqual([sent?.id, skipped?.id])
  expect((await list(`search=${grace.id}&cursor=${sent?.id}`)).map(({ id }) => id)).toEqual([skipped?.id])
  expect(await list(`search=${grace.id}&mode=live`)).toEqual([])
  expect((await upcoming(String(sent?.transferId))).creators.map(({ creator }) => creator.id)).toEqual([grace.id])
})

test('a journal of a payout has the transfer, and its id finds the payout', async () => {
  await grace.post('/api/payouts', {})
  const [payout] = await list(`search=${grace.id}`)
  const { journals } = (await admin.get('/api/admin/ledger/journals?kind=payout_sent')).body as {
    journals: readonly { source: object }[]
  }
  expect(journals[0]?.source).toEqual({
    ...{ type: 'payout', id: payout?.id, orderId: null, title: null, providerId: payout?.transferId },
  })
})

test('the file has one line for each payout, and who saved it stands in the audit log', async () => {
  await grace.post('/api/payouts', {})
  const { body } = await admin.post(`${BASE}/export`, { search: grace.id })
  const [header, line, end] = String(body.csv).split('\r\n')
  expect([body.rows, body.complete, end]).toEqual([1, true, ''])
  expect(header).toBe(
    'payout,created_at,sent_at,ended_at,creator,state,reason,detail,amount,currency,how,mode,provider,transfer,account',
  )
  expect(line?.split(',').slice(4, 13)).toEqual([
    ...[grace.email, 'sending', '', '', '14.00', 'USD', 'asked', 'test', 'embedded'],
  ])
  expect(await sql(`select actor_id, details from audit_entry where action = 'payouts.exported'`)).toEqual([
    { actor_id: admin.id, details: '{"rows":1}' },
  ])
})

test('creators without a balance are found by name alone, and holds come before balances', async () => {
  const quiet = await fettle.aPerson()
  const ids = async () => (await upcoming()).creators.map(({ creator }) => creator.id)
  expect(await ids()).not.toContain(quiet.id)
  expect((await upcoming(quiet.email)).creators).toMatchObject([
    { creator: { id: quiet.id }, available: 0, next: { amount: 0, reason: 'BELOW_MINIMUM' } },
  ])
  await hold(admin, quiet.id)
  expect((await ids())[0]).toBe(quiet.id)
  await lift(admin, quiet.id)
  expect(await ids()).not.toContain(quiet.id)
})

test('only admins with a fresh second factor, never about themselves, and with a reason', async () => {
  for (const path of [BASE, `${BASE}/upcoming`]) {
    expect((await grace.get(path)).status).toBe(403)
    expect((await fettle.visitor().get(path)).status).toBe(401)
  }
  expect((await grace.post(`${BASE}/export`, {})).status).toBe(403)
  for (const act of [hold, lift]) {
    expect((await act(grace, grace.id)).status).toBe(403)
    expect((await act(fettle.visitor(), grace.id)).status).toBe(401)
    expect(await act(admin, admin.id)).toMatchObject({ status: 403, body: { error: { code: 'OWN_ACCOUNT' } } })
    expect((await act(admin, NOBODY)).status).toBe(404)
    expect((await act(admin, grace.id, ' x ')).status).toBe(422)
  }
  const stale = await aRanked(fettle, { role: 'admin', secondFactor: 'an hour ago' })
  expect((await hold(stale, grace.id)).body).toMatchObject({ error: { code: 'FRESH_SIGN_IN_REQUIRED' } })
  const without = await aRanked(fettle, { role: 'admin', secondFactor: 'none' })
  expect((await hold(without, grace.id)).body).toMatchObject({ error: { code: 'SECOND_FACTOR_REQUIRED' } })
  expect(await sql('select id from payout_hold where creator_id = $1', [grace.id])).toEqual([])
})

const takeBack = (who: Pick<Person, 'post'>, id: string, reason = 'It went to the wrong account') =>
  who.post(`${BASE}/${id}/take-back`, { reason })
const auditOf = (id: string) =>
  sql('select actor_id, action, details from audit_entry where target = $1 order by seq', [`payout ${id}`])
const balanceOf = async (person: Person) => (await person.get('/api/earnings')).body.balance

test('a payout on its way is taken back once, with its reason in the audit log, and is the creator’s balance again', async () => {
  const { till } = fettle.parts
  const planned = await plan(till, grace.id, null)
  const id = planned?.id ?? ''
  expect(await takeBack(admin, id)).toMatchObject({ status: 409, body: { error: { code: 'NOT_ON_ITS_WAY' } } })
  await send(till, id)
  expect(await balanceOf(grace)).toEqual({ available: 0, pending: 0, held: 0 })
  expect(await takeBack(admin, id, ' x ')).toMatchObject({ status: 422 })
  expect((await takeBack(grace, id)).status).toBe(403)
  const taken = await takeBack(admin, id)
  expect(taken).toMatchObject({ status: 200, body: { payout: { id, status: 'failed', reason: 'RETURNED' } } })
  expect(await balanceOf(grace)).toEqual({ available: 1400, pending: 0, held: 0 })
  const details = JSON.stringify({ reason: 'It went to the wrong account', amount: 1400, creator: grace.id })
  expect(await auditOf(id)).toEqual([
    { actor_id: admin.id, action: 'payout.take-back-asked', details },
    { actor_id: admin.id, action: 'payout.taken-back', details },
  ])
  expect(await takeBack(admin, id)).toMatchObject({ status: 409, body: { error: { code: 'NOT_ON_ITS_WAY' } } })
  expect((await takeBack(admin, NOBODY)).status).toBe(404)
})

test('what has reached a bank stays there', async () => {
  const { till } = fettle.parts
  const { id } = (await plan(till, grace.id, null)) ?? { id: '' }
  await send(till, id)
  await sql('update test_payments.world set ahead_seconds = ahead_seconds + 86400')
  const { payments } = fettle.parts
  if (isEmbedded(payments)) await payments.catchUp()
  expect(await takeBack(admin, id)).toMatchObject({
    ...{ status: 409, body: { error: { code: 'TAKE_BACK_REFUSED', message: 'This money has left the account.' } } },
  })
  expect((await auditOf(id)).map(({ action, details }) => [action, JSON.parse(details).problem])).toEqual([
    ['payout.take-back-asked', undefined],
    ['payout.take-back-failed', 'TAKE_BACK_REFUSED'],
  ])
  expect(await balanceOf(grace)).toEqual({ available: 0, pending: 0, held: 0 })
})
