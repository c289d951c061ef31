import { type RawBuilder, sql } from 'kysely'

type Row = Readonly<Record<string, unknown>>

export const PURCHASES = {
  path: 'purchases.csv',
  about: 'Tools that you have bought, tips that you gave, and what you got back; amounts in cents.',
  tables: ['sale', 'sale_refund', 'sale_dispute', 'payment_customer'],
  columns: [
    ...[
      'order',
      'kind',
      'tool',
      'status',
      'amount',
      'discount',
      'coupon',
      'tax',
      'currency',
      'receipt_number',
      'consent',
      'consent_at',
      'copied_at',
      'address',
    ],
    ...['created_at', 'paid_at', 'refunds', 'disputes', 'customer'],
  ],
}

export const purchasesOf = (userId: string): RawBuilder<Row> => sql`
  select sale.id as order, sale.kind, tool.slug as tool, sale.status, amount, discount,
         coupon_code as coupon, tax, currency, receipt_number, consent, consent_at, copied_at,
         address, sale.created_at, paid_at, customer_id as customer,
         (select json_agg(json_build_object('amount', amount, 'status', status, 'reason', reason,
            'created_at', created_at) order by id)::text from sale_refund where sale_id = sale.id) as refunds,
         (select json_agg(json_build_object('amount', amount, 'status', status, 'opened_at', opened_at)
            order by id)::text from sale_dispute where sale_id = sale.id) as disputes
    from sale join tool on tool.id = sale.tool_id where buyer_id = ${userId} order by sale.id`

export const EARNINGS = {
  path: 'earnings.csv',
  about: 'Every movement of the money that you earned; amounts in cents.',
  tables: ['journal', 'posting', 'ledger_account', 'ledger_balance'],
  columns: ['at', 'journal', 'account', 'amount', 'currency', 'livemode'],
}

export const earningsOf = (userId: string): RawBuilder<Row> => sql`
  select journal.at, journal.kind as journal, account.kind as account, -posting.amount as amount, posting.currency,
         posting.livemode
    from ledger_account account join posting on posting.account_id = account.id
    join journal on journal.id = posting.journal_id
   where account.owner_id = ${userId} order by posting.id`

export const PAYOUTS = {
  path: 'payouts.csv',
  about: 'What was paid out to you, each payout that was not made and why, where it goes, and holds; amounts in cents.',
  tables: ['payout', 'payee', 'payout_hold'],
  columns: [
    'at',
    'what',
    'amount',
    'livemode',
    'status',
    'reason',
    'week',
    'transfer',
    'account',
    'country',
    'ended_at',
  ],
}

export const payoutsOf = (userId: string): RawBuilder<Row> => sql`
  select created_at as at, 'payout' as what, amount, livemode, status, reason, period::text as week,
         transfer_id as transfer, payee_id as account, null as country, ended_at
    from payout where creator_id = ${userId}
  union all
  select created_at, 'account', null, livemode, case when ready then 'ready' else 'not ready' end,
         array_to_string(missing, ', '), null, null, payee_id, country, null
    from payee where user_id = ${userId}
  union all
  select placed_at, 'hold', null, null, case when lifted_at is null then 'stands' else 'lifted' end, reason,
         null, null, null, null, lifted_at
    from payout_hold where creator_id = ${userId} order by at`
