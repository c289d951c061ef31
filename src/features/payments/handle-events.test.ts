import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseEnv } from '#src/server/env.ts'
import { createHttpApp } from '#src/server/http/http-app.ts'
import { createLogger } from '#src/server/log.ts'
import { freshDatabase, type TestDatabase } from '#src/server/test-database.ts'
import { createEmbeddedProvider, type EmbeddedProvider } from './embedded/create-embedded.server.ts'
import { aPayment } from './embedded/embedded-fixture.ts'
import { kindOf } from './event-kinds.ts'
import { forgetEvents } from './events.queries.ts'
import { handleDueEvents, type Mark, noMark, sweepEvents } from './handle-events.server.ts'
import { registerPaymentWebhook } from './webhook.server.ts'
import { signWebhook } from './webhook-signature.ts'

const SECRET = 'whsec_test'
const log = createLogger(parseEnv({ LOG_LEVEL: 'fatal' }))
let database: TestDatabase
let provider: EmbeddedProvider
let app: FastifyInstance
beforeAll(async () => {
  database = await freshDatabase()
  provider = createEmbeddedProvider({ db: database.db, webhookSecret: SECRET, publicUrl: 'http://localhost' })
  app = await serve(true)
})
afterAll(async () => {
  await app.close()
  await database.drop()
})

async function serve(hasSecret: boolean): Promise<FastifyInstance> {
  const made = await createHttpApp({ log, trustProxy: false, https: false })
  await registerPaymentWebhook(made, { db: database.db, provider, hasSecret })
  await made.ready()
  return made
}

const bodyOf = (id: string, more: object = {}, objectId = `pi_${id}`) =>
  JSON.stringify({
    id: `evt_${id}`,
    object: 'event',
    type: 'payment_intent.succeeded',
    livemode: false,
    created: Math.floor(Date.now() / 1000),
    data: { object: { id: objectId } },
    ...more,
  })

const post = (payload: string, signature = signWebhook(Buffer.from(payload), SECRET), to = app) =>
  to.inject({
    method: 'POST',
    url: '/api/payments/webhook',
    headers: { 'content-type': 'application/json', 'stripe-signature': signature },
    payload,
  })

const rowsOf = (id: string) =>
  database.db.selectFrom('provider_event').selectAll().where('id', '=', `evt_${id}`).execute()

test('row 47: the bytes as they came are proven, however their JSON is written', async () => {
  const spaced = `${bodyOf('spaced').replaceAll(',', ' ,\n').replace('pi_', '\\u0070i_')}\n`
  expect((await post(spaced)).statusCode).toBe(202)
  expect(await rowsOf('spaced')).toMatchObject([{ object_id: 'pi_spaced', source: 'embedded', livemode: false }])
  const rewritten = JSON.stringify(JSON.parse(spaced))
  expect((await post(rewritten, signWebhook(Buffer.from(spaced), SECRET))).statusCode).toBe(400)
})

test('row 46: forged, changed, old and unsigned ones are refused and not written down', async () => {
  const body = bodyOf('forged')
  const old = signWebhook(Buffer.from(body), SECRET, Date.now() - 301_000)
  for (const signature of [signWebhook(Buffer.from(body), 'whsec_other'), signWebhook(Buffer.from(body), ''), old, ''])
    expect((await post(body, signature)).statusCode).toBe(400)
  expect(await rowsOf('forged')).toEqual([])
  expect((await app.inject({ method: 'POST', url: '/api/payments/webhook' })).statusCode).toBe(400)
})

test('row 46: without a secret there is no such address', async () => {
  const closed = await serve(false)
  expect((await post(bodyOf('closed'), undefined, closed)).statusCode).toBe(404)
  await closed.close()
})

test('an event of the live books does not enter the test books', async () => {
  expect((await post(bodyOf('live', { livemode: true }))).statusCode).toBe(202)
  expect(await rowsOf('live')).toEqual([])
})

test('ten thousand deliveries of the same events, in any order, have each handled once', async () => {
  await handleDueEvents({ db: database.db, provider, handle: async () => {}, log })
  const unique = 2500
  // 7919 is prime: each event comes four times, far apart.
  const deliveries = Array.from({ length: 4 * unique }, (_, n) => `many${(n * 7919) % unique}`)
  const seen = new Map<string, number>()
  const handle = async (_kind: string, id: string) => {
    seen.set(id, (seen.get(id) ?? 0) + 1)
  }
  const senders = Array.from({ length: 4 }, async () => {
    for (let id = deliveries.pop(); id !== undefined; id = deliveries.pop())
      expect((await post(bodyOf(id))).statusCode).toBe(202)
  })
  await Promise.all(senders)
  const both = [1, 2].map(() => handleDueEvents({ db: database.db, provider, handle, log }))
  expect((await Promise.all(both)).reduce((sum, n) => sum + n, 0)).toBe(unique)
  expect([seen.size, new Set(seen.values())]).toEqual([unique, new Set([1])])
  expect(await handleDueEvents({ db: database.db, provider, handle, log })).toBe(0)
}, 120_000)

