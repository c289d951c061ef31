import type { PoolClient } from 'pg'
import { Graph } from '#src/lib/graph/graph.schema.ts'
import type { Json } from '#src/sdk/json.ts'
import type { FailedRun } from './decide/error-event.ts'
import type { ExecutionError } from './engine.ts'

/** A failed run, and the published version that its graph names for that case. */
export interface ErrorRun {
  readonly failed: FailedRun
  readonly ownerId: string
  readonly target: { readonly workflowId: string; readonly version: number; readonly graph: Graph }
}

interface Row {
  id: string
  workflow_id: string
  name: string
  version: number
  graph: Json
  trigger_kind: string
  started_at: Date | null
  finished_at: Date
  error: ExecutionError | null
  owner_id: string
  target_id: string
  target_version: number
  target_graph: Json
}

const TARGET = `(v.graph #>> '{settings,errorWorkflowId}')::uuid`
const FAILED = `execution e
  join workflow_version v on v.workflow_id = e.workflow_id and v.version = e.version
  where e.id = any($1::uuid[]) and e.status = 'failed'
    and e.trigger_kind not in ('manual', 'error') and not (e.trigger_kind = 'workflow' and e.parent_waits)`

/**
 * Which of these runs, all ended by this transaction, start an error workflow. Drafts have no version and are left
 * out, and so are runs by hand, those of error workflows, and those whose failure is that of a caller who waits.
 */
export async function lockErrorWorkflows(client: PoolClient, ids: readonly string[]): Promise<ErrorRun[]> {
  // In a statement of its own: one that waited for a publisher would still see the version before.
  const { rows: targets } = await client.query<{ id: string }>(
    `select id from workflow where id in (select ${TARGET} from ${FAILED}) order by id for share`,
    [ids],
  )
  if (targets.length === 0) return []
  const { rows } = await client.query<Row>(
    `select failed.*, w.name, t.id as target_id, t.published_version as target_version, tv.graph as target_graph
      from (select e.id, e.workflow_id, e.version, e.owner_id, e.trigger_kind, e.started_at, e.finished_at, e.error,
              v.graph, ${TARGET} as target from ${FAILED}) as failed
      join workflow w on w.id = failed.workflow_id
      join workflow t on t.id = failed.target and t.owner_id = failed.owner_id and t.status = 'published'
      join workflow_version tv on tv.workflow_id = t.id and tv.version = t.published_version
      join "user" u on u.id = failed.owner_id and u.suspended_at is null and u.deletion_due_at is null
      order by failed.id`,
    [ids],
  )
  return rows.map((row) => ({
    failed: {
      id: row.id,
      workflowId: row.workflow_id,
      workflowName: row.name,
      version: row.version,
      graph: Graph.parse(row.graph),
      trigger: row.trigger_kind,
      startedAt: row.started_at?.toISOString() ?? null,
      finishedAt: row.finished_at.toISOString(),
      error: row.error,
    },
    ownerId: row.owner_id,
    target: { workflowId: row.target_id, version: row.target_version, graph: Graph.parse(row.target_graph) },
  }))
}
