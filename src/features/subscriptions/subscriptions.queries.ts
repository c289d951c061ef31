import { sql } from 'kysely'
import type { PaymentProvider, SavedCard } from '#src/features/payments/provider.ts'
import { uuidv7 } from '#src/lib/ids.ts'
import type { Interval } from '#src/lib/pro-plan.ts'
import type { Db } from '#src/server/database.ts'
import { nextStep } from './next-step.ts'
import {
  accessUntil,
  advance,
  isOver,
  replay,
  type Subscription,
  type SubscriptionEvent,
} from './subscription-state.ts'

export interface SubscriptionRow {
  readonly id: string
  /** Null once its owner has left. */
  readonly user_id: string | null
  readonly provider: PaymentProvider['name']
  readonly livemode: boolean
  readonly customer_id: string
  readonly card_id: string | null
  readonly card_brand: string | null
  readonly card_last4: string | null
  readonly card_exp_month: number | null
  readonly card_exp_year: number | null
  readonly setup_id: string | null
  readonly next_at: Date | null
}

/** A row with what its history says. */
export interface Known {
  readonly row: SubscriptionRow
  readonly state: Subscription
  /** Of the next event. */
  readonly seq: number
}

interface EventRow {
  readonly at: Date
  readonly kind: SubscriptionEvent['kind']
  readonly data: Readonly<Record<string, unknown>>
}

const DATES = new Set(['start', 'end', 'trialEnd'])

const toEvent = ({ at, kind, data }: EventRow): SubscriptionEvent => {
  const fields = Object.entries(data).map(([name, value]) => [name, DATES.has(name) ? new Date(String(value)) : value])
  return { kind, at, ...Object.fromEntries(fields) }
}

export async function readHistory(db: Db, id: string): Promise<SubscriptionEvent[]> {
  const rows = await db
    .selectFrom('subscription_event')
    .select(['at', 'kind', 'data'])
    .where('subscription_id', '=', id)
    .orderBy('seq')
    .execute()
  return rows.map((row) => toEvent(row as EventRow))
}

/** Of many at once. */
export async function readHistories(db: Db, ids: readonly string[]): Promise<Map<string, SubscriptionEvent[]>> {
  const rows = await db
    .selectFrom('subscription_event')
    .select(['subscription_id', 'at', 'kind', 'data'])
    .where('subscription_id', 'in', ids)
    .orderBy('subscription_id')
    .orderBy('seq')
    .execute()
  const histories = new Map<string, SubscriptionEvent[]>()
  for (const { subscription_id: id, ...row } of rows)
    histories.set(id, [...(histories.get(id) ?? []), toEvent(row as EventRow)])
  return histories
}

async function withHistory(db: Db, row: SubscriptionRow): Promise<Known> {
  const history = await readHistory(db, row.id)
  const state = replay(history)
  if (state === undefined) throw new Error(`subscription ${row.id} has no history`)
  return { row, state, seq: history.length }
}

const columns = sql<SubscriptionRow>`
  id, user_id, provider, livemode, customer_id, card_id, card_brand, card_last4, card_exp_month, card_exp_year,
  setup_id, next_at`

/** What this person has, or had last; undefined when they never had one. */
export async function findSubscription(db: Db, userId: string): Promise<Known | undefined> {
  const { rows } = await sql<SubscriptionRow>`
    select ${columns} from subscription where user_id = ${userId} and livemode = money_is_live()
     order by status not in ('incomplete_expired', 'canceled') desc, id desc limit 1`.execute(db)
  return rows[0] && withHistory(db, rows[0])
}

/** For whoever changes it: one after the other. */
export async function lockSubscription(transaction: Db, id: string): Promise<Known> {
  const { rows } = await sql<SubscriptionRow>`select ${columns} from subscription where id = ${id} for update`.execute(
    transaction,
  )
  if (rows[0] === undefined) throw new Error(`there is no subscription ${id}`)
  return withHistory(transaction, rows[0])
}

