import { expect, test } from 'vitest'
import type { EmbeddedProvider } from './embedded/create-embedded.server.ts'
import { aPayment, typed } from './embedded/embedded-fixture.ts'
import { findAskedIntent, findAskedRefund } from './find-asked.ts'
import { type PaymentProvider, ProviderRefusedError } from './provider.ts'

const DAY = 86_400

export interface ContractWorld {
  readonly provider: PaymentProvider
  /** Buyers, banks and time, which no provider lets us command. */
  readonly others: EmbeddedProvider
}

async function refusalOf(work: Promise<unknown>): Promise<string | undefined> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (error === undefined || error instanceof ProviderRefusedError) return error?.failure.code
  throw error
}

let people = 0

type Hands = ReturnType<typeof handsFor>

/** What people do around a provider. */
function handsFor(worldOf: () => ContractWorld) {
  async function aCustomer() {
    people += 1
    const accountId = `buyer-${people}`
    const asked = { accountId, email: 'buyer@example.com', key: `customer:${people}` }
    const { id } = await worldOf().provider.createCustomer(asked)
    return { accountId, customerId: id }
  }
  async function pay(number: string, more = {}) {
    const { provider, others } = worldOf()
    const { accountId, customerId } = await aCustomer()
    const { id, clientSecret } = await provider.createIntent(aPayment(customerId, more))
    const answer = await others.confirm({ clientSecret, accountId, card: typed(number) })
    return { id, clientSecret, accountId, customerId, answer }
  }
  return { worldOf, aCustomer, pay }
}

/** From the first click to the money. */
function itTakesPayments({ worldOf, aCustomer, pay }: Hands): void {
  test('a payment: asked for, paid, and told with its fee', async () => {
    const { provider } = worldOf()
    const { customerId } = await aCustomer()
    const asked = aPayment(customerId, { metadata: { tool: 'rot13' } })
    const open = await provider.createIntent(asked)
    expect(open).toMatchObject({ status: 'requires_payment_method', amount: 999, received: 0, livemode: false })
    expect(open).toMatchObject({ customerId, chargeId: null, fee: null, cardId: null, failure: null })
    expect(open.metadata).toEqual({ tool: 'rot13', orderId: 'order-1' })
    const paid = await pay('4242424242424242')
    const intent = await provider.getIntent(paid.id)
    expect(intent).toMatchObject({ status: 'succeeded', received: 999, fee: 59, failure: null })
    expect(await provider.getCard(String(intent.cardId))).toEqual({
      ...{ id: intent.cardId, brand: 'visa', last4: '4242', expMonth: 12, expYear: 2040 },
    })
    const moves = await provider.listBalance({ since: new Date(0) })
    const charge = moves.find(({ sourceId }) => sourceId === intent.chargeId)
    expect(charge).toMatchObject({ kind: 'charge', amount: 999, fee: 59, intentId: intent.id })
  })

  test('the same key gives the first answer, and other values under it are refused', async () => {
    const { provider } = worldOf()
    const asked = aPayment((await aCustomer()).customerId)
    const [one, two] = await Promise.all([provider.createIntent(asked), provider.createIntent(asked)])
    expect(two).toEqual(one)
    expect(await refusalOf(provider.createIntent({ ...asked, amount: 1000 }))).toBe('idempotency_error')
  })

  test('a key is forgotten after a day, and what was made under it is still found', async () => {
    const { provider, others } = worldOf()
    const { customerId } = await aCustomer()
    const asked = aPayment(customerId, { metadata: { attempt: '3' } })
    const other = await provider.createIntent(aPayment(customerId))
    const first = await provider.createIntent(asked)
    expect((await provider.listIntents(customerId)).map(({ id }) => id)).toEqual([first.id, other.id])
    expect(await findAskedIntent(provider, customerId, { attempt: '3' })).toEqual(first)
    expect(await findAskedIntent(provider, customerId, { attempt: '4' })).toBe(undefined)
    await others.moveClock(DAY + 1)
    expect((await provider.createIntent(asked)).id).not.toBe(first.id)
  })

  test('a decline says why, and whether to try again', async () => {
    const { provider } = worldOf()
    const { id } = await pay('4000000000009979')
    const stolen = { code: 'stolen_card', message: 'Your card was declined.', mayRetry: false }
    expect(await provider.getIntent(id)).toMatchObject({ status: 'requires_payment_method', failure: stolen })
    const poor = await pay('4000000000009995')
    const { failure } = await provider.getIntent(poor.id)
    expect(failure).toMatchObject({ code: 'insufficient_funds', mayRetry: true })
  })

  test('what waits for authentication takes nothing until it is passed', async () => {
    const { provider, others } = worldOf()
    const { id, clientSecret, accountId } = await pay('4000000000003220')
    expect(await provider.getIntent(id)).toMatchObject({ status: 'requires_action', received: 0 })
    await others.authenticate({ clientSecret, accountId, passed: true })
    expect((await provider.getIntent(id)).status).toBe('succeeded')
  })

  test('what is canceled stays so, and what is paid cannot be', async () => {
    const { provider } = worldOf()
    const { customerId } = await aCustomer()
    const { id } = await provider.createIntent(aPayment(customerId))
    expect((await provider.cancelIntent(id, `cancel:${id}`)).status).toBe('canceled')
    const paid = await pay('4242424242424242')
    expect(await refusalOf(provider.cancelIntent(paid.id, 'cancel:paid'))).toBe('payment_intent_unexpected_state')
    expect(await refusalOf(provider.getIntent('pi_nobody'))).toBe('resource_missing')
  })
}

