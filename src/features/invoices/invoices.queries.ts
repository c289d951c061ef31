import { sql } from 'kysely'
import { taxDue } from '#src/features/ledger/tax.ts'
import { uuidv7 } from '#src/lib/ids.ts'
import type { Db } from '#src/server/database.ts'
import type { Position } from '#src/server/http/cursor.ts'
import { type BillingDetails, INVOICES_PER_PAGE, type Party } from './invoices.schema.ts'

export interface InvoiceRow {
  readonly id: string
  readonly number: string
  /** A reversal takes a credit note back: the bank did not take the money. */
  readonly kind: 'invoice' | 'credit_note' | 'reversal'
  readonly corrects: string | null
  readonly corrects_number: string | null
  readonly seller: Party
  readonly buyer: Party | null
  readonly lines: readonly { readonly text: string; readonly amount: number }[]
  readonly amount: number
  readonly tax: number
  readonly tax_rate: string
  readonly livemode: boolean
  readonly issued_at: Date
}

const columns = sql<InvoiceRow>`
  i.id, i.number, i.kind, i.corrects, corrected.number as corrects_number, i.seller, i.buyer, i.lines, i.amount, i.tax,
  i.tax_rate, i.livemode, i.issued_at`
const tables = sql`invoice i left join invoice corrected on corrected.id = i.corrects`

interface ListedInvoice extends InvoiceRow {
  readonly position: string
}

export async function listInvoices(db: Db, userId: string, before: Position | null): Promise<ListedInvoice[]> {
  const older = before === null ? sql`true` : sql`(i.issued_at, i.id) < (${before.at}::timestamptz, ${before.id}::uuid)`
  const { rows } = await sql<ListedInvoice>`
    select ${columns}, i.issued_at::text as position from ${tables} where i.user_id = ${userId} and ${older}
     order by i.issued_at desc, i.id desc limit ${INVOICES_PER_PAGE + 1}`.execute(db)
  return rows
}

/** Undefined for what is somebody else's. */
export async function findInvoice(db: Db, userId: string, id: string): Promise<InvoiceRow | undefined> {
  const { rows } = await sql<InvoiceRow>`
    select ${columns} from ${tables} where i.id = ${id} and i.user_id = ${userId}`.execute(db)
  return rows[0]
}

export const invoiceExists = async (db: Db, id: string): Promise<boolean> =>
  (await db.selectFrom('invoice').select('id').where('id', '=', id).executeTakeFirst()) !== undefined

/** Credit notes, and what took some of them back. */
export const listCorrections = (db: Db, invoiceId: string) =>
  db
    .selectFrom('invoice')
    .select(['id', 'number', 'kind', 'amount', 'issued_at'])
    .where('corrects', '=', invoiceId)
    .orderBy('id')
    .execute()

const PREFIXES = {
  invoice: { true: 'F', false: 'TEST-F' },
  credit_note: { true: 'C', false: 'TEST-C' },
  reversal: { true: 'V', false: 'TEST-V' },
} as const

/** The next number of a series: its row stays locked until the commit, so that none is left out or given twice. */
async function nextNumber(transaction: Db, kind: InvoiceRow['kind'], livemode: boolean, at: Date) {
  const series = `${PREFIXES[kind][`${livemode}`]}-${at.getUTCFullYear()}`
  const { rows } = await sql<{ last: number }>`
    insert into invoice_series as series (name, last) values (${series}, 1)
    on conflict (name) do update set last = series.last + 1 returning last`.execute(transaction)
  const seq = rows[0]?.last ?? 0
  return { series, seq, number: `${series}-${String(seq).padStart(6, '0')}` }
}

/** "R-2026-000007" → the seventh of R-2026 */
function partsOf(number: string) {
  const at = number.lastIndexOf('-')
  return { series: number.slice(0, at), seq: Number(number.slice(at + 1)), number }
}

export interface NewInvoice {
  readonly kind: InvoiceRow['kind']
  readonly userId: string | null
  readonly source: { readonly type: 'subscription' | 'sale' | 'refund' | 'refund_failed'; readonly id: string }
  readonly corrects: string | null
  /** Given to it already, in a series without gaps of its own. */
  readonly number?: string
  readonly seller: Party
  readonly lines: InvoiceRow['lines']
  readonly amount: number
  readonly tax: number
  readonly taxRate: string
  readonly livemode: boolean
  readonly at: Date
}

/** Issues it once for its source; answers its number. Call it late in a transaction: others wait for the next number. */
export async function issue(transaction: Db, given: NewInvoice): Promise<string> {
  const { kind, userId, source, corrects, seller, lines, amount, tax, taxRate, livemode, at } = given
  await sql`select pg_advisory_xact_lock(hashtextextended(${`invoice ${source.type} ${source.id}`}, 0))`.execute(
    transaction,
  )
  const known = await transaction
    .selectFrom('invoice')
    .select('number')
    .where('source_type', '=', source.type)
    .where('source_id', '=', source.id)
    .executeTakeFirst()
  if (known !== undefined) return known.number
  const details = userId === null ? null : await findDetails(transaction, userId)
  const { series, seq, number } =
    given.number === undefined ? await nextNumber(transaction, kind, livemode, at) : partsOf(given.number)
  await transaction
    .insertInto('invoice')
    .values({
      ...{ id: uuidv7(), series, seq, number, kind, user_id: userId, source_type: source.type, source_id: source.id },
      ...{ corrects, amount, tax, tax_rate: taxRate, livemode, issued_at: at },
      ...{ seller: JSON.stringify(seller), lines: JSON.stringify(lines) },
      buyer: details && JSON.stringify(details),
    })
    .execute()
  return number
}

