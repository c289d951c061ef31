import { type RawBuilder, sql } from 'kysely'

type Row = Readonly<Record<string, unknown>>

export const SUBSCRIPTIONS = {
  path: 'subscriptions.csv',
  about: 'Your subscriptions to Pro: all that happened to them, what you got back, and the consent that you gave.',
  tables: [
    ...['subscription', 'subscription_event', 'subscription_order', 'subscription_price_notice'],
    ...['subscription_claim', 'subscription_refund'],
  ],
  columns: ['subscription', 'at', 'what', 'details', 'provider', 'livemode', 'card_ends_in', 'address'],
}

export const subscriptionsOf = (userId: string): RawBuilder<Row> => sql`
  select s.id as subscription, what.at, what.kind as what, what.details, s.provider, s.livemode,
         s.card_last4 as card_ends_in, s.address
    from subscription s join lateral (
      select at, seq, kind, data::text as details from subscription_event where subscription_id = s.id
      union all
      select told_at, null, 'told_of_price', json_build_object('interval', interval, 'price', price)::text
        from subscription_price_notice where subscription_id = s.id
      union all
      select coalesce(claim.created_at, refund.created_at), null, coalesce(claim.kind, 'refund'),
             json_build_object('amount', coalesce(claim.amount, refund.amount),
               'status', coalesce(claim.status, refund.status), 'reason', coalesce(refund.reason, claim.reason))::text
        from subscription_claim claim full join subscription_refund refund on refund.id = claim.id
        join subscription_order o on o.id = coalesce(claim.order_id, refund.order_id)
       where o.subscription_id = s.id) what on true
   where s.user_id = ${userId} order by s.id, what.at, what.seq`

export const INVOICES = {
  path: 'invoices.csv',
  about: 'Your invoices and credit notes; amounts in cents.',
  tables: ['invoice'],
  columns: ['number', 'kind', 'issued_at', 'amount', 'tax', 'currency', 'livemode', 'seller', 'buyer', 'lines'],
}

export const invoicesOf = (userId: string): RawBuilder<Row> => sql`
  select number, kind, issued_at, amount, tax, currency, livemode, seller::text, buyer::text, lines::text
    from invoice where user_id = ${userId} order by id`

export const BILLING_DETAILS = {
  path: 'billing-details.csv',
  about: 'What stands about you on invoices.',
  tables: ['billing_details'],
  columns: ['name', 'address', 'country', 'tax_id', 'updated_at'],
}

export const billingDetailsOf = (userId: string): RawBuilder<Row> => sql`
  select name, address, country, tax_id, updated_at from billing_details where user_id = ${userId}`
