import { sql } from 'kysely'
import type { Interval } from '#src/lib/pro-plan.ts'
import type { Db } from '#src/server/database.ts'

/** The price of the last payment for this way of paying; undefined when there was none. */
export async function findAgreedPrice(db: Db, id: string, interval: Interval): Promise<number | undefined> {
  const { rows } = await sql<{ price: number }>`
    select price from subscription_order
     where subscription_id = ${id} and interval = ${interval} and status = 'paid' and not unwanted
     order by period desc limit 1`.execute(db)
  return rows[0]?.price
}

export const findToldAt = async (db: Db, id: string, interval: Interval, price: number): Promise<Date | undefined> =>
  (
    await db
      .selectFrom('subscription_price_notice')
      .select('told_at')
      .where('subscription_id', '=', id)
      .where('interval', '=', interval)
      .where('price', '=', price)
      .executeTakeFirst()
  )?.told_at

export interface ToTell {
  readonly id: string
  readonly user_id: string
  readonly interval: Interval
  readonly agreed: number
}

/** Who pays less than Pro costs now, goes on with it, and was not told of that price. */
export async function listToTell(
  db: Db,
  prices: Readonly<Record<Interval, number>>,
  livemode: boolean,
  limit: number,
): Promise<ToTell[]> {
  const { rows } = await sql<ToTell>`
    select s.id, s.user_id, paid.interval, paid.price as agreed from subscription s
      join lateral (select interval, price from subscription_order
                     where subscription_id = s.id and status = 'paid' and not unwanted
                     order by period desc limit 1) paid on true
      join (values ('month', ${prices.month}::bigint), ('year', ${prices.year}::bigint)) now (interval, price)
        on now.interval = paid.interval and now.price > paid.price
     where s.status in ('active', 'past_due') and s.user_id is not null and s.livemode = ${livemode}
       and not coalesce((select kind = 'cancel_requested' from subscription_event
                          where subscription_id = s.id and kind in ('cancel_requested', 'resumed')
                          order by seq desc limit 1), false)
       and not exists (select from subscription_price_notice told
                        where told.subscription_id = s.id and told.interval = now.interval and told.price = now.price)
     order by s.id limit ${limit}`.execute(db)
  return rows
}

interface Notice {
  readonly id: string
  readonly interval: Interval
  readonly price: number
  readonly at: Date
}

/** False when somebody else was quicker. */
export async function insertNotice(transaction: Db, { id, interval, price, at }: Notice): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto('subscription_price_notice')
    .values({ subscription_id: id, interval, price, told_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}
