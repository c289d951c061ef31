import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { EmbeddedProvider } from '../embedded/create-embedded.server.ts'
import { type BalanceMove, type Intent, type Metadata, ProviderRefusedError } from '../provider.ts'

/** What a call was, for those who check it against the vendor's description. */
export interface Recorded {
  readonly method: string
  readonly path: string
  readonly form: URLSearchParams
  readonly answer: Record<string, unknown>
}

type Fault = 'error' | 'limit' | 'lost answer' | 'hang up'
type Answer = Record<string, unknown>

export interface FakeStripe {
  readonly at: { readonly host: string; readonly port: number }
  readonly calls: Recorded[]
  /** What befalls the next calls. */
  readonly faults: Fault[]
  /** Whether Stripe has worked out yet what it keeps of payments. */
  knowsFees: boolean
  stop(): Promise<void>
}

const secondsOf = (date: Date) => Math.floor(date.getTime() / 1000)

const metadataIn = (form: URLSearchParams): Metadata =>
  Object.fromEntries(
    [...form].flatMap(([name, value]) => {
      const key = /^metadata\[(.+)\]$/.exec(name)?.[1]
      return key === undefined ? [] : [[key, value]]
    }),
  )

class StripeFailure extends Error {
  readonly status: number
  readonly body: Answer
  constructor(status: number, body: Answer) {
    super('refused')
    this.status = status
    this.body = body
  }
}

const errorOf = (failure: Intent['failure']) =>
  failure && { type: 'card_error', code: 'card_declined', decline_code: failure.code, message: failure.message }

const toIntent = (intent: Intent): Answer => ({
  id: intent.id,
  object: 'payment_intent',
  amount: intent.amount,
  amount_received: intent.received,
  client_secret: intent.clientSecret,
  currency: 'usd',
  customer: intent.customerId,
  livemode: false,
  metadata: intent.metadata,
  payment_method: intent.cardId,
  status: intent.status,
  last_payment_error: errorOf(intent.failure),
  latest_charge: intent.chargeId && {
    id: intent.chargeId,
    object: 'charge',
    balance_transaction: {
      ...{ id: `txn_of_${intent.chargeId}`, object: 'balance_transaction', fee: intent.fee, currency: 'usd' },
    },
  },
})

/** As long as Stripe does not know its fee a charge has no movement of the balance. */
const withoutFee = (answer: Answer): Answer => ({
  ...answer,
  ...(answer.latest_charge !== null &&
    answer.object === 'payment_intent' && {
      latest_charge: { ...(answer.latest_charge as Answer), balance_transaction: null },
    }),
})

interface Asked {
  readonly id: string
  readonly form: URLSearchParams
  readonly key: string
}
type Endpoint = (asked: Asked) => Promise<Answer>

async function createIntent(world: EmbeddedProvider, { form, key }: Asked): Promise<Answer> {
  const { orderId = '', ...metadata } = metadataIn(form)
  const card = form.get('payment_method')
  const intent = await world.createIntent({
    ...{ orderId, metadata, key, customerId: form.get('customer') ?? '', amount: Number(form.get('amount')) },
    description: form.get('description') ?? '',
    saveCard: form.get('setup_future_usage') === 'off_session',
    ...(card !== null && { offSessionCard: card }),
  })
  if (intent.failure === null) return toIntent(intent)
  throw new StripeFailure(402, { error: { ...errorOf(intent.failure), payment_intent: toIntent(intent) } })
}

const setupOf = async (world: EmbeddedProvider, id: string): Promise<Answer> => {
  const { status, clientSecret, cardId } = await world.getSetup(id)
  return {
    ...{ id, object: 'setup_intent', client_secret: clientSecret, payment_method: cardId },
    status: status === 'open' ? 'requires_payment_method' : status,
  }
}

const refundOf = ({ intentId, ...refund }: Awaited<ReturnType<EmbeddedProvider['getRefund']>>): Answer => ({
  ...refund,
  object: 'refund',
  payment_intent: intentId,
})

const disputeOf = (dispute: Awaited<ReturnType<EmbeddedProvider['getDispute']>>): Answer => ({
  ...{ id: dispute.id, object: 'dispute', amount: dispute.amount, reason: dispute.reason, status: dispute.status },
  payment_intent: dispute.intentId,
  balance_transactions: [{ id: 'txn_dispute', object: 'balance_transaction', fee: dispute.fee, currency: 'usd' }],
  evidence_details: { due_by: dispute.respondBy && secondsOf(dispute.respondBy) },
})

const accountOf = ({ id, ready, submitted, missing }: Awaited<ReturnType<EmbeddedProvider['getPayee']>>): Answer => ({
  ...{ id, object: 'account', payouts_enabled: ready, details_submitted: submitted },
  capabilities: { transfers: ready ? 'active' : 'inactive' },
  requirements: { currently_due: missing },
})

const transferOf = ({ status, ...transfer }: Awaited<ReturnType<EmbeddedProvider['getTransfer']>>): Answer => ({
  ...transfer,
  object: 'transfer',
  reversed: status === 'failed',
})

