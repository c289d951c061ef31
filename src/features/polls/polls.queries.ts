import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { Lane } from '#src/engine/engine.ts'
import type { Graph } from '#src/lib/graph/graph.schema.ts'
import type { Json, JsonObject } from '#src/sdk/json.ts'
import type { Db } from '#src/server/database.ts'

interface PollId {
  readonly workflow_id: string
  readonly node_id: string
}

/** What a step looks for: its type, and its settings. */
type Search = { readonly type: string; readonly config: JsonObject }

const withoutPace = ({ type, config }: Search, pace: readonly string[]) => ({
  type,
  config: Object.fromEntries(Object.entries(config).filter(([name]) => !pace.includes(name))),
})

/**
 * A search goes on where it was, at once and at its new pace where that has changed. Any other one begins anew, and
 * whoever looks for it now is late.
 */
export async function upsertPoll(
  transaction: Db,
  { workflow_id, node_id }: PollId,
  search: Search,
  pace: readonly string[],
): Promise<void> {
  const text = JSON.stringify(search)
  const { rows } = await sql<{ config: Search; is_same: boolean }>`
    select config, config::text = ${text} as is_same from poll
     where workflow_id = ${workflow_id} and node_id = ${node_id} for update`.execute(transaction)
  const [known] = rows
  if (known?.is_same) return
  if (known !== undefined && !isDeepStrictEqual(withoutPace(known.config, pace), withoutPace(search, pace)))
    await sql`delete from poll where workflow_id = ${workflow_id} and node_id = ${node_id}`.execute(transaction)
  await sql`insert into poll (workflow_id, node_id, config) values (${workflow_id}, ${node_id}, ${text}::json)
      on conflict (workflow_id, node_id) do update
      set config = excluded.config, next_at = now(), lease_id = null, lease_until = null`.execute(transaction)
}

export const deleteOtherPolls = (transaction: Db, workflowId: string, kept: readonly string[]) =>
  sql`delete from poll where workflow_id = ${workflowId} and node_id <> all(${kept}::text[])`.execute(transaction)

export interface ClaimedPoll extends PollId {
  readonly lease_id: string
  readonly type: string
  readonly owner_id: string
  readonly config: JsonObject
  readonly cursor: Json
  readonly failures: number
}

const LEASES_OF_AN_ACCOUNT = 4

/** What has been due for longest, for this caller alone until the lease ends. */
export async function claimPoll(db: Db, leaseId: string, leaseSeconds: number): Promise<ClaimedPoll | undefined> {
  const { rows } = await sql<ClaimedPoll>`
    with due as (
      select p.workflow_id, p.node_id, w.owner_id, node ->> 'type' as type
        from poll p
        join workflow w on w.id = p.workflow_id and w.status = 'published'
        join workflow_version v on v.workflow_id = p.workflow_id and v.version = w.published_version
        cross join lateral (select node from json_array_elements(v.graph -> 'nodes') as node
          where node ->> 'id' = p.node_id) as found
        join "user" u on u.id = w.owner_id and u.suspended_at is null and u.deletion_due_at is null
       where p.next_at <= now() and (p.lease_until is null or p.lease_until < now())
         and (select count(*) from poll o join workflow ow on ow.id = o.workflow_id
               where o.lease_until > now() and ow.owner_id = w.owner_id) < ${LEASES_OF_AN_ACCOUNT}
       order by p.next_at limit 1 for update of p skip locked)
    update poll p set lease_id = ${leaseId}, lease_until = now() + make_interval(secs => ${leaseSeconds})
      from due where p.workflow_id = due.workflow_id and p.node_id = due.node_id
    returning p.workflow_id, p.node_id, p.lease_id, due.type, due.owner_id, p.config, p.cursor, p.failures`.execute(db)
  return rows[0]
}

export interface LockedPoll extends PollId {
  readonly owner_id: string
  readonly version: number
  readonly graph: Graph
  readonly lane: Lane
  /** Whether nobody has looked before. */
  readonly is_first: boolean
}