/** Two tabs of one person wait for each other here. */
export const lockSubscribing = (transaction: Db, userId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`subscribing ${userId}`}, 0))`.execute(transaction)

export const hadTrial = async (db: Db, userId: string): Promise<boolean> =>
  (
    await sql`select from subscription where user_id = ${userId} and had_trial and livemode = money_is_live()`.execute(
      db,
    )
  ).rows.length > 0

interface NewSubscription {
  readonly userId: string
  readonly customerId: string
  readonly provider: Pick<PaymentProvider, 'name' | 'livemode'>
  readonly interval: Interval
  /** What was agreed to, word for word. */
  readonly consent: string
  readonly address: string
  readonly at: Date
}

export async function insertSubscription(transaction: Db, given: NewSubscription): Promise<Known> {
  const id = uuidv7()
  const { userId, customerId, provider, interval, consent, address, at } = given
  const event: SubscriptionEvent = { kind: 'started', at, interval, consent }
  const state = advance(undefined, event)
  await transaction
    .insertInto('subscription')
    .values({
      ...{ id, user_id: userId, customer_id: customerId, provider: provider.name, livemode: provider.livemode },
      ...{ status: state.status, next_at: nextStep(state)?.at ?? null, created_at: at, address },
    })
    .execute()
  await insertEvent(transaction, id, 0, event)
  return lockSubscription(transaction, id)
}

const insertEvent = (transaction: Db, id: string, seq: number, { kind, at, ...data }: SubscriptionEvent) =>
  sql`insert into subscription_event (subscription_id, seq, at, kind, data)
      values (${id}, ${seq}, ${at}, ${kind}, ${JSON.stringify(data)}::json)`.execute(transaction)

/** Writes down what happened; the row follows. Refuses what the table of states has no move for. */
export async function happen(transaction: Db, known: Known, ...events: readonly SubscriptionEvent[]): Promise<Known> {
  let { state, seq } = known
  for (const event of events) {
    state = advance(state, event)
    await insertEvent(transaction, known.row.id, seq, event)
    seq += 1
  }
  const nextAt = isOver(state) ? null : (nextStep(state)?.at ?? null)
  await transaction
    .updateTable('subscription')
    .set({ status: state.status, had_trial: state.hadTrial, access_until: accessUntil(state), next_at: nextAt })
    .where('id', '=', known.row.id)
    .execute()
  return { row: { ...known.row, next_at: nextAt }, state, seq }
}

/** Does nothing to what is over. */
export const setNextAt = (db: Db, id: string, at: Date) =>
  db
    .updateTable('subscription')
    .set({ next_at: at })
    .where('id', '=', id)
    .where('status', 'not in', ['incomplete_expired', 'canceled'])
    .execute()

export const setSetup = (db: Db, id: string, setupId: string | null) =>
  db.updateTable('subscription').set({ setup_id: setupId }).where('id', '=', id).execute()

export const setCard = (db: Db, id: string, card: SavedCard) =>
  db
    .updateTable('subscription')
    .set({
      ...{ card_id: card.id, card_brand: card.brand, card_last4: card.last4 },
      ...{ card_exp_month: card.expMonth, card_exp_year: card.expYear, setup_id: null },
    })
    .where('id', '=', id)
    .execute()

/** Those that the clock has something to do with, the longest due first. */
export async function listDue(db: Db, now: Date, livemode: boolean, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from subscription where next_at <= ${now} and livemode = ${livemode}
     order by next_at limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Nobody is charged who has left, is about to leave, or was suspended. */
export async function mayBeCharged(db: Db, userId: string | null): Promise<boolean> {
  if (userId === null) return false
  const { rows } = await sql<{ may: boolean }>`
    select deletion_due_at is null and suspended_at is null as may from "user" where id = ${userId}`.execute(db)
  return rows[0]?.may ?? false
}

export async function hasPro(db: Db, userId: string): Promise<boolean> {
  const { rows } = await sql<{ has_pro: boolean }>`select has_pro(${userId}) as has_pro`.execute(db)
  return rows[0]?.has_pro ?? false
}

/** Test money has a clock of its own, which can be moved. */
export async function readNow(db: Db, livemode: boolean): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select billing_clock(${livemode}) as now`.execute(db)
  return rows[0]?.now ?? new Date()
}
