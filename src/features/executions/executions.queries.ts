import { sql } from 'kysely'
import type { Lane } from '#src/engine/engine.ts'
import type { Graph } from '#src/lib/graph/graph.schema.ts'
import type { Json } from '#src/sdk/json.ts'
import type { Db } from '#src/server/database.ts'
import type { Position } from '#src/server/http/cursor.ts'
import { EXECUTIONS_PER_PAGE, type Execution, type ExecutionCard } from './executions.schema.ts'

export interface ExecutionRow {
  readonly id: string
  readonly workflow_id: string
  readonly workflow_name: string
  readonly version: number | null
  readonly status: ExecutionCard['status']
  readonly lane: Execution['lane']
  readonly trigger_kind: ExecutionCard['trigger']
  readonly error: ExecutionCard['error']
  readonly created_at: Date
  readonly started_at: Date | null
  readonly finished_at: Date | null
  readonly due_at: Date | null
  readonly duration_ms: number | null
  readonly position: string
}

const columns = sql`
  execution.id, execution.workflow_id, workflow.name as workflow_name, execution.version, execution.status,
  execution.lane, execution.trigger_kind, execution.error, execution.created_at, execution.started_at,
  execution.finished_at, case when execution.status = 'waiting' then execution.due_at end as due_at,
  execution.duration_ms, execution.created_at::text as position`

interface ListOptions {
  readonly workflowId: string
  readonly status: string | undefined
  readonly before: Position | null
}

/** One more row than a page holds tells whether there is a next page. */
export async function listExecutions(db: Db, { workflowId, status, before }: ListOptions): Promise<ExecutionRow[]> {
  const withStatus = status === undefined ? sql`true` : sql`execution.status = ${status}`
  const after =
    before === null
      ? sql`true`
      : sql`(execution.created_at, execution.id) < (${before.at}::timestamptz, ${before.id}::uuid)`
  const { rows } = await sql<ExecutionRow>`
    select ${columns} from execution join workflow on workflow.id = execution.workflow_id
     where execution.workflow_id = ${workflowId} and ${withStatus} and ${after}
     order by execution.created_at desc, execution.id desc limit ${EXECUTIONS_PER_PAGE + 1}`.execute(db)
  return rows
}

export async function listRecentExecutions(db: Db, ownerId: string, limit: number): Promise<ExecutionRow[]> {
  const { rows } = await sql<ExecutionRow>`
    select ${columns} from execution join workflow on workflow.id = execution.workflow_id
     where execution.owner_id = ${ownerId}
     order by execution.created_at desc, execution.id desc limit ${limit}`.execute(db)
  return rows
}

interface ExecutionDetailRow extends ExecutionRow {
  readonly input: Json
  readonly output: Json
  readonly graph: Graph
  readonly duplicates: number
}

/** With the graph that ran, be it a version or a draft. Undefined for what belongs to somebody else. */
export async function findExecution(db: Db, ownerId: string, id: string): Promise<ExecutionDetailRow | undefined> {
  const { rows } = await sql<ExecutionDetailRow>`
    select ${columns}, execution.input, execution.output, coalesce(execution.graph, ran.graph) as graph,
           coalesce((select duplicates from webhook_delivery where execution_id = execution.id), 0) as duplicates
      from execution join workflow on workflow.id = execution.workflow_id
      left join workflow_version ran on ran.workflow_id = execution.workflow_id and ran.version = execution.version
     where execution.id = ${id} and execution.owner_id = ${ownerId}`.execute(db)
  return rows[0]
}

export interface LinkedRow {
  readonly id: string
  readonly workflowId: string
  readonly workflowName: string
}

/** The execution that has called this one, if it is still there. */
export async function findParent(db: Db, ownerId: string, id: string): Promise<LinkedRow | null> {
  const { rows } = await sql<LinkedRow>`
    select parent.id, parent.workflow_id as "workflowId", workflow.name as "workflowName"
      from execution join execution parent on parent.id = execution.parent_id
      join workflow on workflow.id = parent.workflow_id
     where execution.id = ${id} and parent.owner_id = ${ownerId}`.execute(db)
  return rows[0] ?? null
}

/** Those that it has called, the first ones first. */
export async function listCalls(db: Db, ownerId: string, id: string) {
  const { rows } = await sql<LinkedRow & { step: string; status: ExecutionCard['status'] }>`
    select called.id, called.workflow_id as "workflowId", workflow.name as "workflowName",
           called.parent_step as step, called.status
      from execution called join workflow on workflow.id = called.workflow_id
     where called.parent_id = ${id} and called.owner_id = ${ownerId}
     order by called.created_at, called.id limit 100`.execute(db)
  return rows
}

export interface ExecutionStateRow {
  readonly status: ExecutionCard['status']
  readonly finished_at: Date | null
}

/** How far an execution is; undefined for what belongs to somebody else. */
export async function findExecutionState(db: Db, ownerId: string, id: string): Promise<ExecutionStateRow | undefined> {
  const { rows } = await sql<ExecutionStateRow>`
    select status, finished_at from execution where id = ${id} and owner_id = ${ownerId}`.execute(db)
  return rows[0]
}

export interface RunnableRow {
  /** The wanted version, or else the published one; null when there is none. */
  readonly version: number | null
  readonly graph: Graph | null
  readonly lane: Lane | null
}

/** The version that a run of this workflow would take; undefined for what belongs to somebody else. */
export async function findRunnable(
  db: Db,
  ownerId: string,
  workflowId: string,
  wanted: number | undefined,
): Promise<RunnableRow | undefined> {
  const { rows } = await sql<RunnableRow>`
    select chosen.version, ran.graph, ran.lane
      from workflow cross join lateral (select coalesce(${wanted ?? null}::int, workflow.published_version) as version) chosen
      left join workflow_version ran on ran.workflow_id = workflow.id and ran.version = chosen.version
     where workflow.id = ${workflowId} and workflow.owner_id = ${ownerId}`.execute(db)
  return rows[0]
}
