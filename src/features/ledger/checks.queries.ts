import { sql } from 'kysely'
import type { Db } from '#src/server/database.ts'
import type { Check } from './check.ts'
import { PAYOUT_CHECKS } from './payout-checks.queries.ts'
import { PRO_CHECKS } from './pro-checks.queries.ts'
import { PROVIDER_CHECKS } from './provider-checks.queries.ts'
import { TAX_CHECK } from './tax-checks.queries.ts'

/** What must hold of the books at any second. A finding is told, never mended by itself. */
const CHECKS: readonly Check[] = [
  {
    name: 'journals',
    rule: 'Each journal sums to zero',
    broken: sql`
      select journal.id::text as what from journal left join posting on posting.journal_id = journal.id
       group by journal.id having coalesce(sum(amount), 0) <> 0 or count(posting.id) < 2`,
  },
  {
    name: 'all accounts',
    rule: 'All accounts together sum to zero, test money and real money each by itself',
    broken: sql`
      select livemode::text as what from posting group by livemode, currency having sum(amount) <> 0`,
  },
  {
    name: 'balances',
    rule: 'Each kept balance is what its postings sum to',
    broken: sql`
      select account.kind || ' ' || account.id as what from ledger_account account
        left join ledger_balance kept on kept.account_id = account.id
        left join (select account_id, sum(amount) as amount from posting group by account_id) counted
          on counted.account_id = account.id
       where kept.amount is distinct from counted.amount`,
  },
  {
    name: 'shares',
    rule: 'A creator gets at least 70 % of a sale, and the books give exactly what was agreed',
    broken: sql`
      select sale.id::text as what from sale
        left join lateral (
          select sum(-posting.amount) filter (where account.kind = 'creator_pending') as creator,
                 sum(-posting.amount) filter (where account.kind = 'platform_revenue') as platform
            from journal join posting on posting.journal_id = journal.id
            join ledger_account account on account.id = posting.account_id
           where journal.source_type = 'sale' and journal.source_id = sale.id and journal.kind = 'charge') booked on true
       where (sale.status = 'paid' and (coalesce(booked.creator, 0) <> sale.creator_share
                or coalesce(booked.platform, 0) <> sale.amount - sale.tax - sale.creator_share))
          or (sale.status <> 'paid' and booked.creator is not null)
          or sale.creator_share * 10 < (sale.amount - sale.tax) * 7`,
  },
  {
    name: 'claims',
    rule: 'What an order gave back is what its refunds and disputes say, and refunds alone are never more than was paid',
    broken: sql`
      select sale.id::text as what from sale
        left join lateral (select coalesce(sum(amount), 0) as given from sale_refund
                            where sale_id = sale.id and booked and status <> 'failed') refunds on true
        left join lateral (select coalesce(sum(amount), 0) as taken from sale_dispute
                            where sale_id = sale.id and status <> 'won') disputes on true
       where sale.claimed <> refunds.given + disputes.taken or refunds.given > sale.amount`,
  },
  {
    name: 'creators',
    rule: 'What a creator has is the sum of their shares less what refunds and disputes claim of them',
    broken: sql`
      select coalesce(owed.owner_id, due.creator_id)::text as what from (
          select account.owner_id, account.livemode, -sum(posting.amount) as amount from posting
            join ledger_account account on account.id = posting.account_id
            join journal on journal.id = posting.journal_id
           where account.owner_id is not null and journal.source_type in ('sale', 'refund', 'dispute')
           group by account.owner_id, account.livemode) owed
        full join (
          select sale.creator_id, sale.livemode, sum(sale.creator_share
              - coalesce(sale.creator_share * least(sale.claimed, sale.amount) / nullif(sale.amount, 0), 0)
              + coalesce((select sum(creator_part) from sale_dispute where sale_id = sale.id and status = 'open'), 0))
              as amount
            from sale where status = 'paid' group by sale.creator_id, sale.livemode) due
          on due.creator_id = owed.owner_id and due.livemode = owed.livemode
       where coalesce(owed.amount, 0) <> coalesce(due.amount, 0)`,
  },
  {
    name: 'holds',
    rule: 'What is held for disputes is what open disputes claim',
    broken: sql`
      select 'dispute_hold' as what
       where (select coalesce(sum(posting.amount), 0) from posting
                join ledger_account account on account.id = posting.account_id where account.kind = 'dispute_hold')
          <> (select coalesce(sum(amount), 0) from sale_dispute where status = 'open')
      union all
      select 'creator_held' as what
       where (select coalesce(-sum(posting.amount), 0) from posting
                join ledger_account account on account.id = posting.account_id where account.kind = 'creator_held')
          <> (select coalesce(sum(creator_part), 0) from sale_dispute where status = 'open')`,
  },
  ...PRO_CHECKS,
  TAX_CHECK,
  ...PAYOUT_CHECKS,
  {
    name: 'one order',
    rule: 'Nobody has paid for the same tool twice, unless they bought it again while the first money was on its way back',
    broken: sql`
      select max(id::text) as what from sale where kind = 'purchase' and status = 'paid' and claimed = 0
         and not exists (select from sale_refund where sale_id = sale.id and status = 'failed' and booked)
         and not exists (select from sale_dispute where sale_id = sale.id and status = 'won')
       group by buyer_id, tool_id, livemode having count(*) > 1 and buyer_id is not null`,
  },
  {
    name: 'sales counted',
    rule: 'The number of sales of a tool with each money is the number of its orders that stand',
    broken: sql`
      select tool.slug as what from tool
       where (sales_count, test_sales_count)
          <> (select count(*) filter (where livemode), count(*) filter (where not livemode)
                from sale where tool_id = tool.id and stands)`,
  },
  {
    name: 'coupons',
    rule: 'The uses of a coupon with each money are its orders that were not given up, and never more than it allows',
    broken: sql`
      select code as what from coupon
       where (uses, test_uses) <> (select count(*) filter (where livemode), count(*) filter (where not livemode)
                                 from sale where coupon_id = coupon.id and status <> 'canceled')
          or greatest(uses, test_uses) > max_uses`,
  },
  {
    name: 'receipts',
    rule: 'Numbers of receipts have no gaps, and every order that was paid has one',
    broken: sql`
      select series.name as what from receipt_series series
       where last <> (select count(*) from sale where receipt_number like series.name || '-%')
      union all select id::text from sale where (status = 'paid') <> (receipt_number is not null)`,
  },
  {
    name: 'invoices',
    rule: 'Numbers of invoices have no gaps, and the last one of a series is the one that its counter says',
    broken: sql`
      select series.name as what from invoice_series series
        left join lateral (select count(*) as issued, max(seq) as highest from invoice
                            where invoice.series = series.name) issued on true
       where series.last <> issued.issued or series.last <> coalesce(issued.highest, 0)`,
  },
  ...PROVIDER_CHECKS,
]