/** Renewals, refunds and disputes. */
function itGoesOnAfterwards({ worldOf, aCustomer, pay }: Hands): void {
  test('a kept card pays by itself, or says why not', async () => {
    const { provider, others } = worldOf()
    const keep = async (number: string) => {
      const { accountId, customerId } = await aCustomer()
      const { id, clientSecret } = await provider.createSetup({ customerId, key: `setup:${customerId}` })
      expect(await provider.getSetup(id)).toEqual({ id, status: 'open', clientSecret, cardId: null })
      const form = { clientSecret, accountId }
      const { status } = await others.confirm({ ...form, card: typed(number) })
      if (status === 'requires_action') await others.authenticate({ ...form, passed: true })
      const { cardId } = await provider.getSetup(id)
      return provider.createIntent(aPayment(customerId, { offSessionCard: String(cardId) }))
    }
    expect(await keep('4242424242424242')).toMatchObject({ status: 'succeeded', received: 999 })
    const declined = await keep('4000000000000341')
    expect(declined).toMatchObject({ status: 'requires_payment_method', received: 0 })
    expect(declined.failure).toMatchObject({ code: 'card_declined', mayRetry: true })
    expect((await keep('4000002760003184')).failure?.code).toBe('authentication_required')
  })

  test('refunds: in parts, never more than was paid, some late and some in vain', async () => {
    const { provider, others } = worldOf()
    const send = (intentId: string, amount: number) =>
      provider.refund({ intentId, amount, key: `refund:${intentId}:${amount}`, metadata: { reason: 'asked' } })
    const { id } = await pay('4242424242424242')
    const first = await send(id, 400)
    expect(first).toMatchObject({ intentId: id, amount: 400, status: 'succeeded', metadata: { reason: 'asked' } })
    expect(await provider.getRefund(first.id)).toEqual(first)
    expect(await provider.listRefunds(id)).toEqual([first])
    expect(await findAskedRefund(provider, id, { reason: 'asked' })).toEqual(first)
    expect(await findAskedRefund(provider, id, { reason: 'other' })).toBe(undefined)
    expect(await refusalOf(send(id, 600))).toBe('amount_too_large')
    await send(id, 599)
    expect(await refusalOf(send(id, 1))).toBe('charge_already_refunded')
    const late = await send((await pay('4000000000007726')).id, 999)
    const vain = await send((await pay('4000000000005126')).id, 999)
    expect([late.status, vain.status]).toEqual(['pending', 'succeeded'])
    await others.moveClock(3600)
    expect((await provider.getRefund(late.id)).status).toBe('succeeded')
    expect((await provider.getRefund(vain.id)).status).toBe('failed')
    const moves = await provider.listBalance({ since: new Date(0) })
    const ofVain = moves.filter(({ sourceId }) => sourceId === vain.id)
    expect(ofVain.map(({ kind, amount, intentId }) => [kind, amount, intentId])).toEqual([
      ['refund', -999, vain.intentId],
      ['refund_failure', 999, vain.intentId],
    ])
  })

  test('a dispute: taken at once with its fee, answered, and decided', async () => {
    const { provider, others } = worldOf()
    const { id: intentId } = await pay('4242424242424242')
    const { id } = await others.openDispute(intentId)
    const open = await provider.getDispute(id)
    expect(open).toMatchObject({ intentId, amount: 999, fee: 1500, status: 'needs_response', reason: 'fraudulent' })
    expect(open.respondBy?.getTime()).toBeGreaterThan(Date.now())
    const said = { productDescription: 'Rot 13', customerEmail: 'a@example.com', customerAddress: '192.0.2.1' }
    const evidence = { ...said, accessLog: 'winning_evidence', consent: 'Yes, at once.' }
    expect((await provider.submitEvidence(id, evidence, `evidence:${id}`)).status).toBe('won')
    const moves = await provider.listBalance({ since: new Date(0) })
    const ofDispute = moves.filter(({ sourceId }) => sourceId === id)
    expect(ofDispute.map(({ kind, amount, fee, intentId: paid }) => [kind, amount, fee, paid])).toEqual([
      ['dispute', -999, 1500, intentId],
      ['dispute_reversal', 999, 0, intentId],
    ])
  })
}

