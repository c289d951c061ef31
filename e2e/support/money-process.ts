import { join } from 'node:path'
import { Client } from 'pg'
import { expect, vi } from 'vitest'
import { PRO_CONSENT } from '#src/features/subscriptions/pro-consent.ts'
import type { Interval } from '#src/lib/pro-plan.ts'
import { queryDatabase, readPostmaster } from './app-database.ts'
import { type AppProcess, removeApps, removeFolders, startApp } from './app-process.ts'
import { type Moved, type PaymentProcess, startPaymentProcess } from './payment-process.ts'

// One Fettle and one provider for all tests of a file. The provider, a process of its own with a database of its own, has
// moved the money and committed that; Fettle is killed before it has, and started again.

/**
 * Either the provider's answer is withheld, so that Fettle has not heard of it; or Fettle is writing it down: its mails
 * are held back by a lock, and what moves money is written down together with its mail.
 */
export type Moment = 'before it hears the answer' | 'while it books the answer'
export const MOMENTS = ['before it hears the answer', 'while it books the answer'] as const satisfies Moment[]

export const UNTIL = { timeout: 90_000, interval: 100 }
const CARD = { number: '4242424242424242', expMonth: 12, expYear: 2040, cvc: '123' }

let app: AppProcess
let stripe: PaymentProcess
let people = 0

const start = (kept: { dataDir?: string; port?: number } = {}) => {
  const [program, ...args] = stripe.command
  return startApp({
    ...kept,
    command: [program, '--import', join(import.meta.dirname, 'chores-soon.mjs'), ...args],
    env: { ...stripe.env, LOG_LEVEL: 'warn' },
  })
}

/** For beforeAll. */
export async function openMoney(): Promise<void> {
  stripe = await startPaymentProcess()
  app = await start()
}

/** For afterAll. */
export async function closeMoney(): Promise<void> {
  await removeApps()
  removeFolders()
  await stripe.stop()
}

export const sql = (text: string, values: unknown[] = []) => queryDatabase(app.dataDir, text, values)
export const provider = (): PaymentProcess => stripe

export interface Person {
  readonly id: string
  call(
    method: 'GET' | 'POST',
    path: string,
    body?: object,
    headers?: Record<string, string>,
  ): Promise<Record<string, unknown>>
}

