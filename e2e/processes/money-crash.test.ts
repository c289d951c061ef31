import { Client } from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { PRO_CONSENT } from '#src/features/subscriptions/pro-consent.ts'
import { queryDatabase, readPostmaster } from '../support/app-database.ts'
import { type AppProcess, removeApps, removeFolders, startApp } from '../support/app-process.ts'
import { type Moved, type PaymentProcess, startPaymentProcess } from '../support/payment-process.ts'

// The provider, a process of its own with a database of its own, has moved the money and committed that; Fettle is killed
// before it has. Either its answer is withheld, so that Fettle has not heard of it; or Fettle is writing it down: its mails
// are held back by a lock, and a payment is written down together with its mail.
type Moment = 'before it hears the answer' | 'while it books the answer'
const MOMENTS = ['before it hears the answer', 'while it books the answer'] as const satisfies Moment[]

let app: AppProcess
let stripe: PaymentProcess
const start = (kept: { dataDir?: string; port?: number } = {}) =>
  startApp({ ...kept, command: stripe.command, env: { ...stripe.env, LOG_LEVEL: 'warn' } })
const restarted = () => start({ dataDir: app.dataDir, port: app.port })
beforeAll(async () => {
  stripe = await startPaymentProcess()
  app = await start()
})
afterAll(async () => {
  await removeApps()
  removeFolders()
  await stripe.stop()
})

const sql = (text: string, values: unknown[] = []) => queryDatabase(app.dataDir, text, values)
const CARD = { number: '4242424242424242', expMonth: 12, expYear: 2040, cvc: '123' }
const UNTIL = { timeout: 90_000, interval: 100 }

interface Person {
  readonly id: string
  call(method: 'GET' | 'POST', path: string, body?: object): Promise<Record<string, unknown>>
}

