import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '#src/server/test-database.ts'
import { dumpOf } from '#src/server/test-dump.ts'
import { ProviderRefusedError } from '../provider.ts'
import { createEmbeddedProvider, type EmbeddedProvider } from './create-embedded.server.ts'
import { aPayment, typed, VISA } from './embedded-fixture.ts'

let database: TestDatabase
let provider: EmbeddedProvider
beforeAll(async () => {
  database = await freshDatabase()
  provider = createEmbeddedProvider({ db: database.db, webhookSecret: 'whsec_test', publicUrl: 'http://localhost' })
})
afterAll(() => database.drop())

let people = 0
const aCustomer = async () => {
  people += 1
  const accountId = `account-${people}`
  const { id } = await provider.createCustomer({ accountId, email: 'a@example.com', key: `customer:${people}` })
  return { accountId, customerId: id }
}

const refusalOf = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (error === undefined || error instanceof ProviderRefusedError) return error?.failure.code
  throw error
}

/** What a payment with this card comes to at the form. */
async function pay(number: string, more = {}) {
  const { accountId, customerId } = await aCustomer()
  const { id, clientSecret } = await provider.createIntent(aPayment(customerId, more))
  const form = { clientSecret, accountId }
  return { form, customerId, id, answer: await provider.confirm({ ...form, card: typed(number) }) }
}

test('a payment begins without a card, and succeeds with one', async () => {
  const { accountId, customerId } = await aCustomer()
  const intent = await provider.createIntent(aPayment(customerId, { metadata: { tool: 'rot13' } }))
  expect(intent).toMatchObject({ status: 'requires_payment_method', amount: 999, received: 0, livemode: false })
  expect(intent.metadata).toEqual({ tool: 'rot13', orderId: 'order-1' })
  const form = { clientSecret: intent.clientSecret, accountId }
  expect(await provider.confirm({ ...form, card: VISA })).toEqual({ status: 'succeeded', message: null })
  const paid = await provider.getIntent(intent.id)
  // 2.9 % of 999 is 28.971.
  expect(paid).toMatchObject({ status: 'succeeded', received: 999, fee: 59, failure: null })
  expect(paid.chargeId).toMatch(/^ch_/)
  expect(await provider.getCard(String(paid.cardId))).toMatchObject({ brand: 'visa', last4: '4242', expMonth: 12 })
  const moves = await provider.listBalance({ since: new Date(0) })
  expect(moves.filter(({ sourceId }) => sourceId === paid.chargeId)).toMatchObject([
    { kind: 'charge', amount: 999, fee: 59 },
  ])
})

test('whoever confirms twice, or ten at once, pays once', async () => {
  const { accountId, customerId } = await aCustomer()
  const { id, clientSecret } = await provider.createIntent(aPayment(customerId))
  const all = await Promise.all(
    Array.from({ length: 10 }, () => provider.confirm({ clientSecret, accountId, card: VISA })),
  )
  expect(new Set(all.map(({ status }) => status))).toEqual(new Set(['succeeded']))
  const { chargeId } = await provider.getIntent(id)
  const moves = await provider.listBalance({ since: new Date(0) })
  expect(moves.filter(({ sourceId }) => sourceId === chargeId).length).toBe(1)
  const events = await provider.listEvents({ since: new Date(0) })
  expect(events.filter(({ objectId }) => objectId === id).map(({ type }) => type)).toEqual(['payment_intent.succeeded'])
})

test.each([
  ['4000000000000002', 'card_declined', true],
  ['4000000000009995', 'insufficient_funds', true],
  ['4000000000009979', 'stolen_card', false],
  ['4000000000000341', 'card_declined', true],
])('%s is declined, and another card may follow', async (number, code, mayRetry) => {
  const { form, id, answer } = await pay(number)
  expect(answer.status).toBe('failed')
  expect(await provider.getIntent(id)).toMatchObject({
    status: 'requires_payment_method',
    received: 0,
    failure: { code, mayRetry, message: answer.message },
  })
  expect((await provider.confirm({ ...form, card: VISA })).status).toBe('succeeded')
  expect(await provider.getIntent(id)).toMatchObject({ status: 'succeeded', failure: null })
})

test('authentication: passed it pays, failed it does not, and nobody may skip it', async () => {
  const passed = await pay('4000000000003220')
  expect(passed.answer.status).toBe('requires_action')
  expect(await provider.getIntent(passed.id)).toMatchObject({ status: 'requires_action', received: 0 })
  expect((await provider.authenticate({ ...passed.form, passed: true })).status).toBe('succeeded')
  const failed = await pay('4000000000003220')
  expect((await provider.authenticate({ ...failed.form, passed: false })).status).toBe('failed')
  expect(await refusalOf(provider.authenticate({ ...failed.form, passed: true }))).toBe(
    'payment_intent_unexpected_state',
  )
  const declined = await pay('4000008400001629')
  expect((await provider.authenticate({ ...declined.form, passed: true })).status).toBe('failed')
})

