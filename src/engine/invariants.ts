import type { Pool } from 'pg'
import { LIVE_RUNS_SQL } from '#src/lib/run-status.ts'
import { BACKGROUND_QUEUE, NEVER, RECOVERY_QUEUE } from './dbos.ts'
import { durableIdOf } from './durable-id.ts'

/** A row that a worker takes up. In the queue with partitions, one without a partition key would wait for ever. */
const IS_TAKEN_UP = `(w.queue_name = '${RECOVERY_QUEUE}'
  or (w.queue_name = '${BACKGROUND_QUEUE}' and w.queue_partition_key is not null))`

/** A run that nobody works on and nobody will begin. */
export interface Stranded {
  readonly id: string
  readonly status: string
  readonly executorId: string | null
  readonly durableStatus: string | null
}

/**
 * No run may stay unfinished without an owner or a due time: it is held by a living executor, which also
 * has its durable row if it has one, or it waits in the durable queue, to begin now, at its due time, when there is room
 * for it, or after one that is before it in its line. Looks past what is younger than `graceMs`, which the sweep may still repair. An owner that
 * does not know a run finds it by itself (`ownRuns`).
 */
export async function strandedRuns(pool: Pool, { graceMs }: { graceMs: number }): Promise<Stranded[]> {
  const { rows } = await pool.query<Stranded>(
    `with alive as (select id from executor where heartbeat_at > now() - make_interval(secs => $1::float8 / 1000))
     select e.id, e.status, e.executor_id as "executorId", w.status as "durableStatus"
     from execution e left join dbos.workflow_status w on w.workflow_uuid = ${durableIdOf('e')}
     where e.status in ${LIVE_RUNS_SQL}
       and e.created_at < now() - make_interval(secs => $1::float8 / 1000)
       and not coalesce(w.status = 'ENQUEUED' and ${IS_TAKEN_UP}, false)
       and not coalesce(w.status = 'DELAYED' and ${IS_TAKEN_UP}
         and e.due_at > now() - make_interval(secs => $1::float8 / 1000)
         and (e.due_at < $2 or exists (select from execution_room r where r.execution_id = e.id)), false)
       and not coalesce(w.status = 'DELAYED' and ${IS_TAKEN_UP} and exists (select from run_line l
         join run_line o on o.workflow_id = l.workflow_id and o.key = l.key and o.is_at_work
         join execution x on x.id = o.execution_id and x.finished_at is null
         where l.execution_id = e.id and not l.is_at_work), false)
       and not (w.status is null and e.status = 'running' and coalesce(e.executor_id in (select id from alive), false))
       and not coalesce(w.status = 'PENDING' and w.executor_id in (select id from alive)
         and (e.status <> 'running' or e.executor_id in (select id from alive)), false)
     order by e.created_at limit 100`,
    [graceMs, new Date(NEVER)],
  )
  return rows
}
