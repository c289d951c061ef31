import type { Pool, PoolClient } from 'pg'
import { LIVE_RUNS_SQL, OPEN_STEPS_SQL } from '#src/lib/run-status.ts'
import { RECOVERY_QUEUE, RUN_GRAPH } from './dbos.ts'
import type { Abandoned } from './decide/takeover.ts'
import { durableIdOf } from './durable-id.ts'
import type { ExecutionError } from './engine.ts'

const MOST_AT_ONCE = 500

export interface Deadline {
  readonly executorId: string
  /** Executors that are gone for certain. */
  readonly knownDead: readonly string[]
  /** A heartbeat older than this is that of a dead process; null while no heartbeat says anything. */
  readonly deadAfterMs: number | null
}

export interface Orphan extends Abandoned {
  readonly id: string
  readonly segment: number
}

/** Of the runs in a durable queue. */
const RUN_OF_DURABLE = `left(w.workflow_uuid, 36)::uuid`

/** Whoever asks is alive, however late its sign of life: what it knows of it goes on with. */
const ALIVE = `alive as (select id from executor
    where coalesce(heartbeat_at > now() - make_interval(secs => $2::float8 / 1000), true) and id <> all($3::text[])
  union select $1::text)`

/**
 * Makes this executor the owner of runs whose owner is gone, or whose durable row is held by one that is gone, and of
 * `lost`: runs of its own that it does not know. A run that waits needs no owner while its durable row waits too.
 * Of several processes that try, one gets a run. A holder without a row has signed off in good order, with a new release
 * for example: that is not counted against its runs. Of a run that is in hand, who has its durable row is the holder.
 * Runs that say they are in the durable queue and are not are looked for when it is `thorough`: it reads all that waits.
 */
export async function takeOver(
  client: PoolClient,
  deadline: Deadline,
  { lost, thorough }: { readonly lost: readonly string[]; readonly thorough: boolean },
): Promise<Orphan[]> {
  const { rows } = await client.query<{
    id: string
    segment: number
    recoveries: number
    cancel_requested: boolean
    durable: Abandoned['durable']
  }>({
    name: 'engine-take-over',
    text: `with ${ALIVE},
      suspect as (
        select id from execution
          where status = 'running' and (executor_id is null or executor_id not in (select id from alive))
        union
        select ${RUN_OF_DURABLE} from dbos.workflow_status w
          where w.status = 'PENDING' and w.name = '${RUN_GRAPH}' and w.executor_id not in (select id from alive)
        union
        select unnest($4::uuid[])
        union
        select e.id from execution e left join dbos.workflow_status w on w.workflow_uuid = ${durableIdOf('e')}
          where $5 and e.status in ('queued', 'waiting')
            and (w.status is null or w.status not in ('ENQUEUED', 'DELAYED', 'PENDING'))),
      orphan as (select e.id, w.status, w.executor_id is not null and w.executor_id in (select id from alive)
            and e.id <> all($4::uuid[]) as held,
          case when w.status = 'PENDING' and w.executor_id not in (select id from alive)
            then exists (select from executor x where x.id = w.executor_id)
            else e.executor_id is null or exists (select from executor x where x.id = e.executor_id) end::int as counted
        from suspect join execution e on e.id = suspect.id
          left join dbos.workflow_status w on w.workflow_uuid = ${durableIdOf('e')}
        where e.status in ${LIVE_RUNS_SQL} and (
          (e.status = 'running' and (e.executor_id is null or e.executor_id not in (select id from alive)))
          or (e.status <> 'running' and (w.status is null or w.status not in ('ENQUEUED', 'DELAYED', 'PENDING')))
          or (w.status = 'PENDING' and w.executor_id not in (select id from alive))
          or e.id = any($4::uuid[]))
        order by e.created_at limit ${MOST_AT_ONCE} for update of e skip locked)
      update execution e set executor_id = $1, recoveries = e.recoveries + counted, takeovers = e.takeovers + 1
        from orphan
      where e.id = orphan.id
      returning e.id, e.segment, e.recoveries, e.cancel_requested, case
        when orphan.status is null then 'missing'
        when orphan.status in ('ENQUEUED', 'DELAYED') then 'enqueued'
        when orphan.status = 'PENDING' and orphan.held then 'running-elsewhere'
        when orphan.status = 'PENDING' then 'abandoned'
        when orphan.status = 'ERROR' then 'broken'
        else 'ended' end as durable`,
    values: [deadline.executorId, deadline.deadAfterMs, deadline.knownDead, lost, thorough],
  })
  return rows.map(({ cancel_requested, ...row }) => ({ ...row, cancelRequested: cancel_requested }))
}

/**
 * Gives runs back to the durable queue, stamped with this version of the interpreter: rows of another one would never
 * be picked up. In our transaction, unlike the library's own resume, which also repeats a step that is running.
 */
