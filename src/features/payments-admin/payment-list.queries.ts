import { sql } from 'kysely'
import { roleOfActor } from '#src/features/checkout/claims.queries.ts'
import { rolesAllowed } from '#src/lib/permissions.ts'
import type { Db } from '#src/server/database.ts'
import type { PAYMENT_MODES, PAYMENT_STATES, Payment, PaymentStory } from './payment-list.schema.ts'

type Named = PaymentStory['creator']

export interface PaymentRow {
  readonly id: string
  readonly kind: Payment['kind']
  readonly state: Payment['state']
  readonly title: string
  readonly slug: string | null
  readonly buyer: Named
  readonly creator_id: string | null
  readonly amount: number
  readonly fee: number | null
  readonly refunded: number
  readonly provider: Payment['provider']
  readonly intent_id: string | null
  readonly livemode: boolean
  readonly created_at: Date
  readonly paid_at: Date | null
  readonly receipt_number: string | null
}

/** Orders of tools and of Pro in one list. What a dispute has not given back counts before what was refunded. */
const PAYMENT = sql`
  select sale.id, case sale.kind when 'tip' then 'tip' else 'tool' end as kind, tool.title, tool.slug, sale.buyer_id,
         sale.creator_id, sale.amount, sale.fee, taken.refunded, sale.provider, sale.intent_id, sale.livemode, sale.created_at, sale.paid_at, sale.receipt_number,
         case when sale.status <> 'paid' then sale.status
              when coalesce(disputed.status, 'won') <> 'won' then 'disputed'
              when sale.claimed >= sale.amount then 'refunded'
              when taken.refunded > 0 then 'partly_refunded' else 'paid' end as state
    from sale join tool on tool.id = sale.tool_id
    left join lateral (select coalesce(sum(amount), 0)::bigint as refunded from sale_refund
                        where sale_id = sale.id and booked and status <> 'failed') taken on true
    left join lateral (select status from sale_dispute where sale_id = sale.id order by id desc limit 1) disputed on true
  union all
  select bought.id, 'pro', 'Pro, one ' || bought.interval || case when bought.unwanted then ', after its end' else '' end, null, owner.user_id, null, bought.amount, bought.fee,
         taken.refunded, owner.provider, bought.intent_id, bought.livemode, bought.created_at, bought.paid_at, null,
         case when bought.status <> 'paid' then bought.status
              when taken.disputes > 0 then 'disputed'
              when taken.refunded >= bought.amount then 'refunded'
              when taken.refunded > 0 then 'partly_refunded' else 'paid' end
    from subscription_order bought join subscription owner on owner.id = bought.subscription_id
    left join lateral (
      select coalesce(sum(amount) filter (where kind = 'refund' and status <> 'failed'), 0)::bigint as refunded,
             count(*) filter (where kind = 'dispute' and status <> 'won') as disputes
        from subscription_claim where order_id = bought.id) taken on true`

/** Somebody as admins see them; null for an id that nobody has any more. */
const named = (id: ReturnType<typeof sql>) =>
  sql`(select json_build_object('id', u.id, 'name', u.name, 'email', u.email) from "user" u where u.id = ${id})`

interface ListOptions {
  readonly search: string | undefined
  readonly state: (typeof PAYMENT_STATES)[number]
  readonly mode: (typeof PAYMENT_MODES)[number]
  /** The last id of the page before. */
  readonly before?: string | undefined
  readonly limit: number
}

const matching = (search: string) => sql`(
  p.id::text = lower(${search}) or p.intent_id = ${search} or p.receipt_number = ${search}
  or strpos(lower(p.title), lower(${search})) > 0 or p.slug = lower(${search})
  or exists (select from "user" u where u.id = p.buyer_id and (u.id::text = lower(${search})
       or strpos(lower(u.name), lower(${search})) > 0 or strpos(lower(u.email), lower(${search})) > 0))
  or p.id in (select sale_id from sale_refund where provider_refund_id = ${search}
        union all select sale_id from sale_dispute where provider_dispute_id = ${search}
        union all select sale_id from sale_inquiry where provider_dispute_id = ${search}
        union all select order_id from subscription_claim where provider_id = ${search}
        union all select order_id from subscription_inquiry where provider_dispute_id = ${search}))`

const IN_MODE = { all: sql`true`, live: sql`p.livemode`, test: sql`not p.livemode` }

/** Of a refund that was proposed: whether whoever asked for it may still refund. If not, the proposal counts for nothing. */
const stillAsked = sql`coalesce(${roleOfActor} = any(${rolesAllowed('payments.refund')}), false)`

const inState = (state: ListOptions['state']) =>
  state === 'all'
    ? sql`true`
    : state === 'proposed'
      ? sql`p.state <> 'refunded'
            and p.id in (select sale_id from sale_refund refund where status = 'proposed' and ${stillAsked}
                         union all
                         select order_id from subscription_refund refund where status = 'proposed' and ${stillAsked})`
      : sql`p.state = ${state}`

/** Ids are in the order of time. */
export async function listPayments(db: Db, { search = '', state, mode, before, limit }: ListOptions) {
  const { rows } = await sql<PaymentRow>`
    select p.*, ${named(sql`p.buyer_id`)} as buyer from (${PAYMENT}) p
     where ${inState(state)} and ${IN_MODE[mode]}
       and ${search === '' ? sql`true` : matching(search)}
       and ${before === undefined ? sql`true` : sql`p.id < ${before}::uuid`}
     order by p.id desc limit ${limit}`.execute(db)
  return rows
}