/** Newest first, as Stripe lists. */
function page(form: URLSearchParams, all: readonly Answer[]): Answer {
  const limit = Number(form.get('limit') ?? 10)
  const newest = [...all].reverse()
  const [before, after] = [form.get('ending_before'), form.get('starting_after')]
  const at = newest.findIndex(({ id }) => id === (before ?? after))
  const data = before === null ? newest.slice(at + 1, at + 1 + limit) : newest.slice(Math.max(0, at - limit), at)
  const end = newest.indexOf(data.at(-1) ?? {})
  return { object: 'list', data, has_more: before === null && end >= 0 && end < newest.length - 1 }
}

const MOVE_TYPES: Readonly<Record<string, string>> = {
  dispute: 'adjustment',
  dispute_reversal: 'adjustment',
  transfer_reversal: 'transfer_refund',
  fee: 'stripe_fee',
  bank: 'payout',
}

/** The brand of what is kept in the world as a card, and here is Stripe's wallet of bank accounts. */
export const NO_CARD = 'link'

const sinceIn = (form: URLSearchParams) => ({ since: new Date(Number(form.get('created[gte]') ?? 0) * 1000) })

const isAsked = (form: URLSearchParams, { createdAt }: { readonly createdAt: Date }): boolean =>
  secondsOf(createdAt) < Number(form.get('created[lt]') ?? Number.POSITIVE_INFINITY)

const listEvents = async (world: EmbeddedProvider, form: URLSearchParams) =>
  page(
    form,
    (await world.listEvents(sinceIn(form)))
      .filter((event) => isAsked(form, event))
      .map(({ id, type, objectId, createdAt }) => ({
        ...{ id, object: 'event', type, livemode: false, created: secondsOf(createdAt) },
        data: {
          object: type.startsWith('charge.updated') ? { id: 'ch_1', payment_intent: objectId } : { id: objectId },
        },
      })),
  )

/** A transfer that is taken back moves the balance by an object of its own, which names the transfer. */
const sourceOf = ({ kind, sourceId, intentId }: BalanceMove): Answer & { id: string } =>
  kind === 'transfer_reversal'
    ? { id: `trr_${sourceId}`, object: 'transfer_reversal', transfer: sourceId }
    : { id: sourceId, payment_intent: intentId }

const listBalance = async (world: EmbeddedProvider, form: URLSearchParams) =>
  page(
    form,
    (await world.listBalance(sinceIn(form)))
      .filter((move) => isAsked(form, move))
      .map((move) => ({
        ...{
          id: move.id,
          object: 'balance_transaction',
          amount: move.amount,
          fee: move.fee,
          net: move.amount - move.fee,
          currency: move.currency,
        },
        source: form.get('expand[0]') === 'data.source' ? sourceOf(move) : sourceOf(move).id,
        type: MOVE_TYPES[move.kind] ?? move.kind,
        created: secondsOf(move.createdAt),
      })),
  )

/** Half of it is on its way, and there are euros of somebody's beside it. */
function balanceOf(total: number): Answer {
  const arrived = Math.floor(total / 2)
  const euros = { amount: 1_000_000, currency: 'eur', source_types: {} }
  return {
    ...{ object: 'balance', livemode: false },
    available: [{ amount: arrived, currency: 'usd', source_types: {} }, euros],
    pending: [{ amount: total - arrived, currency: 'usd', source_types: {} }],
  }
}

