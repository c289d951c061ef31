import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#src/server/database.ts'
import { type BalanceMove, type ProviderEvent, ProviderRefusedError } from '../provider.ts'

/** How many events or movements one call answers. */
const PAGE = 1000

export const newId = (prefix: string): string => `${prefix}_${randomBytes(12).toString('hex')}`

export const refused = (code: string, message: string) => new ProviderRefusedError({ code, message, mayRetry: false })

export const missing = (what: string) => refused('resource_missing', `There is no such ${what}.`)

export async function readClock(db: Db): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select test_payments.clock() as now`.execute(db)
  return rows[0]?.now ?? new Date()
}

export const moveClock = (db: Db, seconds: number) =>
  sql`update test_payments.world set ahead_seconds = ahead_seconds + ${seconds}`.execute(db)

interface Keyed {
  readonly fingerprint: Buffer
  readonly answer: unknown
}

/** Answers a call once: for a day the same key gives the first answer again, and other values under it are refused. */
export const once = <T>(db: Db, key: string, asked: unknown, work: (transaction: Db) => Promise<T>): Promise<T> =>
  db.transaction().execute(async (transaction) => {
    const fingerprint = createHash('sha256').update(JSON.stringify(asked)).digest()
    await sql`delete from test_payments.answered
               where key = ${key} and at < test_payments.clock() - interval '1 day'`.execute(transaction)
    // Whoever comes second waits here for the end of the first.
    const { rows } = await sql<{ key: string }>`insert into test_payments.answered (key, fingerprint)
      values (${key}, ${fingerprint}) on conflict (key) do nothing returning key`.execute(transaction)
    if (rows.length === 0) return firstAnswer<T>(transaction, key, fingerprint)
    const answer = await work(transaction)
    await sql`update test_payments.answered set answer = ${JSON.stringify(answer)}::jsonb where key = ${key}`.execute(
      transaction,
    )
    return answer
  })

async function firstAnswer<T>(transaction: Db, key: string, fingerprint: Buffer): Promise<T> {
  const { rows } = await sql<Keyed>`
    select fingerprint, answer from test_payments.answered where key = ${key}`.execute(transaction)
  const first = rows[0]
  if (first === undefined || !first.fingerprint.equals(fingerprint))
    throw refused('idempotency_error', 'This key was used for a call with other values.')
  return first.answer as T
}

/** Notes what happened, and that it is to be told by webhook. */
export const addEvent = (transaction: Db, type: string, objectId: string) =>
  sql`insert into test_payments.event (id, type, object_id, due_at)
      select ${newId('evt')}, ${type}, ${objectId}, now() + make_interval(secs => deliver_after_seconds) from test_payments.world`.execute(
    transaction,
  )

export const addMove = (
  transaction: Db,
  { kind, amount, fee = 0, sourceId }: Pick<BalanceMove, 'kind' | 'amount' | 'sourceId'> & { readonly fee?: number },
) =>
  transaction
    .insertInto('test_payments.balance_move')
    .values({ id: newId('txn'), kind, amount, fee, source_id: sourceId })
    .execute()

/** Two transfers must not spend the same money. */
export const lockBalance = (transaction: Db) => sql`select from test_payments.world for update`.execute(transaction)

/** What we have with the provider, in dollars. */
export async function readBalance(db: Db): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select coalesce(sum(amount - fee), 0)::bigint as total
      from test_payments.balance_move where currency = 'usd'`.execute(db)
  return rows[0]?.total ?? 0
}

export const addLater = (transaction: Db, seconds: number, what: string, objectId: string) =>
  sql`insert into test_payments.later (at, what, object_id)
      values (test_payments.clock() + make_interval(secs => ${seconds}), ${what}, ${objectId})`.execute(transaction)

export interface LaterRow {
  readonly what: string
  readonly object_id: string
}

/**
 * The next thing whose time has come; it is this transaction's to do. One that somebody else is at is waited for: whoever
 * has moved the clock goes on when all is done, not when all is begun.
 */
export async function takeLater(transaction: Db): Promise<LaterRow | undefined> {
  const { rows } = await sql<LaterRow>`
    delete from test_payments.later where seq = (
      select seq from test_payments.later where at <= test_payments.clock() order by at, seq limit 1 for update)
    returning what, object_id`.execute(transaction)
  return rows[0]
}