test('the same key gives the first answer, other values under it are refused', async () => {
  const { customerId } = await aCustomer()
  const asked = aPayment(customerId, { key: 'order:7' })
  const [one, two] = await Promise.all([provider.createIntent(asked), provider.createIntent(asked)])
  expect(two).toEqual(one)
  expect(await refusalOf(provider.createIntent({ ...asked, amount: 1 }))).toBe('idempotency_error')
})

test('a form is its owner’s, for a day', async () => {
  const { accountId, customerId } = await aCustomer()
  const { clientSecret } = await provider.createIntent(aPayment(customerId))
  expect(await refusalOf(provider.confirm({ clientSecret, accountId: 'somebody', card: VISA }))).toBe(
    'resource_missing',
  )
  expect(await refusalOf(provider.confirm({ clientSecret: 'pi_x', accountId, card: VISA }))).toBe('resource_missing')
  await provider.moveClock(24 * 3600 + 1)
  expect(await refusalOf(provider.confirm({ clientSecret, accountId, card: VISA }))).toBe(
    'payment_intent_unexpected_state',
  )
})

test('what is canceled takes no card, and what is paid cannot be canceled', async () => {
  const { accountId, customerId } = await aCustomer()
  const { id, clientSecret } = await provider.createIntent(aPayment(customerId))
  expect((await provider.cancelIntent(id, 'cancel:1')).status).toBe('canceled')
  expect(await refusalOf(provider.confirm({ clientSecret, accountId, card: VISA }))).toBe(
    'payment_intent_unexpected_state',
  )
  const paid = await pay('4242424242424242')
  expect(await refusalOf(provider.cancelIntent(paid.id, 'cancel:2'))).toBe('payment_intent_unexpected_state')
})

test.each([
  ['4242424242424242', 'succeeded', null],
  ['4000000000000341', 'requires_payment_method', 'card_declined'],
  ['4000002500003155', 'succeeded', null],
  ['4000002760003184', 'requires_payment_method', 'authentication_required'],
])('%s that was kept without a charge pays later: %s', async (number, status, code) => {
  const { accountId, customerId } = await aCustomer()
  const { id, clientSecret } = await provider.createSetup({ customerId, key: `setup:${customerId}` })
  expect(await provider.getSetup(id)).toEqual({ id, status: 'open', clientSecret, cardId: null })
  const form = { clientSecret, accountId }
  const { status: kept } = await provider.confirm({ ...form, card: typed(number) })
  if (kept === 'requires_action') await provider.authenticate({ ...form, passed: true })
  const { status: done, cardId } = await provider.getSetup(id)
  expect(done).toBe('succeeded')
  const intent = await provider.createIntent(aPayment(customerId, { offSessionCard: String(cardId) }))
  expect([intent.status, intent.failure?.code ?? null]).toEqual([status, code])
  const other = await aCustomer()
  const stolen = aPayment(other.customerId, { offSessionCard: String(cardId) })
  expect(await refusalOf(provider.createIntent(stolen))).toBe('resource_missing')
})

test('refunds never exceed what was paid, however many come at once', async () => {
  const { id } = await pay('4242424242424242')
  const all = await Promise.all(
    [1, 2, 3, 4].map((n) =>
      refusalOf(provider.refund({ intentId: id, amount: 333, key: `refund:${id}:${n}`, metadata: {} })),
    ),
  )
  expect(all.filter((code) => code === undefined).length).toBe(3)
  expect(all.filter((code) => code === 'charge_already_refunded').length).toBe(1)
})

test('a refund may wait, and may fail later', async () => {
  const waits = await pay('4000000000007726')
  const waiting = await provider.refund({ intentId: waits.id, amount: 999, key: 'waits', metadata: { a: 'b' } })
  expect(waiting).toMatchObject({ status: 'pending', metadata: { a: 'b' } })
  const fails = await pay('4000000000005126')
  const failing = await provider.refund({ intentId: fails.id, amount: 500, key: 'fails', metadata: {} })
  expect(failing.status).toBe('succeeded')
  await provider.moveClock(3600)
  expect((await provider.getRefund(waiting.id)).status).toBe('succeeded')
  expect((await provider.getRefund(failing.id)).status).toBe('failed')
  const moves = await provider.listBalance({ since: new Date(0) })
  expect(moves.filter(({ sourceId }) => sourceId === failing.id)).toMatchObject([
    { kind: 'refund', amount: -500 },
    { kind: 'refund_failure', amount: 500 },
  ])
  expect((await provider.refund({ intentId: fails.id, amount: 999, key: 'again', metadata: {} })).status).toBe(
    'succeeded',
  )
})

test('who moves the clock waits for what somebody else is doing of it', async () => {
  const { id } = await pay('4000000000005126')
  const refund = await provider.refund({ intentId: id, amount: 999, key: 'beside', metadata: {} })
  const other = await database.pool.connect()
  await other.query('begin')
  await other.query('select from test_payments.later where object_id = $1 for update', [refund.id])
  const moved = provider.moveClock(3600)
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await expect.poll(async () => (await other.query(waiting)).rowCount).toBe(1)
  await other.query('rollback')
  other.release()
  await moved
  expect((await provider.getRefund(refund.id)).status).toBe('failed')
})

