import type { Pool, PoolClient } from 'pg'
import { LIVE_RUNS_SQL } from '#src/lib/run-status.ts'
import { NEVER } from './dbos.ts'
import { durableIdOf } from './durable-id.ts'
import type { WaitingRun } from './engine.ts'

/** Of each account so many are looked at, the oldest first, */
const MOST_OF_ACCOUNT = 25
/** and of all accounts so many: first the oldest of each, then the second. */
const MOST_OF_ALL = 5000

/** In the transaction in which the run gives up its place. */
export async function waitForRoom(client: PoolClient, id: string, bytes: number): Promise<void> {
  await client.query({
    name: 'engine-wait-for-room',
    text: `insert into execution_room (execution_id, owner_id, bytes, since)
      select id, owner_id, $2, created_at from execution where id = $1
      on conflict (execution_id) do update set bytes = excluded.bytes`,
    values: [id, bytes],
  })
}

/**
 * Gives up a run that the durable queue has given to this executor, before it is claimed; its next segment is not due.
 * Null when somebody wants to end it, or it is not this executor's.
 */
export async function putBack(
  client: PoolClient,
  id: string,
  durableId: string,
  executorId: string,
): Promise<{ readonly segment: number; readonly ownerId: string } | null> {
  const { rows } = await client.query<{ segment: number; ownerId: string }>({
    name: 'engine-put-back',
    // A run that has not begun has not waited either: its time limit counts from its start.
    text: `update execution e set segment = e.segment + 1, executor_id = null, due_at = $4,
        status = case when e.started_at is null then 'queued' else 'waiting' end,
        waiting_since = case when e.started_at is null then null else coalesce(e.waiting_since, now()) end
      from dbos.workflow_status w
      where e.id = $1::uuid and w.workflow_uuid = $3 and w.workflow_uuid = ${durableIdOf('e')}
        and w.status = 'PENDING' and w.executor_id = $2 and e.status in ${LIVE_RUNS_SQL} and not e.cancel_requested
      returning e.segment, e.owner_id as "ownerId"`,
    values: [id, executorId, durableId, new Date(NEVER)],
  })
  return rows[0] ?? null
}

/** The oldest first. */
export async function runsWithoutRoom(pool: Pool): Promise<WaitingRun[]> {
  const { rows } = await pool.query<WaitingRun>({
    name: 'engine-without-room',
    text: `select execution_id as id, owner_id as "ownerId", bytes::float8 as bytes from (
        select * from (
          select *, row_number() over (partition by owner_id order by since, execution_id) as place
            from execution_room) as each
          where place <= ${MOST_OF_ACCOUNT} order by place, since, execution_id limit ${MOST_OF_ALL}) as looked_at
      order by since, execution_id`,
  })
  return rows
}

/** Makes runs due for which there is room now. Of several processes that do so each run has one; returns those of ours. */
export async function giveRoom(pool: Pool, ids: readonly string[]): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>({
    name: 'engine-give-room',
    text: `with chosen as (select execution_id from execution_room where execution_id = any($1::uuid[])
        order by execution_id for update skip locked),
      given as (delete from execution_room r using chosen, execution e
        where r.execution_id = chosen.execution_id and e.id = r.execution_id returning e.id, e.segment),
      due as (update dbos.workflow_status set status = 'ENQUEUED', delay_until_epoch_ms = null,
          updated_at = (extract(epoch from now()) * 1000)::bigint
        where workflow_uuid in (select ${durableIdOf('given')} from given) and status = 'DELAYED')
      select id from given`,
    values: [ids],
  })
  return rows.map(({ id }) => id)
}
