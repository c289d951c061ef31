import { sql } from 'kysely'
import type { Db } from '#src/server/database.ts'
import { EVENTS_PER_PAGE, type EventState } from './payment-events.schema.ts'

export interface EventRow {
  readonly source: string
  readonly id: string
  readonly type: string
  readonly object_id: string
  readonly livemode: boolean
  readonly happened_at: Date
  readonly received_at: Date
  readonly handled_at: Date | null
  readonly tries: number
  readonly next_at: Date | null
  readonly last_error: string | null
  readonly state: EventState
  readonly order_id: string | null
}

const EVENT = sql`
  select event.*, coalesce(
           (select id from sale where intent_id = event.object_id),
           (select id from subscription_order where intent_id = event.object_id),
           (select sale_id from sale_refund where provider_refund_id = event.object_id),
           (select sale_id from sale_dispute where provider_dispute_id = event.object_id),
           (select order_id from subscription_claim where provider_id = event.object_id)) as order_id,
         case when event.handled_at is not null then 'handled'
              when event.next_at is null then 'given_up'
              when event.last_error is not null then 'failing' else 'waiting' end as state
    from provider_event event`

interface Filter {
  readonly state: EventState | undefined
  readonly search: string | undefined
  readonly skip: number
}

export async function listEvents(db: Db, { state, search = '', skip }: Filter): Promise<EventRow[]> {
  const { rows } = await sql<EventRow>`
    select * from (${EVENT}) event
     where ${state === undefined ? sql`true` : sql`state = ${state}`}
       and ${
         search === ''
           ? sql`true`
           : sql`(starts_with(type, ${search}) or id = ${search} or object_id = ${search} or order_id::text = ${search})`
       }
     order by happened_at desc, received_at desc, id desc limit ${EVENTS_PER_PAGE + 1} offset ${skip}`.execute(db)
  return rows
}

export async function findEvent(db: Db, source: string, id: string): Promise<EventRow | undefined> {
  const { rows } = await sql<EventRow>`
    select * from (${EVENT}) event where source = ${source} and id = ${id}`.execute(db)
  return rows[0]
}

/** What came of acting on it by hand. One that failed is left to the next try of its own, or to an admin. */
export const setReplayed = (db: Db, source: string, id: string, error: string | null) =>
  sql`update provider_event set tries = tries + 1, last_error = ${error},
             handled_at = case when ${error}::text is null then now() else handled_at end,
             next_at = case when ${error}::text is null then null else next_at end
       where source = ${source} and id = ${id}`.execute(db)
