import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#src/server/database.ts'
import {
  ACCOUNTS_PER_PAGE,
  type LEDGER_MODES,
  type LedgerAccount,
  POSTINGS_PER_PAGE,
} from './ledger-explorer.schema.ts'

export type AccountRow = LedgerAccount
type Mode = (typeof LEDGER_MODES)[number] | undefined

const inMode = (table: string, mode: Mode) =>
  mode === undefined ? sql`true` : sql`${sql.ref(`${table}.livemode`)} = ${mode === 'live'}`

/** The books outlive people: who has left has an id and no name. */
const OWNER = sql`case when account.owner_id is not null then json_build_object('id', account.owner_id,
  'name', owner.name, 'email', owner.email) end`

const accounts = (where: RawBuilder<unknown>, limit: number) => sql<AccountRow>`
  select account.id, account.kind, account.livemode, ${OWNER} as owner, coalesce(kept.amount, 0)::bigint as balance,
         (select count(*) from posting where account_id = account.id) as postings
    from ledger_account account left join ledger_balance kept on kept.account_id = account.id
    left join "user" owner on owner.id = account.owner_id
   where ${where} order by account.id limit ${limit}`

interface AccountFilter {
  readonly search: string | undefined
  readonly mode: Mode
  /** The last id of the page before; undefined for the first page, which has all of ours. */
  readonly after: number | undefined
}

const OUR_MOST = 100

export async function listAccounts(db: Db, { search = '', mode, after }: AccountFilter): Promise<AccountRow[]> {
  const found =
    search === ''
      ? sql`true`
      : sql`(strpos(account.kind, lower(${search})) > 0 or strpos(lower(owner.name), lower(${search})) > 0
             or strpos(lower(owner.email), lower(${search})) > 0 or account.owner_id::text = lower(${search}))`
  const where = sql`${found} and ${inMode('account', mode)}`
  const ours =
    after === undefined ? (await accounts(sql`${where} and account.owner_id is null`, OUR_MOST).execute(db)).rows : []
  const theirs = sql`${where} and account.owner_id is not null and account.id > ${after ?? 0}`
  return [...ours, ...(await accounts(theirs, ACCOUNTS_PER_PAGE + 1).execute(db)).rows]
}

export async function findAccount(db: Db, id: number): Promise<AccountRow | undefined> {
  return (await accounts(sql`account.id = ${id}`, 1).execute(db)).rows[0]
}

/** The order that a journal belongs to, through the refund or the dispute that it may come from; a payout and what moved for ourselves have none. */
const SOURCE = sql`
  left join lateral (
    select id as order_id, intent_id as provider_id from sale
     where journal.source_type = 'sale' and id = journal.source_id
    union all select id, intent_id from subscription_order
     where journal.source_type = 'subscription' and id = journal.source_id
    union all select sale_id, provider_refund_id from sale_refund
     where journal.source_type = 'refund' and id = journal.source_id
    union all select sale_id, provider_dispute_id from sale_dispute
     where journal.source_type = 'dispute' and id = journal.source_id
    union all select order_id, provider_id from subscription_claim
     where journal.source_type in ('refund', 'dispute') and id = journal.source_id
    union all select null, transfer_id from payout
     where journal.source_type = 'payout' and id = journal.source_id
    union all select null, provider_id from provider_move
     where journal.source_type in ('provider_fee', 'own_bank') and id = journal.source_id) came on true
  left join lateral (
    select tool.title from sale join tool on tool.id = sale.tool_id where sale.id = came.order_id
    union all select 'Pro, one ' || interval from subscription_order where id = came.order_id) bought on true`

const JOURNAL = sql`journal.id, journal.kind, journal.at, journal.livemode, journal.source_type, journal.source_id,
  came.order_id, came.provider_id, bought.title`

export interface JournalRow {
  readonly id: string
  readonly kind: string
  readonly at: Date
  readonly livemode: boolean
  readonly source_type: string
  readonly source_id: string
  readonly order_id: string | null
  readonly provider_id: string | null
  readonly title: string | null
}

interface PostingRow extends JournalRow {
  readonly posting_id: number
  readonly amount: number
  readonly balance: number
}

/** Each with the balance that it left: what all before it and itself sum to. */
export async function listPostings(db: Db, accountId: number, before: number | undefined): Promise<PostingRow[]> {
  const { rows } = await sql<PostingRow>`
    with page as (
      select id, journal_id, amount from posting
       where account_id = ${accountId} and ${before === undefined ? sql`true` : sql`id < ${before}`}
       order by id desc limit ${POSTINGS_PER_PAGE + 1}),
    until as (
      select coalesce(sum(amount), 0) as amount from posting
       where account_id = ${accountId} and id <= (select max(id) from page))
    select page.id as posting_id, page.amount,
           (until.amount - coalesce(sum(page.amount) over later, 0))::bigint as balance, ${JOURNAL}
      from page cross join until join journal on journal.id = page.journal_id ${SOURCE}
    window later as (order by page.id desc rows between unbounded preceding and 1 preceding)
     order by page.id desc`.execute(db)
  return rows
}

const journals = (where: RawBuilder<unknown>, limit: number) => sql<JournalRow & { readonly amount: number }>`
  select ${JOURNAL}, moved.amount
    from (select * from journal where ${where} order by journal.at desc, journal.id desc limit ${limit}) journal ${SOURCE}
    cross join lateral (select coalesce(sum(amount), 0)::bigint as amount from posting
                         where journal_id = journal.id and amount > 0) moved
   order by journal.at desc, journal.id desc`

interface JournalFilter {
  readonly kind: string | undefined
  readonly mode: Mode
  /** The last id of the page before. */
  readonly before: string | undefined
}

export async function listJournals(db: Db, { kind, mode, before }: JournalFilter, limit: number) {
  const where = sql`${kind === undefined ? sql`true` : sql`journal.kind = ${kind}`} and ${inMode('journal', mode)}
    and ${
      before === undefined
        ? sql`true`
        : sql`(journal.at, journal.id) < (select at, id from journal last where last.id = ${before}::uuid)`
    }`
  return (await journals(where, limit).execute(db)).rows
}

export async function findJournal(db: Db, id: string) {
  return (await journals(sql`journal.id = ${id}`, 1).execute(db)).rows[0]
}

interface LineRow extends Omit<LedgerAccount, 'balance' | 'postings'> {
  readonly posting_id: number
  readonly amount: number
}

export async function listLines(db: Db, journalId: string): Promise<LineRow[]> {
  const { rows } = await sql<LineRow>`
    select posting.id as posting_id, posting.amount, account.id, account.kind, account.livemode, ${OWNER} as owner
      from posting join ledger_account account on account.id = posting.account_id
      left join "user" owner on owner.id = account.owner_id
     where posting.journal_id = ${journalId} order by posting.id`.execute(db)
  return rows
}

interface EventRow {
  readonly id: string
  readonly type: string
  readonly object_id: string
  readonly happened_at: Date
  readonly handled_at: Date | null
}

export async function listEventsAbout(db: Db, objectId: string): Promise<EventRow[]> {
  const { rows } = await sql<EventRow>`
    select id, type, object_id, happened_at, handled_at from provider_event
     where object_id = ${objectId} order by happened_at, received_at, id`.execute(db)
  return rows
}