export async function findDetails(db: Db, userId: string): Promise<BillingDetails | null> {
  const row = await db.selectFrom('billing_details').selectAll().where('user_id', '=', userId).executeTakeFirst()
  return row ? { name: row.name, address: row.address, country: row.country, taxId: row.tax_id } : null
}

/** Invoices that name nobody yet get it too; the others stay as they were issued. */
export async function saveDetails(transaction: Db, userId: string, details: BillingDetails): Promise<void> {
  const { name, address, country, taxId: tax_id } = details
  await transaction
    .insertInto('billing_details')
    .values({ user_id: userId, name, address, country, tax_id })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({ name, address, country, tax_id, updated_at: sql<Date>`now()` }),
    )
    .execute()
  await transaction
    .updateTable('invoice')
    .set({ buyer: JSON.stringify(details) })
    .where('user_id', '=', userId)
    .where('buyer', 'is', null)
    .execute()
}

interface UnbilledSale {
  readonly id: string
  readonly user_id: string | null
  readonly number: string
  readonly kind: 'purchase' | 'tip'
  readonly title: string
  readonly amount: number
  readonly discount: number
  readonly coupon_code: string | null
  readonly tax: number
  readonly tax_rate: string
  readonly livemode: boolean
  readonly at: Date
}

interface Missing {
  readonly limit: number
  readonly except: readonly string[]
}

/** Tools that were paid for and have no document yet; their number is that of the receipt. */
export async function listUnbilledSales(db: Db, { limit, except }: Missing): Promise<UnbilledSale[]> {
  const { rows } = await sql<UnbilledSale>`
    select sale.id, sale.buyer_id as user_id, sale.receipt_number as number, sale.kind, tool.title, sale.amount,
           sale.discount, sale.coupon_code, sale.tax, sale.tax_rate, sale.livemode, sale.paid_at as at
      from sale join tool on tool.id = sale.tool_id
     where sale.status = 'paid' and not exists (select from invoice i where i.source_type = 'sale' and i.source_id = sale.id)
       and sale.id <> all(${except}::uuid[])
     order by sale.paid_at, sale.id limit ${limit}`.execute(db)
  return rows
}

type UnbilledRefund = Omit<UnbilledSale, 'kind' | 'title' | 'tax' | 'discount' | 'coupon_code'> & {
  readonly corrects: string
}

/** Money that went back, and whose credit note is not written. What a bank bounced is no refund. */
export async function listUnbilledRefunds(db: Db, { limit, except }: Missing): Promise<UnbilledRefund[]> {
  const { rows } = await sql<UnbilledRefund>`
    select refund.id, i.user_id, i.id as corrects, i.number, i.tax_rate, refund.amount, i.livemode,
           refund.at
      from (select id, 'sale' as source_type, sale_id as source_id, amount, coalesce(ended_at, created_at) as at
              from sale_refund where status = 'succeeded'
            union all
            select id, 'subscription', order_id, amount, ended_at
              from subscription_claim where kind = 'refund' and status = 'succeeded') refund
      join invoice i on i.source_type = refund.source_type and i.source_id = refund.source_id
     where not exists (select from invoice note where note.source_type = 'refund' and note.source_id = refund.id)
       and refund.id <> all(${except}::uuid[])
     order by refund.at, refund.id limit ${limit}`.execute(db)
  return rows
}

interface VoidNote {
  /** Of the refund. */
  readonly id: string
  readonly user_id: string | null
  readonly corrects: string
  readonly number: string
  readonly amount: number
  readonly tax: number
  readonly tax_rate: string
  readonly livemode: boolean
  readonly at: Date
}

/** Credit notes of money that its bank did not take in the end, and that nothing takes back yet. */
export async function listVoidNotes(db: Db, { limit, except }: Missing): Promise<VoidNote[]> {
  const { rows } = await sql<VoidNote>`
    select refund.id, note.user_id, note.corrects, note.number, note.amount, note.tax, note.tax_rate, note.livemode, refund.at
      from (select id, coalesce(ended_at, created_at) as at from sale_refund where status = 'failed'
            union all
            select id, ended_at from subscription_claim where kind = 'refund' and status = 'failed') refund
      join invoice note on note.source_type = 'refund' and note.source_id = refund.id
     where not exists (select from invoice i where i.source_type = 'refund_failed' and i.source_id = refund.id)
       and refund.id <> all(${except}::uuid[])
     order by refund.at, refund.id limit ${limit}`.execute(db)
  return rows
}

/**
 * What of an invoice's tax a credit note of this amount takes back: the notes of all of it take all of it. Those of
 * refunds that failed do not count, whether they were taken back yet or not.
 */
export async function taxGivenBack(transaction: Db, invoiceId: string, amount: number): Promise<number> {
  const { rows } = await sql<{ amount: number; tax: number; claimed: number; given: number }>`
    select i.amount, i.tax, coalesce(-sum(note.amount), 0)::bigint as claimed, coalesce(-sum(note.tax), 0)::bigint as given
      from invoice i
      left join invoice note on note.corrects = i.id and note.kind = 'credit_note'
           and not exists (select from sale_refund where id = note.source_id and status = 'failed')
           and not exists (select from subscription_claim where id = note.source_id and status = 'failed')
     where i.id = ${invoiceId} group by i.amount, i.tax`.execute(transaction)
  const { given = 0, claimed = 0, ...invoice } = rows[0] ?? { amount: 0, tax: 0 }
  return taxDue({ ...invoice, claimed: claimed + amount }) - given
}
