import { type RawBuilder, sql } from 'kysely'
import { uuidv7 } from '#src/lib/ids.ts'
import type { Db } from '#src/server/database.ts'
import type { Off } from './coupon-price.ts'
import { MOST_COUPONS } from './coupons.schema.ts'

export interface CouponRow {
  readonly id: string
  readonly code: string
  readonly tool: { readonly id: string; readonly slug: string; readonly title: string } | null
  readonly percent: number | null
  readonly cents_off: number | null
  readonly max_uses: number | null
  readonly uses: number
  readonly starts_at: Date
  readonly ends_at: Date | null
  readonly ended_at: Date | null
}

const listWhere = async (db: Db, where: RawBuilder<unknown>): Promise<CouponRow[]> => {
  const { rows } = await sql<CouponRow>`
    select coupon.id, code, percent, cents_off, max_uses, coupon_uses(coupon) as uses, starts_at, ends_at, ended_at,
           case when tool.id is not null
                then json_build_object('id', tool.id, 'slug', tool.slug, 'title', tool.title) end as tool
      from coupon left join tool on tool.id = coupon.tool_id
     where ${where} order by coupon.id desc limit ${MOST_COUPONS}`.execute(db)
  return rows
}

export const listCoupons = (db: Db, ownerId: string) => listWhere(db, sql`coupon.owner_id = ${ownerId}`)

export const findCoupon = async (db: Db, ownerId: string, id: string): Promise<CouponRow | undefined> =>
  (await listWhere(db, sql`coupon.owner_id = ${ownerId} and coupon.id = ${id}`))[0]

interface SoldTool {
  readonly id: string
  readonly title: string
  readonly price: number
}

/** What somebody sells by itself. */
export const listSoldTools = (db: Db, ownerId: string): Promise<SoldTool[]> =>
  db
    .selectFrom('tool')
    .select(['id', 'title', 'price_cents as price'])
    .where('owner_id', '=', ownerId)
    .where('status', '=', 'published')
    .where('price_cents', '>', 0)
    .orderBy('title')
    .orderBy('id')
    .limit(500)
    .execute()

/** Two that are made at once by one creator wait for each other. */
export const lockCouponsOf = (transaction: Db, ownerId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`coupons ${ownerId}`}, 0))`.execute(transaction)

export async function countCoupons(db: Db, ownerId: string, code: string) {
  const { rows } = await sql<{ all: number; same: number }>`
    select count(*) as all, count(*) filter (where code = ${code} and ended_at is null) as same
      from coupon where owner_id = ${ownerId}`.execute(db)
  return rows[0] ?? { all: 0, same: 0 }
}

interface NewCoupon extends Off {
  readonly ownerId: string
  readonly code: string
  readonly toolId: string | null
  readonly maxUses: number | null
  readonly startsAt: Date
  readonly endsAt: Date | null
}

export async function insertCoupon(transaction: Db, coupon: NewCoupon): Promise<string> {
  const id = uuidv7()
  await transaction
    .insertInto('coupon')
    .values({
      ...{ id, owner_id: coupon.ownerId, code: coupon.code, tool_id: coupon.toolId, percent: coupon.percent },
      ...{ cents_off: coupon.centsOff, max_uses: coupon.maxUses, starts_at: coupon.startsAt, ends_at: coupon.endsAt },
    })
    .execute()
  return id
}

/** Only the first time counts; false when there is no such coupon of theirs. */
export async function endCoupon(db: Db, ownerId: string, id: string, at: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update coupon set ended_at = coalesce(ended_at, ${at}) where id = ${id} and owner_id = ${ownerId}`.execute(db)
  return numAffectedRows === 1n
}

export interface UsableCoupon extends Off {
  readonly id: string
  readonly maxUses: number | null
  readonly uses: number
  readonly startsAt: Date
  readonly endsAt: Date | null
  /** Whether this person has another order with it, of the same money. */
  readonly isUsed: boolean
}

interface Wanted {
  readonly code: string
  readonly ownerId: string
  readonly toolId: string
  readonly buyerId: string
  /** Uses of test money count for test money alone. */
  readonly livemode: boolean
  /** The order that is to be replaced; its use is not counted. */
  readonly except: string | null
}

/** Locked until the order is written, so that the last use is given once. */
export async function lockCoupon(transaction: Db, wanted: Wanted): Promise<UsableCoupon | undefined> {
  const { code, ownerId, toolId, buyerId, livemode, except } = wanted
  const { rows: locked } = await sql<{ id: string }>`
    select id from coupon where owner_id = ${ownerId} and code = ${code} and ended_at is null
       and (tool_id is null or tool_id = ${toolId}) for update`.execute(transaction)
  const [coupon] = locked
  if (coupon === undefined) return undefined
  // Counted after the lock: what was committed while it was waited for belongs to it.
  const { rows } = await sql<UsableCoupon>`
    select id, percent, cents_off as "centsOff", max_uses as "maxUses", starts_at as "startsAt", ends_at as "endsAt",
           coupon_uses(coupon, ${livemode}) - (select count(*) from sale where id = ${except}
             and coupon_id = coupon.id and status = 'open' and livemode = ${livemode}) as uses,
           exists (select from sale where coupon_id = coupon.id and buyer_id = ${buyerId} and status <> 'canceled'
                      and livemode = ${livemode} and id is distinct from ${except}) as "isUsed"
      from coupon where id = ${coupon.id}`.execute(transaction)
  return rows[0]
}

/** What a coupon that an order was begun with takes off, whatever became of the coupon. */
export async function findOff(db: Db, id: string): Promise<Off | undefined> {
  return db.selectFrom('coupon').select(['percent', 'cents_off as centsOff']).where('id', '=', id).executeTakeFirst()
}
