import { type RawBuilder, sql } from 'kysely'

type Row = Readonly<Record<string, unknown>>

export const COUPONS = {
  path: 'coupons.csv',
  about: 'Codes with which your tools cost less.',
  tables: ['coupon'],
  columns: ['code', 'tool_id', 'percent', 'cents_off', 'max_uses', 'uses', 'starts_at', 'ends_at', 'ended_at'],
}

export const couponsOf = (userId: string): RawBuilder<Row> => sql`
  select code, tool_id, percent, cents_off, max_uses, coupon_uses(coupon) as uses, starts_at, ends_at, ended_at from coupon
   where owner_id = ${userId} order by id`

export const LICENCES = {
  path: 'licences.csv',
  about: 'Free licences for tools: those that you gave, and those that you were given.',
  tables: ['tool_licence'],
  columns: ['tool', 'role', 'given_to', 'created_at', 'ended_at'],
}

/** How its creator named somebody is the creator's to know. */
export const licencesOf = (userId: string): RawBuilder<Row> => sql`
  select slug as tool, case issuer_id when ${userId} then 'given' else 'held' end as role,
         case issuer_id when ${userId} then given_to end as given_to, licence.created_at, licence.ended_at
    from tool_licence licence join tool on tool.id = licence.tool_id
   where issuer_id = ${userId} or holder_id = ${userId} order by licence.created_at`
