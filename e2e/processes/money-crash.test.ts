import { Client } from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { PRO_CONSENT } from '#src/features/subscriptions/pro-consent.ts'
import { queryDatabase, readPostmaster } from '../support/app-database.ts'
import { type AppProcess, removeApps, removeFolders, startApp } from '../support/app-process.ts'

// The provider has moved the money and committed that; Fettle is killed before it has. Its mails are held back by a lock:
// a payment is written down together with its mail, so the process stands exactly there when it is killed.
let app: AppProcess
beforeAll(async () => {
  app = await startApp({ env: { LOG_LEVEL: 'warn' } })
})
afterAll(async () => {
  await removeApps()
  removeFolders()
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

/** Kills Fettle while it writes down what `act` has led to, and starts it again. */
async function killedInBetween(act: () => Promise<unknown>): Promise<void> {
  const lock = new Client({ host: readPostmaster(app.dataDir).socketFolder, user: 'fettle', database: 'fettle' })
  // PostgreSQL ends with the server, and this connection with it.
  lock.on('error', () => undefined)
  await lock.connect()
  await lock.query('begin')
  await lock.query('lock table mail in share mode')
  const cut = act().catch(() => 'cut off')
  await vi.waitUntil(async () => (await sql(WAITS)).length > 0, UNTIL)
  await app.kill9()
  expect(await cut).toBe('cut off')
  await lock.end().catch(() => undefined)
  app = await startApp({ dataDir: app.dataDir, port: app.port, env: { LOG_LEVEL: 'warn' } })
}

/** What the provider has of our money, and what our books say that it has. */
const expectAgreement = async () => {
  const [row] = await sql(
    `select (select coalesce(sum(amount - fee), 0)::int from test_payments.balance_move) as provider,
            (select coalesce(sum(amount), 0)::int from posting join ledger_account account on account.id = account_id
              where account.kind = 'processor_clearing') as books`,
  )
  expect(row?.books).toBe(row?.provider)
}
const charges = (person: Person) =>
  sql(
    `select amount::int from test_payments.intent join test_payments.customer on customer.id = customer_id
      where account_id = $1 and intent.status = 'succeeded' order by intent.id`,
    [person.id],
  )
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
async function order(buyer: Person, fxnId: string): Promise<string> {
  const { orderId, clientSecret } = await buyer.call('POST', '/api/marketplace/purchase', { fxnId })
  await buyer.call('POST', '/api/payments/confirm', { clientSecret, card: CARD })
  return String(orderId)
}

test('a purchase: one charge, one journal and one access after the restart', async () => {
  const tool = await aTool(await aPerson('seller@example.com'))
  const buyer = await aPerson('buyer@example.com')
  let orderId = ''
  await killedInBetween(async () => {
    orderId = await order(buyer, tool)
    await buyer.call('GET', `/api/purchases/${orderId}`)
  })
  // The page is loaded again. Without it the event would do the same, a minute later.
  expect(await buyer.call('GET', `/api/purchases/${orderId}`)).toMatchObject({ purchase: { state: 'paid' } })
  expect(await charges(buyer)).toEqual([{ amount: 2000 }])
  expect(await journals('charge', `'${orderId}'`)).toEqual([{ kind: 'charge' }])
  expect(await sql('select id, stands from sale where buyer_id = $1', [buyer.id])).toEqual([
    { id: orderId, stands: true },
  ])
  expect(await buyer.call('GET', `/api/marketplace/check-access/${tool}`)).toMatchObject({ hasAccess: true })
  await expectAgreement()
}, 180_000)

test('a renewal: one order, one charge and one journal for the period', async () => {
  const person = await aPerson('pro@example.com')
  const { clientSecret } = await person.call('POST', '/api/subscription', {
    ...{ interval: 'month', trial: false, consent: PRO_CONSENT },
  })
  await person.call('POST', '/api/payments/confirm', { clientSecret, card: CARD })
  await person.call('GET', '/api/subscription')
  const ofPerson = `select o.id from subscription_order o join subscription s on s.id = o.subscription_id
                     where s.user_id = '${person.id}'`
  expect(await charges(person)).toEqual([{ amount: 900 }])
  await killedInBetween(async () => {
    await sql('update test_payments.world set ahead_seconds = ahead_seconds + 32 * 86400')
    // The clock of the server renews by itself; nobody asks for anything.
    await app.exited
    throw new Error('killed')
  })
  const orders = () =>
    sql(`select period, status, ends_at > test_payments.clock() as ahead from subscription_order where id in (${ofPerson})
          order by period`)
  await expect.poll(orders, UNTIL).toEqual([
    { period: 0, status: 'paid', ahead: false },
    { period: 1, status: 'paid', ahead: true },
  ])
  expect(await charges(person)).toEqual([{ amount: 900 }, { amount: 900 }])
  expect(await journals('charge', ofPerson)).toEqual([{ kind: 'charge' }, { kind: 'charge' }])
  expect(await sql('select status, has_pro(user_id) as pro from subscription where user_id = $1', [person.id])).toEqual(
    [{ status: 'active', pro: true }],
  )
  await expectAgreement()
}, 240_000)

test('a payout: one transfer and one journal, and the balance is empty', async () => {
  const creator = await aPerson('payee@example.com')
  const tool = await aTool(creator)
  const buyer = await aPerson('second@example.com')
  const orderId = await order(buyer, tool)
  await buyer.call('GET', `/api/purchases/${orderId}`)
  await sql("update sale set paid_at = paid_at - interval '8 days' where id = $1", [orderId])
  const { url } = await creator.call('POST', '/api/payouts/onboarding', { country: 'us' })
  const token = String(url).split('#token=')[1]
  await creator.call('POST', '/api/payments/onboarding', { token, bank: 'pays' })
  await creator.call('GET', '/api/payouts')
  await killedInBetween(() => creator.call('POST', '/api/payouts'))
  const payouts = () =>
    sql('select amount::int, transfer_id is not null as sent from payout where creator_id = $1', [creator.id])
  await expect.poll(payouts, UNTIL).toEqual([{ amount: 1400, sent: true }])
  expect(
    await sql(
      `select transfer.amount::int from test_payments.transfer join test_payments.payee on payee.id = payee_id
        where account_id = $1`,
      [creator.id],
    ),
  ).toEqual([{ amount: 1400 }])
  const ofCreator = `select id from payout where creator_id = '${creator.id}'`
  expect(await journals('payout_reserved', ofCreator)).toEqual([{ kind: 'payout_reserved' }])
  expect(await journals('payout_sent', ofCreator)).toEqual([{ kind: 'payout_sent' }])
  expect((await creator.call('GET', '/api/earnings')).balance).toEqual({ pending: 0, available: 0, held: 0 })
  await expectAgreement()
}, 180_000)
