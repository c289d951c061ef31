import { type RawBuilder, sql } from 'kysely'

type Row = Readonly<Record<string, unknown>>

export const SUBSCRIPTIONS = {
  path: 'subscriptions.csv',
  about: 'Your subscriptions to Pro: all that happened to them, and the consent that you gave.',
  tables: ['subscription', 'subscription_event', 'subscription_order'],
  columns: ['subscription', 'at', 'what', 'details', 'provider', 'livemode', 'card_ends_in'],
}

export const subscriptionsOf = (userId: string): RawBuilder<Row> => sql`
  select s.id as subscription, e.at, e.kind as what, e.data::text as details, s.provider, s.livemode,
         s.card_last4 as card_ends_in
    from subscription s join subscription_event e on e.subscription_id = s.id
   where s.user_id = ${userId} order by s.id, e.seq`

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
