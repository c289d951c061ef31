import { sql } from 'kysely'
import type { Db } from '#src/server/database.ts'
import type { TestWorld } from './dev-payments.schema.ts'

/** How many of each kind are shown. */
const SHOWN = 50

interface WorldRow {
  readonly now: Date
  readonly ahead_seconds: number
  readonly balance: number
  readonly deliver_after_seconds: number
  readonly deliver_times: number
  readonly deliver_shuffled: boolean
  readonly deliver_held: boolean
}

async function readRules(db: Db): Promise<Pick<TestWorld, 'now' | 'aheadSeconds' | 'balance' | 'delivery'>> {
  const { rows } = await sql<WorldRow>`
    select test_payments.clock() as now, world.*,
           (select coalesce(sum(amount - fee), 0)::bigint from test_payments.balance_move where currency = 'usd') as balance
      from test_payments.world`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('The test provider has lost its world')
  return {
    ...{ now: row.now.toISOString(), aheadSeconds: row.ahead_seconds, balance: row.balance },
    delivery: {
      ...{ afterSeconds: row.deliver_after_seconds, times: row.deliver_times },
      ...{ shuffled: row.deliver_shuffled, held: row.deliver_held },
    },
  }
}

type PaymentRow = Omit<TestWorld['payments'][number], 'createdAt' | 'isDisputed'> & {
  readonly created_at: Date
  readonly is_disputed: boolean
}

async function listPayments(db: Db): Promise<TestWorld['payments']> {
  const { rows } = await sql<PaymentRow>`
    select id, kind, amount, status, description, created_at,
           received - coalesce((select sum(refund.amount) from test_payments.refund
                                 where intent_id = intent.id and refund.status <> 'failed'), 0)::bigint as left,
           exists (select from test_payments.dispute where intent_id = intent.id) as is_disputed
      from test_payments.intent order by created_at desc, id limit ${SHOWN}`.execute(db)
  return rows.map(({ created_at: createdAt, is_disputed: isDisputed, ...row }) => ({
    ...{ ...row, isDisputed, createdAt: createdAt.toISOString() },
  }))
}

/** Each of these moved the balance when it was made, and so has its place in time. */
const newest = (table: 'refund' | 'dispute' | 'transfer') => sql`
  select made.*, (select min(seq) from test_payments.balance_move where source_id = made.id) as seq
    from ${sql.table(`test_payments.${table}`)} made order by seq desc limit ${SHOWN}`

interface MadeRow {
  readonly id: string
  readonly intent_id: string
  readonly amount: number
  readonly status: string
}

async function listRefunds(db: Db): Promise<TestWorld['refunds']> {
  const { rows } = await sql<MadeRow>`${newest('refund')}`.execute(db)
  return rows.map(({ id, intent_id: intentId, amount, status }) => ({ id, intentId, amount, status }))
}

async function listDisputes(db: Db): Promise<TestWorld['disputes']> {
  const { rows } = await sql<MadeRow & { fee: number; respond_by: Date }>`${newest('dispute')}`.execute(db)
  return rows.map(({ id, intent_id: intentId, amount, status, fee, respond_by: respondBy }) => ({
    ...{ id, intentId, amount, status, fee, respondBy: respondBy.toISOString() },
  }))
}

async function listTransfers(db: Db): Promise<TestWorld['transfers']> {
  const { rows } = await sql<MadeRow>`${newest('transfer')}`.execute(db)
  return rows.map(({ id, amount, status }) => ({ id, amount, status }))
}

/** What is still to be sent comes first. */
async function listWebhooks(db: Db): Promise<TestWorld['webhooks']> {
  const rows = await db
    .selectFrom('test_payments.event')
    .select(['id', 'type', 'object_id', 'created_at', 'due_at', 'sent', 'failed'])
    .orderBy(sql`due_at is null`)
    .orderBy('seq', 'desc')
    .limit(SHOWN)
    .execute()
  return rows.map(({ object_id: objectId, created_at: createdAt, due_at: dueAt, ...row }) => ({
    ...{ ...row, objectId, createdAt: createdAt.toISOString(), dueAt: dueAt?.toISOString() ?? null },
  }))
}

async function listPlans(db: Db): Promise<TestWorld['plans']> {
  const rows = await db
    .selectFrom('test_payments.later')
    .select(['at', 'what', 'object_id'])
    .orderBy('at')
    .limit(SHOWN)
    .execute()
  return rows.map(({ at, what, object_id: objectId }) => ({ at: at.toISOString(), what, objectId }))
}

export const readWorld = async (db: Db): Promise<TestWorld> => ({
  ...(await readRules(db)),
  payments: await listPayments(db),
  refunds: await listRefunds(db),
  disputes: await listDisputes(db),
  transfers: await listTransfers(db),
  webhooks: await listWebhooks(db),
  plans: await listPlans(db),
})
