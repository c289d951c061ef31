import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '#src/app/test-app.ts'
import { aRanked } from '#src/features/admin/admin-fixture.ts'
import { checkBooks } from '#src/features/ledger/checks.queries.ts'
import {
  createEmbeddedProvider,
  type EmbeddedProvider,
} from '#src/features/payments/embedded/create-embedded.server.ts'
import { ProviderUnavailableError } from '#src/features/payments/provider.ts'
import type { PaymentStory } from '#src/features/payments-admin/payment-list.schema.ts'
import { connect, type Database } from '#src/server/database.ts'
import type { Billing } from './billing.server.ts'
import { runDue } from './clock.server.ts'
import { followPayment } from './pro-claims.server.ts'
import { PRO_CONSENT } from './pro-consent.ts'
import type { ProCardForm } from './subscriptions.schema.ts'

let fettle: TestApp
let own: Database
let provider: EmbeddedProvider
let billing: Billing
let admin: Person
/** Keys under which the provider was asked to send something back. */
let asked: string[] = []
let warned: string[] = []
let isAway = false
/** Does what it is asked, and its answer does not arrive. */
let isUnheard = false

const HOUR = 3600
const DAY = 86_400

beforeAll(async () => {
  // Its own clock would do what the tests do step by step.
  fettle = await startTestApp({ env: { ROLE: 'web' } })
  own = connect({ url: fettle.database.url })
  const embedded = createEmbeddedProvider({ db: own.db, webhookSecret: 'x'.repeat(32), publicUrl: 'http://localhost' })
  provider = {
    ...embedded,
    async refund(request) {
      asked.push(request.key)
      if (isAway) throw new ProviderUnavailableError('away')
      const made = await embedded.refund(request)
      if (isUnheard) throw new ProviderUnavailableError('the answer was lost')
      return made
    },
  }
  billing = {
    ...fettle.parts.billing,
    ...{ db: own.db, provider, log: { warn: (_problem: unknown, said?: string) => warned.push(said ?? '') } },
  }
  admin = await aRanked(fettle, { role: 'admin' })
})
afterAll(async () => {
  await own.close()
  await fettle.stop()
})

const sql = async (text: string, values: unknown[] = []) => (await fettle.database.pool.query(text, values)).rows

interface Late {
  readonly orderId: string
  readonly intentId: string
}

/** A payment that came after the end of Pro. */
async function aLatePayment(): Promise<Late> {
  const person = await fettle.aPerson()
  const wish = { interval: 'month', trial: false, consent: PRO_CONSENT }
  const { clientSecret } = (await person.post('/api/subscription', wish)).body as unknown as ProCardForm
  const card = { number: '4242424242424242', expMonth: 12, expYear: 2099, cvc: '123' }
  await provider.confirm({ clientSecret, accountId: person.id, card })
  await person.get('/api/subscription')
  await sql(
    `update subscription_order o set unwanted = true, ends_at = o.starts_at from subscription s
      where s.id = o.subscription_id and s.user_id = $1`,
    [person.id],
  )
  const [row] = await sql(
    `select o.id, o.intent_id from subscription_order o join subscription s on s.id = o.subscription_id
      where s.user_id = $1`,
    [person.id],
  )
  ;[asked, warned] = [[], []]
  return { orderId: String(row?.id), intentId: String(row?.intent_id) }
}

/** Whose bank asked for it back, and was told no: this provider does not refund what was ever disputed. */
async function wonAgainst({ intentId }: Late): Promise<void> {
  const { id } = await provider.openDispute(intentId)
  await followPayment(billing, 'dispute', id)
  await provider.closeDispute(id, 'won')
  await followPayment(billing, 'dispute', id)
}

const tryAfter = async (seconds: number) => {
  await provider.moveClock(seconds)
  await runDue(billing)
}
const story = async ({ orderId }: Late) =>
  (await admin.get(`/api/admin/payments/${orderId}`)).body as unknown as PaymentStory

