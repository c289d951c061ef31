import type { Pool } from 'pg'
import { Graph } from '#src/lib/graph/graph.schema.ts'
import { LIVE_RUNS_SQL } from '#src/lib/run-status.ts'
import type { Json, JsonObject } from '#src/sdk/json.ts'
import type { RunFacts } from './attempt.ts'
import type { TriggerKind } from './plan.ts'

/** A run as its row tells it: what the first process knew, so that a repetition decides the same. */
export interface ClaimedRun {
  readonly facts: RunFacts
  readonly workflowId: string
  readonly version: number | null
  readonly graph: Graph
  readonly kind: TriggerKind
  readonly cancelRequested: boolean
}

interface Row {
  workflow_id: string
  owner_id: string
  version: number | null
  graph: Json
  trigger_kind: TriggerKind
  input: Json
  vars: JsonObject | null
  started_at: Date
  cancel_requested: boolean
}

/**
 * Makes this executor the owner of a run that the durable queue has given to it.
 * Null when the run has ended or when the queue has meanwhile given it to another: a process that was
 * asleep for a while must not take it back.
 */
export async function claimRun(pool: Pool, id: string, executorId: string): Promise<ClaimedRun | null> {
  const { rows } = await pool.query<Row>({
    name: 'engine-claim',
    text: `update execution e set executor_id = $2
      from dbos.workflow_status w
      where e.id = $1::uuid and w.workflow_uuid = $1::uuid::text and w.status = 'PENDING' and w.executor_id = $2
        and e.status in ${LIVE_RUNS_SQL}
      returning e.workflow_id, e.owner_id, e.version, e.trigger_kind, e.input, e.vars, e.started_at, e.cancel_requested,
        coalesce(e.graph, (select v.graph from workflow_version v
          where v.workflow_id = e.workflow_id and v.version = e.version)) as graph`,
    values: [id, executorId],
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
    kind: row.trigger_kind,
    cancelRequested: row.cancel_requested,
  }
}