export async function findPayment(db: Db, id: string): Promise<(PaymentRow & { readonly creator: Named }) | undefined> {
  const { rows } = await sql<PaymentRow & { readonly creator: Named }>`
    select p.*, ${named(sql`p.buyer_id`)} as buyer, ${named(sql`p.creator_id`)} as creator
      from (${PAYMENT}) p where p.id = ${id}`.execute(db)
  return rows[0]
}

type RefundRow = Omit<PaymentStory['refunds'][number], 'createdAt' | 'providerId'> & {
  readonly provider_id: string | null
  readonly created_at: Date
}

export async function listRefundsOf(db: Db, orderId: string): Promise<RefundRow[]> {
  const { rows } = await sql<RefundRow>`
    select refund.id, amount, case when status = 'proposed' and not ${stillAsked} then 'lapsed' else status end as status, origin, ${named(sql`refund.actor_id`)} as actor,
           ${named(sql`refund.agreed_by`)} as "agreedBy", reason,
           provider_refund_id as provider_id, created_at
      from sale_refund refund where sale_id = ${orderId}
    union all
    select coalesce(refund.id, claim.id), coalesce(refund.amount, claim.amount),
           case when refund.status = 'proposed' and not ${stillAsked} then 'lapsed'
                else coalesce(claim.status, refund.status) end,
           case when refund.id is null then 'provider' else 'admin' end, ${named(sql`refund.actor_id`)},
           ${named(sql`refund.agreed_by`)}, coalesce(refund.reason, ''), claim.provider_id,
           coalesce(refund.created_at, claim.created_at)
      from (select * from subscription_claim where order_id = ${orderId} and kind = 'refund') claim
      full join (select * from subscription_refund where order_id = ${orderId}) refund on refund.id = claim.id
     order by created_at, id`.execute(db)
  return rows
}

interface SendingBackRow {
  readonly left: number
  readonly isTried: boolean
  readonly said: string | null
  readonly next_at: Date | null
}

/** What is still with us of a payment for Pro that came after its end. */
export async function findSendingBack(db: Db, orderId: string): Promise<SendingBackRow | undefined> {
  const { rows } = await sql<SendingBackRow>`
    select o.amount - taken.standing as left, o.back_refused as said, o.back_next_at as next_at,
           taken.asked < o.amount and (o.back_refused is null or o.back_next_at is not null) as "isTried"
      from subscription_order o join lateral (
        select coalesce(sum(amount) filter (where status not in ('won', 'failed')), 0)::bigint as standing,
               coalesce(sum(amount) filter (where status <> 'won'), 0)::bigint as asked
          from subscription_claim where order_id = o.id) taken on true
     where o.id = ${orderId} and o.unwanted and taken.standing < o.amount`.execute(db)
  return rows[0]
}

type DisputeRow = Omit<PaymentStory['disputes'][number], 'openedAt' | 'endedAt' | 'respondBy' | 'providerId'> & {
  readonly respond_by: Date | null
  readonly provider_id: string
  readonly opened_at: Date
  readonly ended_at: Date | null
}

export async function listDisputesOf(db: Db, orderId: string): Promise<DisputeRow[]> {
  const { rows } = await sql<DisputeRow>`
    select id, amount, fee, status, reason, provider_dispute_id as provider_id, respond_by, opened_at, ended_at
      from sale_dispute where sale_id = ${orderId}
    union all
    select id, amount, fee, status, reason, provider_id, respond_by, created_at, ended_at
      from subscription_claim where order_id = ${orderId} and kind = 'dispute'
    union all
    select id, coalesce(amount, 0), 0, case when ended_at is null then 'inquiry' else 'inquiry_over' end, reason,
           provider_dispute_id, respond_by, at, ended_at
      from (select id, sale_id as order_id, amount, reason, provider_dispute_id, respond_by, at, ended_at from sale_inquiry
            union all
            select id, order_id, amount, reason, provider_dispute_id, respond_by, at, ended_at
              from subscription_inquiry) inquiry where order_id = ${orderId}
     order by opened_at, id`.execute(db)
  return rows
}

interface EventRow {
  readonly id: string
  readonly type: string
  readonly object_id: string
  readonly happened_at: Date
  readonly handled_at: Date | null
}

export async function listEventsOf(db: Db, source: string, objectIds: readonly string[]): Promise<EventRow[]> {
  const { rows } = await sql<EventRow>`
    select id, type, object_id, happened_at, handled_at from provider_event
     where source = ${source} and object_id = any(${objectIds}) order by happened_at, received_at, id`.execute(db)
  return rows
}

/** Invoices and credit notes of what was paid and given back. */
export const listInvoicesOf = (db: Db, sourceIds: readonly string[]) =>
  db
    .selectFrom('invoice')
    .select(['number', 'kind'])
    .where('source_id', 'in', sourceIds)
    .orderBy('issued_at')
    .orderBy('number')
    .execute()

interface JournalRow {
  readonly id: string
  readonly kind: string
  readonly at: Date
  readonly lines: readonly {
    readonly accountId: number
    readonly account: string
    readonly owner: Named
    readonly amount: number
  }[]
}

/** What the books have of these: orders, refunds, disputes. */
export async function listJournalsOf(db: Db, sourceIds: readonly string[]): Promise<JournalRow[]> {
  const { rows } = await sql<JournalRow>`
    select journal.id, journal.kind, journal.at,
           json_agg(json_build_object('accountId', account.id, 'account', account.kind,
             'owner', ${named(sql`account.owner_id`)}, 'amount', posting.amount) order by posting.id) as lines
      from journal join posting on posting.journal_id = journal.id
      join ledger_account account on account.id = posting.account_id
     where journal.source_id = any(${sourceIds}::uuid[])
     group by journal.id, journal.kind, journal.at order by journal.at, journal.id`.execute(db)
  return rows
}