export async function requeue(client: PoolClient, ids: readonly string[], applicationVersion: string): Promise<void> {
  await client.query({
    name: 'engine-requeue',
    text: `update dbos.workflow_status set status = 'ENQUEUED', queue_name = $2, queue_partition_key = null,
        application_version = $3, owner_xid = null, error = null, completed_at = null, recovery_attempts = 0, started_at_epoch_ms = null,
        delay_until_epoch_ms = null, updated_at = (extract(epoch from now()) * 1000)::bigint
      where workflow_uuid in (select ${durableIdOf('e')} from execution e where e.id = any($1::uuid[]))
        and status in ('PENDING', 'ENQUEUED', 'DELAYED', 'ERROR')`,
    values: [ids, RECOVERY_QUEUE, applicationVersion],
  })
}

/** Ends runs from outside: a process that still works on one finds its row ended and its durable row no longer its own. */
export async function endRuns(
  client: Pool | PoolClient,
  ids: readonly string[],
  status: 'failed' | 'cancelled',
  error: ExecutionError,
): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>({
    name: 'engine-end',
    text: `with done as (update execution set status = $2, error = $3::json, finished_at = now(),
          duration_ms = extract(epoch from now() - started_at) * 1000
        where id = any($1::uuid[]) and status in ${LIVE_RUNS_SQL} returning id, segment),
      s as (update execution_step set status = 'cancelled' where execution_id in (select id from done)
        and status in ${OPEN_STEPS_SQL}),
      l as (delete from run_line where execution_id in (select id from done)),
      r as (delete from execution_room where execution_id in (select id from done)),
      w as (update dbos.workflow_status set status = 'CANCELLED', owner_xid = null, queue_name = null,
          completed_at = (extract(epoch from now()) * 1000)::bigint,
          updated_at = (extract(epoch from now()) * 1000)::bigint
        where workflow_uuid in (select ${durableIdOf('done')} from done) and status in ('PENDING', 'ENQUEUED', 'DELAYED'))
      select id from done`,
    values: [ids, status, JSON.stringify(error)],
  })
  return rows.map(({ id }) => id)
}

/**
 * Runs that say they are this executor's, or that the queue gave to it so long ago: nobody else will begin them. Under
 * load it takes seconds until what the queue gives comes here.
 */
export async function ownRuns(
  pool: Pool,
  executorId: string,
  { givenForMs }: { readonly givenForMs: number },
): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>({
    name: 'engine-own-runs',
    text: `select e.id from dbos.workflow_status w
        join execution e on e.id = ${RUN_OF_DURABLE} and w.workflow_uuid = ${durableIdOf('e')}
        where w.status in ('PENDING', 'ERROR') and w.name = '${RUN_GRAPH}' and w.executor_id = $1 and e.status in ${LIVE_RUNS_SQL}
          and (w.status = 'ERROR' or coalesce(w.started_at_epoch_ms, 0) <= extract(epoch from now()) * 1000 - $2::float8)
      union
      select e.id from execution e left join dbos.workflow_status w on w.workflow_uuid = ${durableIdOf('e')}
        where e.status in ${LIVE_RUNS_SQL} and e.executor_id = $1
          and (w.status is null or w.status not in ('ENQUEUED', 'DELAYED', 'PENDING'))`,
    values: [executorId, givenForMs],
  })
  return rows.map(({ id }) => id)
}

/** Leaves runs of this executor without an owner, for whoever takes over next. Returns those that were its own. */
export async function disown(client: PoolClient, ids: readonly string[], executorId: string): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>({
    name: 'engine-disown',
    text: `update execution set executor_id = null
      where id = any($1::uuid[]) and executor_id = $2 and status in ${LIVE_RUNS_SQL} returning id`,
    values: [ids, executorId],
  })
  return rows.map(({ id }) => id)
}

/** Removes the rows of executors that are gone and own nothing any more. */
export async function forgetExecutors(pool: Pool, { deadAfterMs, knownDead }: Deadline): Promise<void> {
  await pool.query({
    name: 'engine-forget',
    text: `with gone as (delete from executor x
      where (heartbeat_at < now() - make_interval(secs => $1::float8 / 1000) or id = any($2::text[]))
        and not exists (select from execution e where e.executor_id = x.id and e.status in ${LIVE_RUNS_SQL})
        and not exists (select from dbos.workflow_status w where w.executor_id = x.id
          and w.status = 'PENDING' and w.name = '${RUN_GRAPH}')
      returning x.id)
      delete from account_place where executor_id in (select id from gone)`,
    values: [deadAfterMs === null ? null : deadAfterMs * 6, knownDead],
  })
}

/**
 * Stamps what lies in the queue with this version of the interpreter where no living process has its own: nobody would
 * ever take it up. A run may wait for months, and through several versions.
 */
export async function restamp(
  pool: Pool,
  { deadAfterMs }: { readonly deadAfterMs: number },
  version: string,
): Promise<void> {
  await pool.query(
    `update dbos.workflow_status set application_version = $1
      where status in ('ENQUEUED', 'DELAYED') and name = $3 and application_version <> $1
        and application_version not in (select application_version from executor
          where heartbeat_at > now() - make_interval(secs => $2::float8 / 1000))`,
    [version, deadAfterMs, RUN_GRAPH],
  )
}
