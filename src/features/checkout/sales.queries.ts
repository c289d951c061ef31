import { sql } from 'kysely'
import type { PaymentProvider } from '#src/features/payments/provider.ts'
import { uuidv7 } from '#src/lib/ids.ts'
import type { Db } from '#src/server/database.ts'

/** A tip gives nothing but thanks. */
export type SaleKind = 'purchase' | 'tip'

export interface SaleRow {
  readonly id: string
  readonly kind: SaleKind
  /** Null once the buyer has left. */
  readonly buyer_id: string | null
  readonly tool_id: string
  readonly creator_id: string
  readonly status: 'open' | 'paid' | 'canceled'
  readonly amount: number
  /** What a coupon took off the price. */
  readonly discount: number
  readonly coupon_id: string | null
  /** As the receipt names it; the coupon itself may be gone. */
  readonly coupon_code: string | null
  readonly tax: number
  readonly tax_rate: string
  readonly creator_share: number
  readonly claimed: number
  readonly livemode: boolean
  readonly provider: PaymentProvider['name']
  readonly customer_id: string | null
  readonly intent_id: string | null
  readonly consent: string | null
  readonly consent_at: Date | null
  readonly address: string | null
  readonly fee: number | null
  readonly created_at: Date
  readonly paid_at: Date | null
  readonly released_at: Date | null
  readonly copied_at: Date | null
}

const columns = sql<SaleRow>`
  id, kind, buyer_id, tool_id, creator_id, status, amount, discount, coupon_id, coupon_code, tax, tax_rate, creator_share, claimed,
  livemode, provider, customer_id, intent_id, consent, consent_at, address, fee, created_at, paid_at, released_at, copied_at`

type By = { readonly id: string } | { readonly intentId: string }
const where = (by: By) => ('id' in by ? sql`id = ${by.id}` : sql`intent_id = ${by.intentId}`)

export async function findSale(db: Db, by: By): Promise<SaleRow | undefined> {
  const { rows } = await sql<SaleRow>`select ${columns} from sale where ${where(by)}`.execute(db)
  return rows[0]
}

/** For whoever changes what was taken from it: one after the other. */
export async function lockSale(transaction: Db, by: By): Promise<SaleRow | undefined> {
  const { rows } = await sql<SaleRow>`select ${columns} from sale where ${where(by)} for update`.execute(transaction)
  return rows[0]
}

/** Two tabs of one buyer wait for each other here. */
export const lockBuying = (transaction: Db, buyerId: string, toolId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`buying ${buyerId} ${toolId}`}, 0))`.execute(transaction)

export async function findOpenSale(
  db: Db,
  buyerId: string,
  toolId: string,
  { name, livemode }: Pick<PaymentProvider, 'name' | 'livemode'>,
): Promise<SaleRow | undefined> {
  const { rows } = await sql<SaleRow>`
    select ${columns} from sale
     where buyer_id = ${buyerId} and tool_id = ${toolId} and livemode = ${livemode} and provider = ${name}
       and status = 'open'`.execute(db)
  return rows[0]
}

interface NewSale {
  readonly kind: SaleKind
  readonly buyerId: string
  readonly toolId: string
  readonly creatorId: string
  readonly amount: number
  readonly discount: number
  readonly coupon: { readonly id: string; readonly code: string } | null
  readonly tax: number
  readonly taxRate: string
  readonly creatorShare: number
  readonly livemode: boolean
  readonly provider: PaymentProvider['name']
  /** Where the purchase came from. */
  readonly address: string
  readonly at: Date
}

export async function insertSale(transaction: Db, sale: NewSale): Promise<SaleRow> {
  const { rows } = await sql<SaleRow>`
    insert into sale (id, kind, buyer_id, tool_id, creator_id, amount, discount, coupon_id, coupon_code, tax, tax_rate,
                      creator_share, livemode, provider, address, created_at)
    values (${uuidv7()}, ${sale.kind}, ${sale.buyerId}, ${sale.toolId}, ${sale.creatorId}, ${sale.amount}, ${sale.discount},
            ${sale.coupon?.id ?? null}, ${sale.coupon?.code ?? null}, ${sale.tax}, ${sale.taxRate},
            ${sale.creatorShare}, ${sale.livemode}, ${sale.provider}, ${sale.address}, ${sale.at})
    returning ${columns}`.execute(transaction)
  return rows[0] as SaleRow
}

export const setIntent = (db: Db, id: string, customerId: string, intentId: string) =>
  db.updateTable('sale').set({ customer_id: customerId, intent_id: intentId }).where('id', '=', id).execute()

/** Only the first time counts; false when there is no such order of theirs. */
export async function setConsent(db: Db, { id, buyerId, text, at }: Consent): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update sale set consent = coalesce(consent, ${text}), consent_at = coalesce(consent_at, ${at})
     where id = ${id} and buyer_id = ${buyerId}`.execute(db)
  return numAffectedRows === 1n
}

interface Consent {
  readonly id: string
  readonly buyerId: string
  readonly text: string
  readonly at: Date
}

const TEST_PREFIX = { true: 'R', false: 'TEST' }

/** The next number of the series: its row stays locked until the commit, so that no number is left out or given twice. */
async function nextReceiptNumber(transaction: Db, livemode: boolean, at: Date): Promise<string> {
  const name = `${TEST_PREFIX[`${livemode}`]}-${at.getUTCFullYear()}`
  const { rows } = await sql<{ last: number }>`
    insert into receipt_series as series (name, last) values (${name}, 1)
    on conflict (name) do update set last = series.last + 1 returning last`.execute(transaction)
  return `${name}-${String(rows[0]?.last).padStart(6, '0')}`
}