test('an event that overtook our own row is tried again, and one that never fits is given up', async () => {
  await post(bodyOf('early'))
  const tooEarly = async () => {
    throw new Error('no such order yet')
  }
  const deps = { db: database.db, provider, handle: tooEarly, log }
  expect(await handleDueEvents(deps)).toBe(0)
  const [row] = await rowsOf('early')
  expect(row).toMatchObject({ tries: 1, handled_at: null, last_error: 'Error: no such order yet' })
  expect(row?.next_at?.getTime()).toBeGreaterThan(Date.now() - 5000)
  const makeDue = () => database.pool.query(`update provider_event set next_at = now() where id = 'evt_early'`)
  await makeDue()
  expect(await handleDueEvents({ ...deps, handle: async () => {} })).toBe(1)
  await post(bodyOf('never'))
  await database.pool.query(`update provider_event set tries = 19 where id = 'evt_never'`)
  expect(await handleDueEvents(deps)).toBe(0)
  expect(await rowsOf('never')).toMatchObject([{ tries: 20, next_at: null, handled_at: null }])
})

test('what is handled is never taken back by a late failure', async () => {
  await post(bodyOf('slow'))
  const slow = async () => {
    await database.pool.query(`update provider_event set handled_at = now(), next_at = null where id = 'evt_slow'`)
    throw new Error('lost the race')
  }
  await handleDueEvents({ db: database.db, provider, handle: slow, log })
  expect(await rowsOf('slow')).toMatchObject([{ last_error: null, next_at: null }])
})

test('webhooks that were held, doubled and shuffled come to the same as those that were lost and swept', async () => {
  const rules = { afterSeconds: 0, times: 2, shuffled: true, held: true }
  await provider.setDelivery(rules)
  const { id: customerId } = await provider.createCustomer({ accountId: 'a', email: '', key: 'sweep' })
  const intents = await Promise.all(
    [1, 2, 3].map((n) => provider.createIntent(aPayment(customerId, { key: `sweep:${n}` }))),
  )
  for (const { id } of intents) await provider.cancelIntent(id, `cancel:${id}`)
  const sent: string[] = []
  const take = async (body: string) => {
    sent.push(JSON.parse(body).data.object.id)
    return true
  }
  expect(await provider.deliver(take)).toBe(0)
  await sweepEvents({ db: database.db, provider })
  const found = () =>
    database.db
      .selectFrom('provider_event')
      .select('object_id')
      .where('type', '=', 'payment_intent.canceled')
      .orderBy('object_id')
      .execute()
  const ids = intents.map(({ id }) => id).sort()
  expect((await found()).map(({ object_id }) => object_id)).toEqual(ids)
  await provider.setDelivery({ ...rules, held: false })
  expect(await provider.deliver(take)).toBe(6)
  expect(sent.sort()).toEqual([...ids, ...ids].sort())
  // The sweep has its own time: a second one does nothing yet.
  await database.pool.query(`delete from provider_event where type = 'payment_intent.canceled'`)
  await sweepEvents({ db: database.db, provider })
  expect(await found()).toEqual([])
  await database.pool.query('update provider_sweep set next_at = now()')
  await sweepEvents({ db: database.db, provider })
  expect((await found()).length).toBe(3)
})

test('what was handled long ago is forgotten, and nothing else', async () => {
  for (const id of ['ancient', 'ancient_unhandled', 'recent']) await post(bodyOf(id))
  await database.pool.query(
    `update provider_event set next_at = null, handled_at = now() - case id when 'evt_ancient' then interval '401 days' else interval '399 days' end
      where id in ('evt_ancient', 'evt_recent')`,
  )
  await database.pool.query(`update provider_event set received_at = now() - interval '401 days', next_at = null
    where id = 'evt_ancient_unhandled'`)
  expect(await forgetEvents(database.db)).toBe(1)
  const found = await Promise.all(['ancient', 'ancient_unhandled', 'recent'].map(rowsOf))
  expect(found.map((rows) => rows.length)).toEqual([0, 1, 1])
})

test('each event says what it is about', () => {
  const types = [
    'payment_intent.succeeded',
    'setup_intent.succeeded',
    'charge.refund.updated',
    'refund.failed',
    'charge.dispute.closed',
    'account.updated',
    'transfer.reversed',
    'charge.succeeded',
  ]
  expect(types.map(kindOf)).toEqual(['intent', 'setup', 'refund', 'refund', 'dispute', 'payee', 'transfer', undefined])
})

test('what fails after the mark is not tried again, and somebody reads of it', async () => {
  await handleDueEvents({ db: database.db, provider, handle: async () => {}, log })
  await post(bodyOf('marked'))
  const warnings: unknown[] = []
  const handle = async (_kind: string, _id: string, mark: Mark = noMark) => {
    await mark(database.db)
    throw new Error('nobody answers')
  }
  const warn = (facts: unknown) => warnings.push(facts)
  expect(await handleDueEvents({ db: database.db, provider, handle, log: { warn } })).toBe(0)
  expect(await rowsOf('marked')).toMatchObject([{ handled_at: expect.any(Date), last_error: null }])
  expect(warnings).toEqual([{ err: new Error('nobody answers'), event: 'evt_marked' }])
})