/** Undefined when the claim is somebody else's by now, or what it was for is gone. */
export async function lockClaimed(transaction: Db, poll: ClaimedPoll): Promise<LockedPoll | undefined> {
  // First the workflow, as who publishes does: the other order would be a deadlock.
  await sql`select from workflow where id = ${poll.workflow_id} for key share`.execute(transaction)
  const { rows } = await sql<LockedPoll>`
    select p.workflow_id, p.node_id, w.owner_id, v.version, v.graph, v.lane, p.looked_at is null as is_first
      from poll p
      join workflow w on w.id = p.workflow_id and w.status = 'published'
      join workflow_version v on v.workflow_id = w.id and v.version = w.published_version
     where p.workflow_id = ${poll.workflow_id} and p.node_id = ${poll.node_id} and p.lease_id = ${poll.lease_id}
       for update of p`.execute(transaction)
  return rows[0]
}

/** Of these keys, those that were told of before. That they still are is noted once a day. */
export async function knownKeys(transaction: Db, { workflow_id, node_id }: PollId, keys: readonly Buffer[]) {
  const these = sql`workflow_id = ${workflow_id} and node_id = ${node_id} and event_key = any(${keys}::bytea[])`
  await sql`update poll_event set reported_at = now()
             where ${these} and reported_at < now() - interval '1 day'`.execute(transaction)
  const { rows } = await sql<{ event_key: Buffer }>`select event_key from poll_event where ${these}`.execute(
    transaction,
  )
  return new Set(rows.map(({ event_key }) => event_key.toString('hex')))
}

export const insertKeys = (
  transaction: Db,
  { workflow_id, node_id }: PollId,
  keys: readonly Buffer[],
  executionId: string | null,
) =>
  sql`insert into poll_event (workflow_id, node_id, event_key, execution_id)
      select ${workflow_id}, ${node_id}, key, ${executionId}::uuid from unnest(${keys}::bytea[]) as key`.execute(
    transaction,
  )

interface Success {
  readonly cursor: Json
  readonly hasFound: boolean
  readonly pauseMs: number
}

export const endLook = (transaction: Db, { workflow_id, node_id }: PollId, { cursor, hasFound, pauseMs }: Success) =>
  sql`update poll set cursor = ${JSON.stringify(cursor)}::json, looked_at = now(), failures = 0, error = null,
             found_at = case when ${hasFound} then now() else found_at end,
             next_at = now() + make_interval(secs => ${pauseMs / 1000}), lease_id = null, lease_until = null
       where workflow_id = ${workflow_id} and node_id = ${node_id}`.execute(transaction)

interface Failed {
  readonly error: { readonly code: string; readonly message: string }
  readonly pauseMs: number
}

export const failLook = (db: Db, { workflow_id, node_id, lease_id }: ClaimedPoll, { error, pauseMs }: Failed) =>
  sql`update poll set failures = failures + 1, error = ${JSON.stringify(error)}::json,
             next_at = now() + make_interval(secs => ${pauseMs / 1000}), lease_id = null, lease_until = null
       where workflow_id = ${workflow_id} and node_id = ${node_id} and lease_id = ${lease_id}`.execute(db)

/** Leaves it to another process, which may take it up at once. */
export const releasePoll = (db: Db, { workflow_id, node_id, lease_id }: ClaimedPoll) =>
  sql`update poll set lease_id = null, lease_until = null
       where workflow_id = ${workflow_id} and node_id = ${node_id} and lease_id = ${lease_id}`.execute(db)

interface PollRow extends PollId {
  readonly next_at: Date
  readonly looked_at: Date | null
  readonly found_at: Date | null
  readonly failures: number
  readonly error: Failed['error'] | null
}

export async function listPolls(db: Db, workflowId: string): Promise<PollRow[]> {
  const { rows } = await sql<PollRow>`
    select workflow_id, node_id, next_at, looked_at, found_at, failures, error from poll
     where workflow_id = ${workflowId} order by node_id`.execute(db)
  return rows
}

const KEPT_DAYS = 30
/** Forgets what the source has not told of for long, counted from its last answer: a source may be away for longer. */
export const deleteOldEvents = (db: Db) =>
  sql`delete from poll_event e using poll p
       where p.workflow_id = e.workflow_id and p.node_id = e.node_id
         and e.reported_at < now() - make_interval(days => ${KEPT_DAYS})
         and e.reported_at < p.looked_at - make_interval(days => ${KEPT_DAYS})`.execute(db)