test('what the provider refuses to send back is tried five times, later each time, and is an admin’s then', async () => {
  const late = await aLatePayment()
  await wonAgainst(late)
  const key = `subscription-order:${late.orderId}:back:900`
  const said = 'This payment is disputed, so it cannot be refunded.'
  await tryAfter(0)
  await tryAfter(30)
  expect(asked).toEqual([key])
  expect((await story(late)).sendingBack).toEqual({ left: 900, isTried: true, said, nextAt: expect.any(String) })
  for (const hours of [1, 6, 24]) await tryAfter(hours * HOUR)
  expect((await story(late)).sendingBack).toMatchObject({ isTried: true })
  await tryAfter(72 * HOUR)
  await tryAfter(30 * DAY)
  expect(asked).toEqual([key, `${key}:1`, `${key}:2`, `${key}:3`, `${key}:4`])
  const refused = 'A payment for Pro that came after its end was refused on its way back'
  expect(warned).toEqual([
    ...[refused, refused, refused, refused],
    'A payment for Pro that came after its end was refused too often: an admin has to send it back',
  ])
  const { payment, sendingBack } = await story(late)
  expect([payment.title, sendingBack]).toEqual([
    'Pro, one month, after its end',
    { left: 900, isTried: false, said, nextAt: null },
  ])
  expect(
    await sql(`select title, href from notification where user_id = $1 and kind = 'refund.failed'`, [admin.id]),
  ).toEqual([{ title: 'A payment for Pro has to be sent back by hand', href: `/admin/payments/${late.orderId}` }])
  expect(await checkBooks(own.db, new Date())).toEqual([`periods of Pro: 1, such as ${late.orderId}`])
  // What the desk of the provider does then is followed, and nothing is left to do.
  const desk = { id: `re_desk_${late.orderId}`, intentId: late.intentId, amount: 900, metadata: {} }
  const told = { ...provider, getRefund: async () => ({ ...desk, status: 'succeeded' as const }) }
  await followPayment({ ...billing, provider: told }, 'refund', desk.id)
  expect((await story(late)).sendingBack).toBeNull()
  expect(await checkBooks(own.db, new Date())).toEqual([])
})

test('a provider that does not answer is asked under the same key, not more than every quarter of an hour', async () => {
  const late = await aLatePayment()
  isAway = true
  for (const seconds of [0, 30, 0.25 * HOUR, 30]) await tryAfter(seconds)
  isAway = false
  await tryAfter(0.25 * HOUR)
  await tryAfter(DAY)
  const key = `subscription-order:${late.orderId}:back:900`
  expect(asked).toEqual([key, key, key])
  expect((await story(late)).sendingBack).toBeNull()
})

test('what went back, and whose answer was lost for longer than keys are kept, is not sent again', async () => {
  const late = await aLatePayment()
  isUnheard = true
  await tryAfter(0)
  isUnheard = false
  expect((await story(late)).sendingBack).toMatchObject({ left: 900 })
  await tryAfter(2 * DAY)
  expect(asked).toEqual([`subscription-order:${late.orderId}:back:900`])
  expect((await story(late)).sendingBack).toBeNull()
})

test('what was refused to the last because less was left than we knew of goes back once we hear of that', async () => {
  const late = await aLatePayment()
  const desk = await provider.refund({ intentId: late.intentId, amount: 300, key: 'at the desk', metadata: {} })
  asked = []
  for (const hours of [0, 1, 6, 24, 72, 720]) await tryAfter(hours * HOUR)
  const key = `subscription-order:${late.orderId}:back`
  expect(asked).toEqual([`${key}:900`, `${key}:900:1`, `${key}:900:2`, `${key}:900:3`, `${key}:900:4`])
  expect((await story(late)).sendingBack).toMatchObject({ left: 900, isTried: false })
  await followPayment(billing, 'refund', desk.id)
  await tryAfter(0)
  expect(asked.slice(5)).toEqual([`${key}:600:5`])
  expect((await story(late)).sendingBack).toBeNull()
  expect(await checkBooks(own.db, new Date())).toEqual([])
})