export async function someone(): Promise<Person> {
  people += 1
  const email = `person${people}@example.com`
  const session: Record<string, string> = { 'x-requested-with': 'e2e', 'content-type': 'application/json' }
  const send = (method: string, path: string, body?: object, headers: Record<string, string> = {}) =>
    fetch(app.url + path, {
      ...{ method, headers: { ...session, ...headers } },
      ...(body && { body: JSON.stringify(body) }),
    })
  const answer = await send('POST', '/api/register', { name: 'Ada', email, password: 'correct horse 42' })
  session.cookie = (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
  const [row] = await sql('update "user" set email_verified_at = now() where email = $1 returning id', [email])
  return {
    id: String(row?.id),
    async call(method, path, body = method === 'POST' ? {} : undefined, headers = {}) {
      const told = await send(method, path, body, headers)
      if (!told.ok) throw new Error(`${method} ${path}: ${told.status} ${await told.text()}`)
      return (await told.json()) as Record<string, unknown>
    },
  }
}

/** As if a second factor was set up, and passed just now. */
export async function giveSecondFactor({ id }: Person): Promise<void> {
  await sql('insert into totp (user_id, secret, confirmed_at) values ($1, $2, now())', [id, Buffer.alloc(20)])
  await sql('update session set second_factor_at = now() where user_id = $1', [id])
}

export async function anAdmin(): Promise<Person> {
  const admin = await someone()
  await sql(`update "user" set role = 'admin' where id = $1`, [admin.id])
  await giveSecondFactor(admin)
  return admin
}

/** A tool of this person: for $20.00, or for those who have Pro. */
export async function aTool(owner: Person, tier: 'paid' | 'pro' = 'paid'): Promise<string> {
  const [tool] = await sql(
    `insert into tool (id, slug, title, description, category, owner_id, kind, price_cents, access_tier, published_at)
     values (gen_random_uuid(), 'doubler-' || $1, 'Doubler', 'Doubles', 'calculator', $1::uuid, 'config', $2, $3, now())
     returning id`,
    [owner.id, ...(tier === 'paid' ? [2000, 'free'] : [0, 'pro'])],
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

/** Pays for a tool; Fettle has not heard of it yet. */
export async function order(buyer: Person, fxnId: string): Promise<string> {
  const { orderId, clientSecret } = await buyer.call('POST', '/api/marketplace/purchase', { fxnId })
  await pay(buyer, clientSecret)
  return String(orderId)
}

/** Pays for Pro; Fettle has not heard of it yet. */
export async function subscribe(person: Person, interval: Interval = 'month'): Promise<void> {
  const wish = { interval, trial: false, consent: PRO_CONSENT }
  const { clientSecret } = await person.call('POST', '/api/subscription', wish)
  await pay(person, clientSecret)
}

/** For SQL: the orders of Pro of this person. */
export const proOrdersOf = ({ id }: Person): string =>
  `select o.id from subscription_order o join subscription s on s.id = o.subscription_id where s.user_id = '${id}'`

/** What no webhook told is asked for, every quarter of an hour: now. */
export const letSweep = () => sql('update provider_sweep set next_at = now()')

/** Settles when the server was killed: what it does by its clock nobody asks for. */
export async function untilKilled(): Promise<never> {
  await app.exited
  throw new Error('killed')
}

/** What the test holds so that others wait for it, and how they are seen to. */
export interface Hold {
  readonly lock: string
  /** Of what they do, as SQL's `like` has it. */
  readonly waiting: string
}
export const MAILS: Hold = { lock: 'lock table mail in share mode', waiting: 'insert into%mail%' }

async function kill(cut: Promise<unknown>): Promise<void> {
  await app.kill9()
  expect(await cut).toBe('cut off')
}

async function restart(): Promise<void> {
  app = await start({ dataDir: app.dataDir, port: app.port })
}

async function killedUnanswered(call: string, act: () => Promise<unknown>): Promise<void> {
  await stripe.ask('withhold', { call })
  const cut = act().catch(() => 'cut off')
  await vi.waitUntil(async () => (await stripe.ask('withheld')).isWithheld, UNTIL)
  await kill(cut)
  await stripe.ask('withhold', { call: '' })
  await restart()
}

/** Kills Fettle once it waits for what the test holds, to which `act` leads, and starts it again. */
export async function killedBehind({ lock, waiting }: Hold, act: () => Promise<unknown>): Promise<void> {
  const holder = new Client({ host: readPostmaster(app.dataDir).socketFolder, user: 'fettle', database: 'fettle' })
  // PostgreSQL ends with the server, and this connection with it.
  holder.on('error', () => undefined)
  await holder.connect()
  await holder.query('begin')
  const { rows } = await holder.query<{ pid: number }>('select pg_backend_pid() as pid')
  await holder.query(lock)
  const cut = act().catch(() => 'cut off')
  const waits = 'select from pg_stat_activity where $1 = any (pg_blocking_pids(pid)) and query ilike $2'
  await vi.waitUntil(async () => (await sql(waits, [rows[0]?.pid, waiting])).length > 0, UNTIL)
  await kill(cut)
  await holder.end().catch(() => undefined)
  await restart()
}

/** Kills Fettle at that moment of `call`, to which `act` leads, and starts it again. */
export const killed = (moment: Moment, call: string, act: () => Promise<unknown>): Promise<void> =>
  moment === 'before it hears the answer' ? killedUnanswered(call, act) : killedBehind(MAILS, act)

/** What the provider has of our money is what our books say; answers how often it was moved since `before`, and by what. */
export async function movedSince(before: Moved): Promise<Readonly<Record<string, number>>> {
  const now = await stripe.ask('moved')
  const [row] = await sql(
    `select coalesce(sum(amount), 0)::int as books
       from posting join ledger_account account on account.id = account_id where account.kind = 'processor_clearing'`,
  )
  expect(row?.books).toBe(now.balance)
  const since = Object.entries(now.times).map(([kind, times]) => [kind, times - (before.times[kind] ?? 0)] as const)
  return Object.fromEntries(since.filter(([, times]) => times > 0))
}

/** The kinds of all journals of these, which are named by SQL. */
export const journals = async (...sourceIds: readonly string[]) =>
  (await sql(`select kind from journal where source_id in (${sourceIds.join(' union all ')}) order by kind`)).map(
    ({ kind }) => kind,
  )

/** How many mails of this subject somebody was sent. */
export async function mails({ id }: Pick<Person, 'id'>, subject: string): Promise<number> {
  const rows = await sql('select from mail where user_id = $1 and subject like $2', [id, subject])
  return rows.length
}