const endpointsOf = (world: EmbeddedProvider): Readonly<Record<string, Endpoint>> => ({
  'POST customers': async ({ form, key }) => ({
    ...(await world.createCustomer({ accountId: metadataIn(form).accountId ?? '', email: '', key })),
    object: 'customer',
  }),
  'POST payment_intents': (asked) => createIntent(world, asked),
  'GET payment_intents': async ({ form }) =>
    page(form, [...(await world.listIntents(form.get('customer') ?? ''))].reverse().map(toIntent)),
  'GET payment_intents/:id': async ({ id }) => toIntent(await world.getIntent(id)),
  'POST payment_intents/:id/cancel': async ({ id, key }) => toIntent(await world.cancelIntent(id, key)),
  'POST setup_intents': async ({ form, key }) =>
    setupOf(world, (await world.createSetup({ customerId: form.get('customer') ?? '', key })).id),
  'GET setup_intents/:id': ({ id }) => setupOf(world, id),
  'POST setup_intents/:id/cancel': async ({ id, key }) => {
    await world.cancelSetup(id, key)
    return setupOf(world, id)
  },
  'GET payment_methods/:id': async ({ id }) => {
    const { brand, last4, expMonth, expYear } = await world.getCard(id)
    if (brand === NO_CARD) return { id, object: 'payment_method', type: brand }
    const card = { brand, last4, exp_month: expMonth, exp_year: expYear }
    return { id, object: 'payment_method', type: 'card', card }
  },
  'POST refunds': async ({ form, key }) => {
    const amount = Number(form.get('amount'))
    const asked = { intentId: form.get('payment_intent') ?? '', amount, metadata: metadataIn(form), key }
    return refundOf(await world.refund(asked))
  },
  'GET refunds': async ({ form }) =>
    page(form, (await world.listRefunds(form.get('payment_intent') ?? '')).map(refundOf)),
  'GET refunds/:id': async ({ id }) => refundOf(await world.getRefund(id)),
  'GET disputes/:id': async ({ id }) => disputeOf(await world.getDispute(id)),
  'POST disputes/:id': async ({ id, form, key }) => {
    const accessLog = form.get('evidence[access_activity_log]') ?? ''
    const said = { accessLog, productDescription: '', customerEmail: '', customerAddress: null, consent: '' }
    return disputeOf(await world.submitEvidence(id, said, key))
  },
  'POST accounts': async ({ form, key }) => {
    const accountId = metadataIn(form).accountId ?? ''
    return accountOf(await world.createPayee({ accountId, email: '', country: form.get('country') ?? '', key }))
  },
  'GET accounts/:id': async ({ id }) => accountOf(await world.getPayee(id)),
  'POST account_links': async ({ form }) => {
    const asked = { payeeId: form.get('account') ?? '', returnUrl: form.get('return_url') ?? '', refreshUrl: '' }
    return { ...(await world.onboardingLink(asked)), object: 'account_link' }
  },
  'POST transfers': async ({ form, key }) => {
    const [payeeId, payoutId] = [form.get('destination') ?? '', metadataIn(form).payoutId ?? '']
    return transferOf(await world.transfer({ payeeId, payoutId, amount: Number(form.get('amount')), key }))
  },
  'GET transfers': async ({ form }) => {
    const found = await world.findTransfer(form.get('transfer_group') ?? '')
    return { object: 'list', data: found === undefined ? [] : [transferOf(found)], has_more: false }
  },
  'POST transfers/:id/reversals': async ({ id, key }) => {
    const { amount } = await world.reverseTransfer(id, key)
    return { id: `trr_${id}`, object: 'transfer_reversal', amount, transfer: id }
  },
  'GET transfers/:id': async ({ id }) => transferOf(await world.getTransfer(id)),
  'GET events': ({ form }) => listEvents(world, form),
  'GET balance': async () => balanceOf(await world.readBalance()),
  'GET balance_transactions': ({ form }) => listBalance(world, form),
})

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

/**
 * The part of Stripe's API that we use, over a test world of the embedded provider. `isDone` is awaited between what a
 * call has done and its answer.
 */
export async function startFakeStripe(
  world: EmbeddedProvider,
  secretKey: string,
  isDone?: (call: Recorded) => Promise<void>,
): Promise<FakeStripe> {
  const endpoints = endpointsOf(world)
  const calls: Recorded[] = []
  const faults: Fault[] = []
  const fake: FakeStripe = {
    at: { host: '127.0.0.1', port: 0 },
    calls,
    faults,
    knowsFees: true,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  const answerTo = async (request: IncomingMessage): Promise<Answer> => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://fake')
    if (request.headers.authorization !== `Bearer ${secretKey}`) throw new StripeFailure(401, { error: {} })
    if (request.headers['stripe-version'] !== '2026-10-28.endive') throw new StripeFailure(400, { error: {} })
    const [resource = '', id = '', act] = pathname.replace('/v1/', '').split('/')
    const path = [resource, ...(id === '' ? [] : [':id']), ...(act === undefined ? [] : [act])].join('/')
    const form = request.method === 'POST' ? new URLSearchParams(await bodyOf(request)) : searchParams
    const endpoint = endpoints[`${request.method} ${path}`]
    if (endpoint === undefined) throw new StripeFailure(404, { error: { type: 'invalid_request_error' } })
    const key = String(request.headers['idempotency-key'] ?? `none:${Math.random()}`)
    const known = await endpoint({ id, form, key })
    const answer = fake.knowsFees ? known : withoutFee(known)
    const call = { method: request.method ?? '', path: pathname, form, answer }
    calls.push(call)
    await isDone?.(call)
    return answer
  }
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const fault = faults.shift()
    const send = (status: number, body: Answer): void => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    }
    if (fault === 'hang up') return void request.socket.destroy()
    if (fault === 'error') return send(500, { error: { type: 'api_error', message: 'Something is wrong here' } })
    if (fault === 'limit') return send(429, { error: { type: 'invalid_request_error', code: 'rate_limit' } })
    try {
      const answer = await answerTo(request)
      if (fault === 'lost answer') return void request.socket.destroy()
      send(200, answer)
    } catch (error) {
      if (error instanceof StripeFailure) return send(error.status, error.body)
      if (!(error instanceof ProviderRefusedError)) throw error
      const { code, message } = error.failure
      const type = code === 'idempotency_error' ? 'idempotency_error' : 'invalid_request_error'
      send(400, { error: { type, code, message } })
    }
  }
  const server = createServer((request, response) => void handle(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  Object.assign(fake.at, { port })
  return fake
}