const EVIDENCE = { productDescription: '', customerEmail: '', customerAddress: null, consent: '' }

test('a dispute takes the money at once, and gives it back when it is won', async () => {
  const { id } = await pay('4000000000000259')
  await provider.moveClock(3600)
  const events = await provider.listEvents({ since: new Date(0) })
  const disputeId = String(events.findLast(({ type }) => type === 'charge.dispute.created')?.objectId)
  expect(await provider.getDispute(disputeId)).toMatchObject({
    intentId: id,
    amount: 999,
    fee: 1500,
    status: 'needs_response',
  })
  expect(await refusalOf(provider.refund({ intentId: id, amount: 1, key: 'disputed', metadata: {} }))).toBe(
    'charge_disputed',
  )
  const reviewed = await provider.submitEvidence(disputeId, { ...EVIDENCE, accessLog: '3 runs' }, 'evidence')
  expect(reviewed.status).toBe('under_review')
  expect((await provider.closeDispute(disputeId, 'won')).status).toBe('won')
  const moves = await provider.listBalance({ since: new Date(0) })
  expect(moves.filter(({ sourceId }) => sourceId === disputeId)).toMatchObject([
    { kind: 'dispute', amount: -999, fee: 1500 },
    { kind: 'dispute_reversal', amount: 999, fee: 0 },
  ])
})

test('a dispute that nobody answers is lost', async () => {
  const { id } = await pay('4242424242424242')
  const { id: disputeId } = await provider.openDispute(id)
  await provider.moveClock(9 * 86_400)
  expect((await provider.getDispute(disputeId)).status).toBe('lost')
})

const aPayee = async (bank: 'pays' | 'refuses') => {
  const { accountId } = await aCustomer()
  const payee = await provider.createPayee({ accountId, email: '', country: 'US', key: `payee:${accountId}` })
  expect(payee).toMatchObject({ ready: false, missing: ['external_account'] })
  const link = { payeeId: payee.id, returnUrl: 'http://localhost/earnings', refreshUrl: '' }
  const { url } = await provider.onboardingLink(link)
  const token = String(url.split('#token=')[1])
  expect(await provider.finishOnboarding(token, bank)).toEqual({ returnUrl: 'http://localhost/earnings' })
  expect(await provider.getPayee(payee.id)).toEqual({ id: payee.id, ready: true, submitted: true, missing: [] })
  return payee.id
}

test('a transfer arrives, or comes back', async () => {
  const send = async (bank: 'pays' | 'refuses') =>
    provider.transfer({ payeeId: await aPayee(bank), amount: 100, payoutId: bank, key: `payout-${bank}` })
  const [arrives, bounces] = [await send('pays'), await send('refuses')]
  expect([arrives.status, bounces.status]).toEqual(['in_transit', 'in_transit'])
  await provider.moveClock(86_400)
  expect(await provider.getTransfer(arrives.id)).toEqual({ ...arrives, status: 'paid' })
  expect((await provider.getTransfer(bounces.id)).status).toBe('failed')
})

test('nobody is paid twice, too early, or more than there is', async () => {
  const payeeId = await aPayee('pays')
  const asked = { payeeId, amount: 10, payoutId: 'p', key: 'payout-p' }
  const [one, two] = await Promise.all([provider.transfer(asked), provider.transfer(asked)])
  expect(one).toEqual(two)
  expect(await refusalOf(provider.transfer({ ...asked, amount: 1e9, key: 'payout-q' }))).toBe('balance_insufficient')
  const { id } = await provider.createPayee({ accountId: 'new', email: '', country: 'US', key: 'payee:new' })
  expect(await refusalOf(provider.transfer({ ...asked, payeeId: id, key: 'payout-r' }))).toBe('account_not_ready')
})

test('what happened is listed oldest first, from a time or after one of them', async () => {
  const since = await provider.now()
  const { id } = await pay('4000000000000002')
  await pay('4242424242424242')
  const events = await provider.listEvents({ since })
  expect(events.map(({ type }) => type)).toEqual(['payment_intent.payment_failed', 'payment_intent.succeeded'])
  expect(events[0]?.objectId).toBe(id)
  const rest = await provider.listEvents({ since, after: String(events[0]?.id) })
  expect(rest).toEqual(events.slice(1))
  const [move] = await provider.listBalance({ since })
  expect(await provider.listBalance({ since, after: String(move?.id) })).toEqual([])
})

test('of a card nothing is written down but its last digits', async () => {
  const dump = await dumpOf(database.pool)
  expect(dump).toContain('4242')
  expect(dump).not.toMatch(/4242 ?4242|40000000000/)
  expect(dump).not.toContain('a@example.com')
})