/** Creators, and the books. */
function itPaysOutAndTells({ worldOf, aCustomer, pay }: Hands): void {
  test('a payee: asked for details, then paid', async () => {
    const { provider, others } = worldOf()
    const { accountId } = await aCustomer()
    const asked = { accountId, email: 'c@example.com', country: 'US', key: `payee:${accountId}` }
    const payee = await provider.createPayee(asked)
    expect(payee).toMatchObject({ ready: false, submitted: false, missing: ['external_account'] })
    expect(await provider.createPayee(asked)).toEqual(payee)
    const send = (key: string) => provider.transfer({ payeeId: payee.id, amount: 100, payoutId: 'payout-1', key })
    expect(await refusalOf(send(`early:${accountId}`))).toBe('account_not_ready')
    const back = 'http://localhost/earnings'
    const { url } = await provider.onboardingLink({ payeeId: payee.id, returnUrl: back, refreshUrl: back })
    const token = String(url.split('#token=')[1])
    await others.finishOnboarding(token, 'asks_more')
    expect(await provider.getPayee(payee.id)).toEqual({
      ...{ id: payee.id, ready: false, submitted: true, missing: ['individual.verification.document'] },
    })
    expect(await refusalOf(send(`restricted:${accountId}`))).toBe('account_not_ready')
    await others.finishOnboarding(token, 'pays')
    expect(await provider.getPayee(payee.id)).toEqual({ id: payee.id, ready: true, submitted: true, missing: [] })
    const [one, two] = await Promise.all([send(`payout:${accountId}`), send(`payout:${accountId}`)])
    expect(two).toEqual(one)
    expect(one).toMatchObject({ amount: 100, metadata: { payoutId: 'payout-1' } })
    await others.moveClock(86_400)
    expect((await provider.getTransfer(one.id)).status).toBe('paid')
  })

  test('a transfer whose answer was lost is found by its payout, and can be taken back on its way', async () => {
    const { provider, others } = worldOf()
    const { accountId } = await aCustomer()
    await pay('4242424242424242')
    const { id: payeeId } = await provider.createPayee({ accountId, email: '', country: 'US', key: accountId })
    const back = 'http://localhost/earnings'
    const { url } = await provider.onboardingLink({ payeeId, returnUrl: back, refreshUrl: back })
    await others.finishOnboarding(String(url.split('#token=')[1]), 'pays')
    const payoutId = `lost-${accountId}`
    expect(await provider.findTransfer(payoutId)).toBe(undefined)
    const sent = await provider.transfer({ payeeId, amount: 70, payoutId, key: payoutId })
    expect(await provider.findTransfer(payoutId)).toEqual(sent)
    const returned = await provider.reverseTransfer(sent.id, `reverse:${payoutId}`)
    expect(returned).toEqual({ ...sent, status: 'failed' })
    expect(await provider.reverseTransfer(sent.id, `reverse:${payoutId}`)).toEqual(returned)
    expect(await refusalOf(provider.reverseTransfer(sent.id, `again:${payoutId}`))).toBe('transfer_already_reversed')
    await others.moveClock(86_400)
    const moves = await provider.listBalance({ since: new Date(0) })
    expect(moves.filter(({ sourceId }) => sourceId === sent.id).map(({ kind, amount }) => [kind, amount])).toEqual([
      ['transfer', -70],
      ['transfer_reversal', 70],
    ])
  })

  test('the balance is what all listed movements come to, after fees', async () => {
    const { provider } = worldOf()
    const { id } = await pay('4242424242424242')
    await provider.refund({ intentId: id, amount: 333, key: `part:${id}`, metadata: {} })
    let sum = 0
    for (let after: string | undefined; ; ) {
      const page = await provider.listBalance({ since: new Date(0), ...(after !== undefined && { after }) })
      for (const { currency, amount, fee } of page) if (currency === 'usd') sum += amount - fee
      after = page.at(-1)?.id
      if (after === undefined) break
    }
    expect(await provider.readBalance()).toBe(sum)
  })

  test('what happened is listed, oldest first and from where one has read', async () => {
    const { provider } = worldOf()
    const { id } = await pay('4000000000000002')
    await pay('4242424242424242')
    const events = await provider.listEvents({ since: new Date(0) })
    const at = events.findIndex(({ objectId }) => objectId === id)
    expect(events.slice(at).map(({ type }) => type)).toEqual([
      'payment_intent.payment_failed',
      'payment_intent.succeeded',
    ])
    expect(await provider.listEvents({ since: new Date(0), after: String(events[at]?.id) })).toEqual(
      events.slice(at + 1),
    )
  })
}

/** What every provider has to do. */
export function itKeepsTheContract(worldOf: () => ContractWorld): void {
  const hands = handsFor(worldOf)
  itTakesPayments(hands)
  itGoesOnAfterwards(hands)
  itPaysOutAndTells(hands)
}