interface EventRow {
  readonly id: string
  readonly type: string
  readonly object_id: string
  readonly created_at: Date
}

const toEvent = ({ id, type, object_id: objectId, created_at: createdAt }: EventRow): ProviderEvent => ({
  id,
  type,
  objectId,
  livemode: false,
  createdAt,
})

interface Span {
  readonly since: Date
  readonly after?: string
}

export async function listEvents(db: Db, { since, after }: Span): Promise<ProviderEvent[]> {
  const { rows } = await sql<EventRow>`
    select id, type, object_id, created_at from test_payments.event
     where created_at >= ${since}
       and seq > coalesce((select seq from test_payments.event where id = ${after ?? null}), 0)
     order by seq limit ${PAGE}`.execute(db)
  return rows.map(toEvent)
}

type MoveRow = Omit<EventRow, 'type' | 'object_id'> &
  Pick<BalanceMove, 'kind' | 'amount' | 'fee' | 'currency'> & {
    readonly source_id: string
    readonly intent_id: string | null
  }

export async function listMoves(db: Db, { since, after }: Span): Promise<BalanceMove[]> {
  const { rows } = await sql<MoveRow>`
    select id, kind, amount, fee, currency, source_id, created_at,
           coalesce((select intent.id from test_payments.intent where charge_id = source_id),
                    (select refund.intent_id from test_payments.refund where refund.id = source_id),
                    (select dispute.intent_id from test_payments.dispute where dispute.id = source_id)) as intent_id
      from test_payments.balance_move
     where created_at >= ${since}
       and seq > coalesce((select seq from test_payments.balance_move where id = ${after ?? null}), 0)
     order by seq limit ${PAGE}`.execute(db)
  return rows.map(({ source_id: sourceId, intent_id: intentId, created_at: createdAt, ...move }) => ({
    ...{ ...move, sourceId, intentId, createdAt },
  }))
}

/** Takes an event that is to be told now, for this transaction to send. */
export async function takeDueEvent(transaction: Db): Promise<(ProviderEvent & { readonly sent: number }) | undefined> {
  const { rows } = await sql<EventRow & { sent: number }>`
    select e.id, e.type, e.object_id, e.created_at, e.sent from test_payments.event e cross join test_payments.world w
     where e.due_at <= now() and not w.deliver_held
     order by case when w.deliver_shuffled then random() else e.seq end limit 1 for update of e skip locked`.execute(
    transaction,
  )
  return rows[0] && { ...toEvent(rows[0]), sent: rows[0].sent }
}

/** An event, for this transaction to send, whatever the rules of delivery say. */
export async function takeEvent(transaction: Db, id: string): Promise<ProviderEvent> {
  const { rows } = await sql<EventRow>`
    select id, type, object_id, created_at from test_payments.event where id = ${id} for update`.execute(transaction)
  if (rows[0] === undefined) throw missing('event')
  return toEvent(rows[0])
}

/** What was not taken is tried again after growing pauses, for three days. */
export const noteSending = (transaction: Db, id: string, wasTaken: boolean) =>
  sql`update test_payments.event e set
        sent = sent + ${wasTaken ? 1 : 0}, failed = failed + ${wasTaken ? 0 : 1},
        due_at = case
          when ${wasTaken} and e.sent + 1 >= w.deliver_times then null
          when ${wasTaken} then now() + make_interval(secs => w.deliver_after_seconds)
          when e.failed >= 12 then null
          else now() + least(interval '10 seconds' * power(2, e.failed), interval '12 hours') end
       from test_payments.world w where e.id = ${id}`.execute(transaction)

export interface DeliveryRules {
  readonly afterSeconds: number
  readonly times: number
  readonly shuffled: boolean
  readonly held: boolean
}

export const setDelivery = (db: Db, { afterSeconds, times, shuffled, held }: DeliveryRules) =>
  sql`update test_payments.world set deliver_after_seconds = ${afterSeconds}, deliver_times = ${times},
        deliver_shuffled = ${shuffled}, deliver_held = ${held}`.execute(db)
