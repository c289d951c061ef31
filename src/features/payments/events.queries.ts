import { sql } from 'kysely'
import type { Db } from '#src/server/database.ts'
import type { ProviderEvent } from './provider.ts'

/** Writes an event down; one that is there already changes nothing. */
export async function insertEvent(db: Db, source: string, event: ProviderEvent): Promise<void> {
  const { id, type, objectId, livemode, createdAt } = event
  await db
    .insertInto('provider_event')
    .values({ source, id, type, object_id: objectId, livemode, happened_at: createdAt })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export interface ClaimedEvent {
  readonly id: string
  readonly type: string
  readonly object_id: string
  readonly tries: number
}

/** Takes events that are due. Whoever took them has a minute; then they are anybody's again. */
export async function claimEvents(db: Db, source: string, limit: number): Promise<ClaimedEvent[]> {
  const { rows } = await sql<ClaimedEvent>`
    update provider_event set tries = tries + 1, next_at = now() + interval '1 minute'
     where (source, id) in (
       select source, id from provider_event where source = ${source} and next_at <= now()
        order by next_at, happened_at limit ${limit} for update skip locked)
    returning id, type, object_id, tries`.execute(db)
  return rows
}

export const setHandled = (db: Db, source: string, id: string) =>
  sql`update provider_event set handled_at = now(), next_at = null, last_error = null
       where source = ${source} and id = ${id}`.execute(db)

/** Null seconds: it is not tried again. False for an event that is handled already. */
export async function setFailed(
  db: Db,
  source: string,
  id: string,
  error: string,
  inSeconds: number | null,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update provider_event set last_error = ${error}, next_at = now() + make_interval(secs => ${inSeconds}::integer)
     where source = ${source} and id = ${id} and handled_at is null`.execute(db)
  return numAffectedRows === 1n
}

/** From when on lost events are to be looked for; undefined while somebody else does, or just did. */
export async function beginSweep(db: Db, source: string, everyMinutes: number): Promise<Date | undefined> {
  const { rows } = await sql<{ swept_to: Date }>`
    insert into provider_sweep as s (source, swept_to, next_at)
    values (${source}, now() - interval '30 days', now() + make_interval(mins => ${everyMinutes}))
    on conflict (source) do update set next_at = excluded.next_at where s.next_at <= now()
    returning swept_to`.execute(db)
  return rows[0]?.swept_to
}

export const setSwept = (db: Db, source: string, to: Date) =>
  sql`update provider_sweep set swept_to = greatest(swept_to, ${to}) where source = ${source}`.execute(db)

/** Removes what was handled more than 400 days ago; answers how many there were. What failed stays. */
export async function forgetEvents(db: Db): Promise<number> {
  // The application may not delete from this table: the function of its owner takes nothing else.
  const { rows } = await sql<{ gone: number }>`select forget_provider_events() as gone`.execute(db)
  return rows[0]?.gone ?? 0
}
