import { sql } from 'kysely'
import { HOLD_DAYS } from '#src/features/checkout/checkout.schema.ts'
import { balancesOf } from '#src/features/ledger/ledger.queries.ts'
import type { PaymentProvider } from '#src/features/payments/provider.ts'
import { uuidv7 } from '#src/lib/ids.ts'
import type { Db } from '#src/server/database.ts'
import { accountState, type PayoutFacts, type PayoutStatus, type SkipReason } from './payout-rules.ts'

type Provider = Pick<PaymentProvider, 'name' | 'livemode'>

export interface PayoutRow {
  readonly id: string
  readonly creator_id: string
  readonly livemode: boolean
  readonly provider: PaymentProvider['name']
  readonly period: string | null
  readonly amount: number
  readonly status: PayoutStatus
  readonly reason: string | null
  readonly detail: string
  readonly payee_id: string | null
  readonly transfer_id: string | null
  readonly created_at: Date
  readonly sent_at: Date | null
  readonly ended_at: Date | null
}

const columns = sql<PayoutRow>`
  id, creator_id, livemode, provider, period::text as period, amount, status, reason, detail, payee_id, transfer_id,
  created_at, sent_at, ended_at`

/** Two who plan a payout of one creator wait for each other here. */
export const lockPayouts = (transaction: Db, creatorId: string, livemode: boolean) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`payouts ${creatorId} ${livemode}`}, 0))`.execute(transaction)

export async function hasPeriod(db: Db, creatorId: string, livemode: boolean, period: string): Promise<boolean> {
  const { rows } = await sql`select from payout where creator_id = ${creatorId} and livemode = ${livemode}
    and period = ${period}::date`.execute(db)
  return rows.length > 0
}

export interface HoldRow {
  readonly reason: string
  readonly placed_at: Date
}

export const findHold = (db: Db, creatorId: string): Promise<HoldRow | undefined> =>
  db
    .selectFrom('payout_hold')
    .select(['reason', 'placed_at'])
    .where('creator_id', '=', creatorId)
    .where('lifted_at', 'is', null)
    .executeTakeFirst()

export interface PayeeRow {
  readonly user_id: string
  readonly payee_id: string
  readonly country: string
  readonly ready: boolean
  readonly submitted: boolean
  readonly missing: string[]
}

export const findPayee = (db: Db, userId: string, { name, livemode }: Provider): Promise<PayeeRow | undefined> =>
  db
    .selectFrom('payee')
    .select(['user_id', 'payee_id', 'country', 'ready', 'submitted', 'missing'])
    .where('user_id', '=', userId)
    .where('provider', '=', name)
    .where('livemode', '=', livemode)
    .executeTakeFirst()

interface NewPayee {
  readonly userId: string
  readonly payeeId: string
  readonly country: string
  readonly at: Date
}

/** Who came first stays. */
export const insertPayee = (db: Db, { name, livemode }: Provider, { userId, payeeId, country, at }: NewPayee) =>
  db
    .insertInto('payee')
    .values({
      ...{ user_id: userId, provider: name, livemode, payee_id: payeeId, country, created_at: at, asked_at: at },
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

interface PayeeChange {
  readonly id: string
  readonly ready: boolean
  readonly submitted: boolean
  readonly missing: readonly string[]
}

export const updatePayee = (db: Db, provider: string, { id, ready, submitted, missing }: PayeeChange, at: Date) =>
  db
    .updateTable('payee')
    .set({ ready, submitted, missing: [...missing], asked_at: at })
    .where('provider', '=', provider)
    .where('payee_id', '=', id)
    .execute()

interface Standing {
  readonly suspended: boolean
  readonly under_way: boolean
}

export async function findFacts(db: Db, creatorId: string, provider: Provider): Promise<PayoutFacts> {
  const { livemode } = provider
  const owed = await balancesOf(db, creatorId, livemode)
  const { rows } = await sql<Standing>`
    select exists (select from "user" where id = ${creatorId} and suspended_at is not null) as suspended,
           exists (select from payout where creator_id = ${creatorId} and livemode = ${livemode}
                      and status in ('planned', 'sending')) as under_way`.execute(db)
  return {
    available: owed.get('creator_available') ?? 0,
    held: owed.get('creator_held') ?? 0,
    account: accountState(await findPayee(db, creatorId, provider)),
    isOnHold: (await findHold(db, creatorId)) !== undefined,
    isSuspended: rows[0]?.suspended === true,
    isUnderWay: rows[0]?.under_way === true,
  }
}

/** What of pending shares becomes available by then, if no bank objects. */
export async function pendingUntil(db: Db, creatorId: string, livemode: boolean, at: Date): Promise<number> {
  const { rows } = await sql<{ due: number }>`
    select coalesce(sum(creator_share - creator_share * least(claimed, amount) / amount), 0)::bigint as due from sale
     where creator_id = ${creatorId} and livemode = ${livemode} and status = 'paid' and released_at is null
       and paid_at <= ${at}::timestamptz - make_interval(days => ${HOLD_DAYS})
       and not exists (select from sale_dispute where sale_id = sale.id and status = 'open')`.execute(db)
  return rows[0]?.due ?? 0
}

interface NewPayout {
  readonly creatorId: string
  readonly period: string | null
  readonly amount: number
  readonly at: Date
}

export async function insertPlanned(
  transaction: Db,
  { name, livemode }: Provider,
  { creatorId, period, amount, at, payeeId }: NewPayout & { readonly payeeId: string },
): Promise<PayoutRow> {
  const { rows } = await sql<PayoutRow>`
    insert into payout (id, creator_id, livemode, provider, period, amount, status, payee_id, created_at, next_at)
    values (${uuidv7()}, ${creatorId}, ${livemode}, ${name}, ${period}::date, ${amount}, 'planned', ${payeeId}, ${at}, ${at})
    returning ${columns}`.execute(transaction)
  return rows[0] as PayoutRow
}

export const insertSkipped = (
  transaction: Db,
  { name, livemode }: Provider,
  { creatorId, period, amount, at, reason }: NewPayout & { readonly reason: SkipReason },
) =>
  sql`insert into payout (id, creator_id, livemode, provider, period, amount, status, reason, created_at, ended_at)
      values (${uuidv7()}, ${creatorId}, ${livemode}, ${name}, ${period}::date, ${amount}, 'skipped', ${reason}, ${at}, ${at})`.execute(
    transaction,
  )

export async function lockPayout(transaction: Db, id: string): Promise<PayoutRow | undefined> {
  const { rows } = await sql<PayoutRow>`select ${columns} from payout where id = ${id} for update`.execute(transaction)
  return rows[0]
}

/** Takes a payout that is under way to ask the provider about; undefined while somebody else does. */
export async function claimPayout(transaction: Db, id: string, at: Date, seconds: number) {
  const { rows } = await sql<PayoutRow>`
    update payout set next_at = ${at}::timestamptz + make_interval(secs => ${seconds})
     where id = ${id} and status in ('planned', 'sending') and next_at <= ${at} returning ${columns}`.execute(
    transaction,
  )
  return rows[0]
}

interface PayoutChange {
  readonly status: PayoutStatus
  readonly reason?: string
  readonly detail?: string
  readonly transferId?: string
  readonly at: Date
}

const ENDED: ReadonlySet<PayoutStatus> = new Set(['paid', 'failed', 'skipped'])

export const updatePayout = (transaction: Db, id: string, { status, reason, detail, transferId, at }: PayoutChange) =>
  transaction
    .updateTable('payout')
    .set({
      status,
      ...(status === 'sending' && transferId === undefined && { sent_at: at }),
      ...(ENDED.has(status) && { ended_at: at }),
      ...(reason !== undefined && { reason }),
      ...(detail !== undefined && { detail }),
      ...(transferId !== undefined && { transfer_id: transferId }),
    })
    .where('id', '=', id)
    .execute()

/** Those that nobody asks the provider about just now. */
export async function listDue(db: Db, { name, livemode }: Provider, at: Date, limit: number): Promise<PayoutRow[]> {
  const { rows } = await sql<PayoutRow>`
    select ${columns} from payout where status in ('planned', 'sending') and next_at <= ${at} and provider = ${name}
       and livemode = ${livemode} order by next_at limit ${limit}`.execute(db)
  return rows
}

/** Undefined when the run of this Monday is done. */
export async function beginRun(db: Db, livemode: boolean, period: string, at: Date): Promise<true | undefined> {
  const { rows } = await sql<{ done_at: Date | null }>`
    insert into payout_run as run (livemode, period, began_at) values (${livemode}, ${period}::date, ${at})
    on conflict (livemode, period) do update set began_at = run.began_at returning done_at`.execute(db)
  return rows[0]?.done_at === null ? true : undefined
}

export const endRun = (db: Db, livemode: boolean, period: string, at: Date) =>
  sql`update payout_run set done_at = coalesce(done_at, ${at}) where livemode = ${livemode} and period = ${period}::date`.execute(
    db,
  )

/** Creators whose money the run of this Monday has not looked at yet. */
export async function listUnpaid(db: Db, livemode: boolean, period: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ owner_id: string }>`
    select distinct account.owner_id from ledger_account account
      join ledger_balance balance on balance.account_id = account.id
      join "user" on "user".id = account.owner_id
     where account.kind in ('creator_available', 'creator_held') and account.livemode = ${livemode}
       and balance.amount <> 0
       and not exists (select from payout where creator_id = account.owner_id and livemode = ${livemode}
                          and period = ${period}::date)
     order by account.owner_id limit ${limit}`.execute(db)
  return rows.map(({ owner_id }) => owner_id)
}

interface Page {
  readonly before: string | undefined
  readonly limit: number
}

export async function listPayouts(db: Db, creatorId: string, livemode: boolean, { before, limit }: Page) {
  const older = before === undefined ? sql`true` : sql`id < ${before}::uuid`
  const { rows } = await sql<PayoutRow>`
    select ${columns} from payout where creator_id = ${creatorId} and livemode = ${livemode} and ${older}
     order by id desc limit ${limit}`.execute(db)
  return rows
}

/** What has left for their bank and did not come back. */
export async function sumPaidOut(db: Db, creatorId: string, livemode: boolean): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select coalesce(sum(amount), 0)::bigint as total from payout
     where creator_id = ${creatorId} and livemode = ${livemode} and transfer_id is not null
       and status in ('sending', 'paid')`.execute(db)
  return rows[0]?.total ?? 0
}

export const isThere = async (db: Db, userId: string): Promise<boolean> =>
  (await db.selectFrom('user').select('id').where('id', '=', userId).executeTakeFirst()) !== undefined

export async function findPayout(db: Db, id: string): Promise<PayoutRow | undefined> {
  const { rows } = await sql<PayoutRow>`select ${columns} from payout where id::text = ${id}`.execute(db)
  return rows[0]
}