async function aPerson(email: string): Promise<Person> {
  const headers: Record<string, string> = { 'x-requested-with': 'e2e', 'content-type': 'application/json' }
  const send = (method: string, path: string, body?: object) =>
    fetch(app.url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  const answer = await send('POST', '/api/register', { name: 'Ada', email, password: 'correct horse 42' })
  headers.cookie = (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
  const [row] = await sql('update "user" set email_verified_at = now() where email = $1 returning id', [email])
  return {
    id: String(row?.id),
    async call(method, path, body = method === 'POST' ? {} : undefined) {
      const told = await send(method, path, body)
      if (!told.ok) throw new Error(`${method} ${path}: ${told.status} ${await told.text()}`)
      return (await told.json()) as Record<string, unknown>
    },
  }
}

const WAITS = `select pid from pg_stat_activity where wait_event_type = 'Lock' and query ilike 'insert into%mail%'`

/** Kills Fettle at that moment of `call`, to which `act` leads, and starts it again. */
async function killed(moment: Moment, call: string, act: () => Promise<unknown>): Promise<void> {
  const isWithheld = moment === 'before it hears the answer'
  const lock = new Client({ host: readPostmaster(app.dataDir).socketFolder, user: 'fettle', database: 'fettle' })
  // PostgreSQL ends with the server, and this connection with it.
  lock.on('error', () => undefined)
  await lock.connect()
  if (isWithheld) await stripe.ask('withhold', { call })
  else await lock.query('begin; lock table mail in share mode')
  const cut = act().catch(() => 'cut off')
  const isThere = async () => (isWithheld ? (await stripe.ask('withheld')).isWithheld : (await sql(WAITS)).length > 0)
  await vi.waitUntil(isThere, UNTIL)
  await app.kill9()
  expect(await cut).toBe('cut off')
  await lock.end().catch(() => undefined)
  await stripe.ask('withhold', { call: '' })
  app = await restarted()
}

/** What the provider has of our money is what our books say; answers what it has moved since `before`. */
async function movedSince(before: Moved): Promise<Omit<Moved, 'balance'>> {
  const now = await stripe.ask('moved')
  const [row] = await sql(
    `select coalesce(sum(amount), 0)::int as books
       from posting join ledger_account account on account.id = account_id where account.kind = 'processor_clearing'`,
  )
  expect(row?.books).toBe(now.balance)
  return { charges: now.charges - before.charges, transfers: now.transfers - before.transfers }
}
const journals = (kind: string, sourceIds: string) =>
  sql(`select kind from journal where kind = $1 and source_id in (${sourceIds})`, [kind])

/** A tool of this person for $20.00. */
async function aTool(owner: Person): Promise<string> {
  const [tool] = await sql(
    `insert into tool (id, slug, title, description, category, owner_id, kind, price_cents, published_at)
     values (gen_random_uuid(), 'doubler-' || $1, 'Doubler', 'Doubles', 'calculator', $1::uuid, 'config', 2000, now())
     returning id`,
    [owner.id],
  )
  await sql(
    `insert into tool_version (tool_id, version, input_schema, output_schema, code) values ($1, 1, '{}', '{}', '{}')`,
    [tool?.id],
  )
  return String(tool?.id)
}
/** As Stripe's form does it, which never tells us the number. */
const pay = (person: Person, clientSecret: unknown) =>
  stripe.ask('confirm', { clientSecret: String(clientSecret), accountId: person.id, card: CARD })

async function order(buyer: Person, fxnId: string): Promise<string> {
  const { orderId, clientSecret } = await buyer.call('POST', '/api/marketplace/purchase', { fxnId })
  await pay(buyer, clientSecret)
  return String(orderId)
}

let people = 0
const someone = (): Promise<Person> => {
  people += 1
  return aPerson(`person${people}@example.com`)
}

test.each(MOMENTS)(
  'a purchase, killed %s: one charge, one journal and one access',
  async (moment) => {
    const tool = await aTool(await someone())
    const buyer = await someone()
    const before = await stripe.ask('moved')
    const orderId = await order(buyer, tool)
    await killed(moment, 'GET /v1/payment_intents/', () => buyer.call('GET', `/api/purchases/${orderId}`))
    // The page is loaded again. Without it the event would do the same, a minute later.
    expect(await buyer.call('GET', `/api/purchases/${orderId}`)).toMatchObject({ purchase: { state: 'paid' } })
    expect(await movedSince(before)).toEqual({ charges: 1, transfers: 0 })
    expect(await journals('charge', `'${orderId}'`)).toEqual([{ kind: 'charge' }])
    expect(await sql('select id, stands from sale where buyer_id = $1', [buyer.id])).toEqual([
      { id: orderId, stands: true },
    ])
    expect(await buyer.call('GET', `/api/marketplace/check-access/${tool}`)).toMatchObject({ hasAccess: true })
  },
  180_000,
)

test.each(MOMENTS)(
  'a renewal, killed %s: one order, one charge and one journal for the period',
  async (moment) => {
    const person = await someone()
    const before = await stripe.ask('moved')
    const { clientSecret } = await person.call('POST', '/api/subscription', {
      ...{ interval: 'month', trial: false, consent: PRO_CONSENT },
    })
    await pay(person, clientSecret)
    await person.call('GET', '/api/subscription')
    expect(await movedSince(before)).toEqual({ charges: 1, transfers: 0 })
    // Nobody renews what the test before has left.
    await sql('update subscription set next_at = null where user_id <> $1', [person.id])
    const ofPerson = `select o.id from subscription_order o join subscription s on s.id = o.subscription_id
                     where s.user_id = '${person.id}'`
    await killed(moment, 'POST /v1/payment_intents', async () => {
      await sql('update test_payments.world set ahead_seconds = ahead_seconds + 32 * 86400')
      // The clock of the server renews by itself; nobody asks for anything.
      await app.exited
      throw new Error('killed')
    })
    // For five minutes it is left to whoever began it.
    await sql('update test_payments.world set ahead_seconds = ahead_seconds + 600')
    const orders = () =>
      sql(`select period, status, ends_at > test_payments.clock() as ahead from subscription_order where id in (${ofPerson})
          order by period`)
    await expect.poll(orders, UNTIL).toEqual([
      { period: 0, status: 'paid', ahead: false },
      { period: 1, status: 'paid', ahead: true },
    ])
    expect(await movedSince(before)).toEqual({ charges: 2, transfers: 0 })
    expect(await journals('charge', ofPerson)).toEqual([{ kind: 'charge' }, { kind: 'charge' }])
    expect(
      await sql('select status, has_pro(user_id) as pro from subscription where user_id = $1', [person.id]),
    ).toEqual([{ status: 'active', pro: true }])
  },
  240_000,
)

test.each(MOMENTS)(
  'a payout, killed %s: one transfer and one journal, and the balance is empty',
  async (moment) => {
    const creator = await someone()
    const tool = await aTool(creator)
    const buyer = await someone()
    const orderId = await order(buyer, tool)
    await buyer.call('GET', `/api/purchases/${orderId}`)
    await sql("update sale set paid_at = paid_at - interval '8 days' where id = $1", [orderId])
    await sql('insert into totp (user_id, secret, confirmed_at) values ($1, $2, now())', [creator.id, Buffer.alloc(20)])
    await sql('update session set second_factor_at = now() where user_id = $1', [creator.id])
    const { url } = await creator.call('POST', '/api/payouts/onboarding', { country: 'us' })
    await stripe.ask('onboard', { token: String(url).split('#token=')[1] ?? '' })
    await creator.call('GET', '/api/payouts')
    const before = await stripe.ask('moved')
    await killed(moment, 'POST /v1/transfers', () => creator.call('POST', '/api/payouts'))
    // The sweep, which hears of what no webhook told, is due.
    await sql('update provider_sweep set next_at = now()')
    const payouts = () =>
      sql('select amount::int, transfer_id is not null as sent from payout where creator_id = $1', [creator.id])
    await expect.poll(payouts, UNTIL).toEqual([{ amount: 1400, sent: true }])
    expect(await movedSince(before)).toEqual({ charges: 0, transfers: 1 })
    const ofCreator = `select id from payout where creator_id = '${creator.id}'`
    expect(await journals('payout_reserved', ofCreator)).toEqual([{ kind: 'payout_reserved' }])
    expect(await journals('payout_sent', ofCreator)).toEqual([{ kind: 'payout_sent' }])
    expect((await creator.call('GET', '/api/earnings')).balance).toEqual({ pending: 0, available: 0, held: 0 })
  },
  300_000,
)
