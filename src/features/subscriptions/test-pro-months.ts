import type { TestDatabase } from '#src/server/test-database.ts'
import { addDays, addMonths } from './periods.ts'

// What creators have to get of each month of Pro, by what was paid and went back, and not by the books.

export interface Use {
  readonly creator: string
  readonly at: Date
}

interface Order {
  readonly amount: number
  readonly tax: number
  readonly claimed: number
  readonly isTheirs: boolean
  readonly paid_at: Date
  readonly starts_at: Date
  readonly ends_at: Date
}

interface Month {
  readonly month: string
  readonly net: number
  readonly shared: number
  readonly shares: readonly { readonly creatorId: string; readonly people: number; readonly amount: number }[]
}

/** What is left of a payment, without its tax. While nobody heard that a refund failed, more may be claimed than was paid. */
const kept = ({ amount, tax, claimed }: Order): number =>
  amount - tax - claimed + Math.floor((tax * Math.min(claimed, amount)) / amount)

/** 70 %, never less and never as much as a cent more; in equal parts, as the same person has used all of them. */
function shareOf(net: number, creators: readonly string[]): Month['shares'] {
  const whole = Math.ceil((net * 7) / 10)
  const [each, left] = [Math.floor(whole / creators.length), whole % creators.length]
  return creators
    .toSorted()
    .map((creatorId, at) => ({ creatorId, people: 1, amount: each + (at < left ? 1 : 0) }))
    .filter(({ amount }) => amount > 0)
}

/** The months that are to be shared now, after those that were. */
export async function dueMonths(
  { pool }: Pick<TestDatabase, 'pool'>,
  { payer, uses, now }: { readonly payer: string; readonly uses: readonly Use[]; readonly now: Date },
): Promise<Month[]> {
  const { rows: orders } = await pool.query<Order>(
    `select o.amount::int, o.tax::int, paid_at, starts_at, ends_at, s.user_id is not distinct from $1 as "isTheirs",
            (select coalesce(sum(amount), 0)::int from subscription_claim
              where order_id = o.id and status not in ('failed', 'won')) as claimed
       from subscription_order o join subscription s on s.id = o.subscription_id where o.status = 'paid'`,
    [payer],
  )
  const { rows } = await pool.query(
    `select coalesce((max(month) + interval '1 month'),
                     (select date_trunc('month', min(paid_at) at time zone 'UTC') from subscription_order)) at time zone 'UTC'
              as next, coalesce(sum(net) filter (where shared > 0), 0)::int as net from pro_month where not livemode`,
  )
  let given = rows[0].net
  const months: Month[] = []
  for (let start: Date = rows[0].next; now >= addDays(addMonths(start, 1), 7); start = addMonths(start, 1)) {
    const end = addMonths(start, 1)
    const net = orders.filter((order) => order.paid_at < end).reduce((sum, order) => sum + kept(order), 0) - given
    const isPaidFor = ({ at }: Use) =>
      orders.some((o) => o.isTheirs && o.starts_at <= at && at < o.ends_at && o.claimed < o.amount)
    const used = uses.filter((use) => use.at >= start && use.at < end && isPaidFor(use))
    const creators = [...new Set(used.map(({ creator }) => creator))]
    const shares = creators.length === 0 || net <= 0 ? [] : shareOf(net, creators)
    const shared = shares.reduce((sum, { amount }) => sum + amount, 0)
    months.push({ month: start.toISOString().slice(0, 10), net, shared, shares })
    if (shared > 0) given += net
  }
  return months
}

/** As they were shared, since a month that comes before them. */
export async function sharedMonths({ pool }: Pick<TestDatabase, 'pool'>, count: number): Promise<Month[]> {
  const { rows } = await pool.query<Month>(
    `select to_char(month, 'YYYY-MM-DD') as month, net::int, shared::int, shares from pro_month where not livemode
      order by pro_month.month offset $1`,
    [count],
  )
  return rows.map(({ shares, ...month }) => ({
    ...month,
    shares: shares.toSorted((a, b) => (a.creatorId < b.creatorId ? -1 : 1)),
  }))
}

/** Whoever has not in their account what their months say. */
export async function paidOtherwise({ pool }: Pick<TestDatabase, 'pool'>): Promise<unknown[]> {
  const { rows } = await pool.query(
    `select owner_id, amount, due from (
        select account.owner_id, -sum(posting.amount) as amount,
               (select sum((share->>'amount')::bigint) from pro_month cross join json_array_elements(shares) share
                 where share->>'creatorId' = account.owner_id::text) as due
          from ledger_account account join posting on posting.account_id = account.id
         where account.kind = 'creator_available' group by account.owner_id) got
      where amount is distinct from due`,
  )
  return rows
}

/** Of refunds by admins and of months, in all lives together. */
export async function whatCameAbout({ pool }: Pick<TestDatabase, 'pool'>): Promise<string[]> {
  const { rows } = await pool.query(
    `select 'refund ' || coalesce(claim.status, refund.status) as what
       from subscription_refund refund left join subscription_claim claim using (id)
     union select 'refund by two admins' from subscription_refund where agreed_by is not null
     union select 'a month for ' || json_array_length(shares) from pro_month
     union select 'a month of debt' from pro_month where net < 0`,
  )
  return rows.map(({ what }) => String(what))
}