interface Found {
  readonly findings: number
  readonly sample: string
}

interface Noted extends Found, Pick<Check, 'name' | 'rule'> {
  readonly at: Date
}

/** Keeps for admins what a look at one rule has found. */
export const noteCheck = (db: Db, { name, rule, findings, sample, at }: Noted) =>
  sql`insert into money_check (name, rule, findings, sample, checked_at)
      values (${name}, ${rule}, ${findings}, ${sample}, ${at})
      on conflict (name) do update set rule = excluded.rule, findings = excluded.findings,
        sample = excluded.sample, checked_at = excluded.checked_at`.execute(db)

/** Looks at all rules, all of them at one moment, and keeps what was found. */
export const checkBooks = (db: Db, at: Date): Promise<string[]> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (transaction) => {
      const broken: string[] = []
      for (const { name, rule, broken: query } of CHECKS) {
        const { rows } = await sql<Found>`
          select count(*) as findings, coalesce(min(what), '') as sample from (${query}) found`.execute(transaction)
        const { findings = 0, sample = '' } = rows[0] ?? {}
        if (findings > 0) broken.push(`${name}: ${findings}, such as ${sample}`)
        await noteCheck(transaction, { name, rule, findings, sample, at })
      }
      return broken
    })

export const listChecks = (db: Db) => db.selectFrom('money_check').selectAll().orderBy('name').execute()