export async function setPaid(transaction: Db, sale: SaleRow, at: Date): Promise<void> {
  const receiptNumber = await nextReceiptNumber(transaction, sale.livemode, at)
  await transaction
    .updateTable('sale')
    .set({ status: 'paid', paid_at: at, receipt_number: receiptNumber })
    .where('id', '=', sale.id)
    .execute()
}

export const setCanceled = (db: Db, id: string) =>
  db.updateTable('sale').set({ status: 'canceled' }).where('id', '=', id).where('status', '=', 'open').execute()

export const setFee = (db: Db, id: string, fee: number) =>
  db.updateTable('sale').set({ fee }).where('id', '=', id).execute()

export const setReleased = (db: Db, id: string, at: Date) =>
  db.updateTable('sale').set({ released_at: at }).where('id', '=', id).execute()

export const addClaim = (db: Db, id: string, amount: number) =>
  db
    .updateTable('sale')
    .set(({ eb }) => ({ claimed: eb('claimed', '+', amount) }))
    .where('id', '=', id)
    .execute()

/** What a sweep takes: of one provider, those that were not looked at for the longest time first. */
export interface Sweep {
  readonly provider: Pick<PaymentProvider, 'name' | 'livemode'>
  readonly before: Date
  readonly at: Date
  readonly limit: number
}

/** Takes orders that somebody began and that nothing was heard of since. */
export const takeOpenSince = async (db: Db, { provider, before, at, limit }: Sweep): Promise<SaleRow[]> => {
  const { rows } = await sql<SaleRow>`
    update sale set looked_at = ${at} where id in (
      select id from sale where status = 'open' and created_at < ${before} and provider = ${provider.name}
         and livemode = ${provider.livemode} order by looked_at nulls first, created_at limit ${limit} for update skip locked)
    returning ${columns}`.execute(db)
  return rows
}

/** Takes orders of what a moderator has removed: nobody can use it, so nobody shall pay for it. */
export const takeOpenOfRemoved = async (db: Db, { provider, before, at, limit }: Sweep): Promise<SaleRow[]> => {
  const { rows } = await sql<SaleRow>`
    update sale set looked_at = ${at} where id in (
      select sale.id from sale join tool on tool.id = tool_id
       where sale.status = 'open' and sale.kind = 'purchase' and sale.created_at < ${before} and provider = ${provider.name}
         and livemode = ${provider.livemode} and tool.status = 'deleted' and tool.removed_reason is not null
       order by looked_at nulls first, sale.created_at limit ${limit} for update of sale skip locked)
    returning ${columns}`.execute(db)
  return rows
}

export async function isRemoved(db: Db, toolId: string): Promise<boolean> {
  const { rows } = await sql`
    select from tool where id = ${toolId} and status = 'deleted' and removed_reason is not null`.execute(db)
  return rows.length > 0
}

export const takeWithoutFee = async (db: Db, { provider, at, limit }: Omit<Sweep, 'before'>): Promise<SaleRow[]> => {
  const { rows } = await sql<SaleRow>`
    update sale set looked_at = ${at} where id in (
      select id from sale where status = 'paid' and fee is null and provider = ${provider.name}
         and livemode = ${provider.livemode} order by looked_at nulls first, paid_at limit ${limit} for update skip locked)
    returning ${columns}`.execute(db)
  return rows
}

/** Those whose hold is over and about which nobody disputes. */
export const takeReleasable = async (
  db: Db,
  { before, at, limit, creatorId }: Omit<Sweep, 'provider'> & { readonly creatorId: string | undefined },
): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    update sale set looked_at = ${at} where id in (
      select id from sale where status = 'paid' and released_at is null and paid_at <= ${before}
         and (${creatorId ?? null}::uuid is null or creator_id = ${creatorId ?? null})
         and not exists (select from sale_dispute where sale_id = sale.id and status = 'open')
       order by looked_at nulls first, paid_at limit ${limit} for update skip locked)
    returning id`.execute(db)
  return rows.map(({ id }) => id)
}

export const findCustomer = async (db: Db, userId: string, provider: Pick<PaymentProvider, 'name' | 'livemode'>) =>
  (
    await db
      .selectFrom('payment_customer')
      .select('customer_id')
      .where('user_id', '=', userId)
      .where('provider', '=', provider.name)
      .where('livemode', '=', provider.livemode)
      .executeTakeFirst()
  )?.customer_id

export const insertCustomer = (
  db: Db,
  userId: string,
  { name, livemode }: Pick<PaymentProvider, 'name' | 'livemode'>,
  customerId: string,
) =>
  db
    .insertInto('payment_customer')
    .values({ user_id: userId, provider: name, livemode, customer_id: customerId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

/** What a mail or a notice about the sale says. */
export const describeSale = (db: Db, id: string) =>
  db
    .selectFrom('sale')
    .innerJoin('tool', 'tool.id', 'sale.tool_id')
    .leftJoin('user as buyer', 'buyer.id', 'sale.buyer_id')
    .leftJoin('user as creator', 'creator.id', 'sale.creator_id')
    .select([
      ...(['tool.title', 'tool.slug', 'tool.description', 'sale.receipt_number'] as const),
      'buyer.email as buyer_email',
      'creator.id as creator_account',
    ])
    .where('sale.id', '=', id)
    .executeTakeFirstOrThrow()
