import type { Pool } from 'pg'
import { Graph } from '#src/lib/graph/graph.schema.ts'
import { LIVE_RUNS_SQL, OPEN_STEPS_SQL } from '#src/lib/run-status.ts'
import type { Json, JsonObject } from '#src/sdk/json.ts'
import type { Attempt, RunFacts } from './attempt.ts'
import { durableId, durableIdOf } from './durable-id.ts'
import { type Earlier, stepKey } from './live-runs.ts'
import type { Start } from './plan.ts'
import type { Reuse } from './reuse.ts'

/** A run as its row tells it: what the first process knew, so that a repetition decides the same. */
export interface ClaimedRun {
  readonly facts: RunFacts
  readonly workflowId: string
  readonly version: number | null
  readonly graph: Graph
  readonly start: Start
  readonly cancelRequested: boolean
  readonly segment: number
  readonly takeovers: number
  readonly earlier: Earlier
  readonly reuse?: Reuse
  /** The account is suspended or will be deleted. */
  readonly isOwnerGone: boolean
}

interface Row {
  workflow_id: string
  owner_id: string
  version: number | null
  graph: Json
  trigger_kind: Start['kind']
  trigger_node_id: string | null
  input: Json
  vars: JsonObject | null
  started_at: Date
  cancel_requested: boolean
  segment: number
  takeovers: number
  waited_ms: number
  is_owner_gone: boolean
  reuse: Reuse | null
}

/**
 * Makes this executor the owner of a run that the durable queue has given to it.
 * Null when the run has ended, is in a later segment, or when the queue has meanwhile given it to another: a process
 * that was asleep for a while must not take it back.
 */
export async function claimRun(
  pool: Pool,
  id: string,
  durableId: string,
  executorId: string,
): Promise<ClaimedRun | null> {
  const { rows } = await pool.query<Row>({
    name: 'engine-claim',
    text: `with claimed as (update execution e set executor_id = $2, status = 'running', started_at = coalesce(e.started_at, now()),
        waited_ms = e.waited_ms + coalesce(extract(epoch from now() - e.waiting_since) * 1000, 0)::bigint,
        waiting_since = null, due_at = null
      from dbos.workflow_status w
      where e.id = $1::uuid and w.workflow_uuid = $3 and w.workflow_uuid = ${durableIdOf('e')}
        and w.status = 'PENDING' and w.executor_id = $2 and e.status in ${LIVE_RUNS_SQL}
      returning e.workflow_id, e.owner_id, e.version, e.trigger_kind, e.trigger_node_id, e.input, e.vars, e.started_at,
        e.cancel_requested, e.segment, e.takeovers, e.waited_ms::float8 as waited_ms, exists (select from "user" u
          where u.id = e.owner_id and (u.suspended_at is not null or u.deletion_due_at is not null)) as is_owner_gone,
        coalesce(e.graph, (select v.graph from workflow_version v
          where v.workflow_id = e.workflow_id and v.version = e.version)) as graph,
        (select content from execution_reuse where execution_id = e.id) as reuse, e.id),
      has_room as (delete from execution_room where execution_id in (select id from claimed))
      select * from claimed`,
    values: [id, executorId, durableId],
  })
  const [row] = rows
  if (row === undefined) return null
  return {
    facts: {
      id,
      ownerId: row.owner_id,
      startedAt: row.started_at.toISOString(),
      payload: row.input,
      ...(row.vars !== null && { vars: row.vars }),
    },
    workflowId: row.workflow_id,
    version: row.version,
    graph: Graph.parse(row.graph),
    start: { kind: row.trigger_kind, ...(row.trigger_node_id !== null && { nodeId: row.trigger_node_id }) },
    cancelRequested: row.cancel_requested,
    segment: row.segment,
    takeovers: row.takeovers,
    earlier: { ...(await readEarlier(pool, id, row.segment)), waitedMs: row.waited_ms },
    ...(row.reuse !== null && { reuse: row.reuse }),
    isOwnerGone: row.is_owner_gone,
  }
}

/** The library kept a value as it is under `json`; what it notes beside it concerns values that are not JSON. */
const attemptIn = (output: string): Attempt => (JSON.parse(output) as { json: Attempt }).json

/** What a run did before it stopped to wait, or before its process ended. */
async function readEarlier(pool: Pool, id: string, segment: number): Promise<Omit<Earlier, 'waitedMs'>> {
  const attempts = await readAttempts(pool, id, segment)
  if (segment === 0) return { attempts, logged: new Set() }
  const { rows: steps } = await pool.query<{ seq: number; iteration: string }>({
    name: 'engine-earlier-steps',
    text: `select seq, iteration from execution_step where execution_id = $1 and status not in ${OPEN_STEPS_SQL}`,
    values: [id],
  })
  return { attempts, logged: new Set(steps.map(stepKey)) }
}

/** Of runs that began before checkpoints had a table of their own, some are among the library's. */
export async function readAttempts(pool: Pool, id: string, segment: number): Promise<Map<string, Attempt>> {
  const durableIds = Array.from({ length: segment + 1 }, (_, index) => durableId(id, index))
  const { rows } = await pool.query<{ name: string; attempt: Attempt | null; output: string | null }>({
    name: 'engine-earlier-attempts',
    text: `select name, attempt, null as output from execution_checkpoint where execution_id = $1::uuid
      union all select function_name, null, output from dbos.operation_outputs
      where workflow_uuid = any($2::text[]) and output is not null`,
    values: [id, durableIds],
  })
  return new Map(
    rows.flatMap(({ name, attempt, output }) => {
      const known = attempt ?? (output === null ? null : attemptIn(output))
      return known === null ? [] : [[name, known]]
    }),
  )
}
