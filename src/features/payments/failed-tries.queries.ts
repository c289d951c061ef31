import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#src/server/database.ts'

/** Who fills in a form. */
export interface Payer {
  readonly userId: string
  readonly address: string | null
}

/** How many refused cards an hour are too many; one address may be many people's. */
const MOST = { user: 6, address: 60 } as const

const digest = (text: string) => createHash('sha256').update(text).digest()
const keysOf = ({ userId, address }: Payer) => ({
  user: digest(`user ${userId}`),
  address: digest(`address ${address ?? `of ${userId}`}`),
})

/** Whose open form this is; undefined for a charge without anybody there, and for what is not ours. */
export async function findPayer(db: Db, intentOrSetupId: string): Promise<Payer | undefined> {
  const { rows } = await sql<Payer>`
    select user_id as "userId", address from (
      select buyer_id as user_id, address from sale where intent_id = ${intentOrSetupId} and status = 'open'
      union all
      select s.user_id, s.address from subscription_order o join subscription s on s.id = o.subscription_id
       where o.intent_id = ${intentOrSetupId} and o.status = 'open' and o.mode = 'here'
      union all
      select user_id, address from subscription where setup_id = ${intentOrSetupId}) form
     where user_id is not null`.execute(db)
  return rows[0]
}

/** Of one event once, however often it is told. */
export async function noteFailedTry(db: Db, eventId: string, payer: Payer): Promise<void> {
  const { user, address } = keysOf(payer)
  await sql`insert into failed_card_try (who, event_id) values (${user}, ${eventId}), (${address}, ${eventId})
            on conflict do nothing`.execute(db)
}

export const forgetFailedTries = (db: Db) =>
  sql`delete from failed_card_try where at < now() - interval '1 day'`.execute(db)

/** Seconds until they may try another card: half an hour after the last of too many within an hour; 0 for most people. */
export async function waitOf(db: Db, payer: Payer): Promise<number> {
  const { user, address } = keysOf(payer)
  const { rows } = await sql<{ wait: number }>`
    select coalesce(max(extract(epoch from last + interval '30 minutes' - now())), 0)::int as wait
      from (select who, count(*) as tries, max(at) as last from failed_card_try
             where who in (${user}, ${address}) and at > now() - interval '1 hour' group by who) known
     where tries >= case who when ${user} then ${MOST.user}::int else ${MOST.address}::int end
       and last > now() - interval '30 minutes'`.execute(db)
  return rows[0]?.wait ?? 0
}
