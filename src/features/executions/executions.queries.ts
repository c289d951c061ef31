import { type RawBuilder, sql } from 'kysely'
import type { Lane } from '#src/engine/engine.ts'
import type { Graph } from '#src/lib/graph/graph.schema.ts'
import type { StandIn } from '#src/lib/run-status.ts'
import type { Json } from '#src/sdk/json.ts'
import type { Db } from '#src/server/database.ts'
import type { Position } from '#src/server/http/cursor.ts'
import {
  EXECUTIONS_PER_PAGE,
  type Execution,
  type ExecutionCard,
  type ExecutionFilter,
  MOST_COUNTED,
  RETRIES_SHOWN,
} from './executions.schema.ts'

export interface ExecutionRow {
  readonly id: string
  readonly workflow_id: string
  readonly workflow_name: string
  readonly version: number | null
  readonly key: string | null
  readonly status: ExecutionCard['status']
  readonly lane: Execution['lane']
  readonly trigger_kind: ExecutionCard['trigger']
  readonly error: ExecutionCard['error']
  readonly created_at: Date
  readonly started_at: Date | null
  readonly finished_at: Date | null
  readonly due_at: Date | null
  readonly duration_ms: number | null
  readonly retry_of: string | null
  /** Of a simulated run. */
  readonly stand_ins: Readonly<Record<string, StandIn>> | null
  readonly position: string
}

const columns = sql`
  execution.id, execution.workflow_id, workflow.name as workflow_name, execution.version, execution.key, execution.status,
  execution.lane, execution.trigger_kind, execution.error, execution.created_at, execution.started_at,
  execution.finished_at, case when execution.status = 'waiting' then execution.due_at end as due_at,
  execution.duration_ms, execution.retry_of, execution.stand_ins, execution.created_at::text as position`

/** The words of failures that a search looks for; the index on them serves exactly this. */
const withError = (workflowId: string, text: string) =>
  sql`execution.status = 'failed'
      and error_words(execution.workflow_id, execution.error) @@ error_query(${workflowId}::uuid, ${text})`

/** The condition that an execution of the workflow fits the filter, for `where`. */
export function fitsFilter(workflowId: string, { status, from, to, text, key }: ExecutionFilter): RawBuilder<unknown> {
  const conditions = [
    sql`execution.workflow_id = ${workflowId}`,
    // Written out: the planner knows then how common it is.
    ...(status === undefined ? [] : [sql`execution.status = ${sql.lit(status)}`]),
    ...(from === undefined ? [] : [sql`execution.created_at >= ${from}::timestamptz`]),
    ...(to === undefined ? [] : [sql`execution.created_at < ${to}::timestamptz`]),
    ...(key === undefined ? [] : [sql`execution.key = ${key}`]),
    ...(text === undefined ? [] : [withError(workflowId, text)]),
  ]
  return sql.join(conditions, sql` and `)
}

interface ListOptions {
  readonly workflowId: string
  readonly filter: ExecutionFilter
  /** Only runs of the draft. */
  readonly ofDraft?: boolean
  /** Only these. */
  readonly ids?: readonly string[] | undefined
  readonly before: Position | null
}

/** One more row than a page holds tells whether there is a next page. */
const PAGE = EXECUTIONS_PER_PAGE + 1
/** So many of the newest runs are looked through for those of the draft, which no index knows. */
const RUNS_READ = 10_000
/** So many of the newest failures are read one by one before the index on their words is asked. */
const FAILURES_READ = 1000

const afterPosition = (before: Position | null) =>
  before === null
    ? sql`true`
    : sql`(execution.created_at, execution.id) < (${before.at}::timestamptz, ${before.id}::uuid)`
const newestFirst = sql`order by execution.created_at desc, execution.id desc`

export async function listExecutions(
  db: Db,
  { workflowId, filter, ofDraft = false, ids, before }: ListOptions,
): Promise<ExecutionRow[]> {
  const { text, ...rest } = filter
  const isWanted = ids === undefined ? sql`true` : sql`execution.id = any(${ids}::uuid[])`
  const where = sql`${fitsFilter(workflowId, filter)} and ${isWanted} and ${afterPosition(before)}`
  if (ofDraft)
    return pageOf(
      db,
      sql`select * from (select * from execution where ${where} ${newestFirst} limit ${RUNS_READ}) execution
           where version is null ${newestFirst} limit ${PAGE}`,
    )
  if (text === undefined) return pageOf(db, sql`select * from execution where ${where} ${newestFirst} limit ${PAGE}`)
  // A word that most failures have in common is found at once among the newest; a rare one by its index, which would
  // have to collect and sort all of the common ones.
  const failures = sql`${fitsFilter(workflowId, { ...rest, status: 'failed' })} and ${afterPosition(before)}`
  const common = await pageOf(
    db,
    sql`select * from (select * from execution where ${failures} ${newestFirst} limit ${FAILURES_READ}) execution
         where ${where} ${newestFirst} limit ${PAGE}`,
  )
  if (common.length === PAGE) return common
  return pageOf(
    db,
    sql`select * from execution where id in (select id from (select id, created_at from execution where ${where}) execution
         ${newestFirst} limit ${PAGE})`,
  )
}

/**
 * An execution that repeats this one is under way or has ended, other than by being cancelled; then those that repeat
 * that one count. Until the transaction ends nobody else who asks begins one.
 */
export async function isRepeated(transaction: Db, id: string): Promise<boolean> {
  await sql`select from execution where id = ${id} for no key update`.execute(transaction)
  const { rows } = await sql`
    with recursive repeat as (
      select id, status from execution where retry_of = ${id}
      union all
      select later.id, later.status from repeat join execution later on later.retry_of = repeat.id
        where repeat.status = 'cancelled')
    select from repeat where status <> 'cancelled' limit 1`.execute(transaction)
  return rows.length > 0
}

export async function countExecutions(db: Db, workflowId: string, filter: ExecutionFilter): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (select from execution where ${fitsFilter(workflowId, filter)}
     limit ${MOST_COUNTED}) fitting`.execute(db)
  return rows[0]?.count ?? 0
}

async function pageOf(db: Db, executions: RawBuilder<unknown>): Promise<ExecutionRow[]> {
  const { rows } = await sql<ExecutionRow>`
    select ${columns} from (${executions}) execution join workflow on workflow.id = execution.workflow_id
    ${newestFirst}`.execute(db)
  return rows
}

export async function listRecentExecutions(db: Db, ownerId: string, limit: number): Promise<ExecutionRow[]> {
  const { rows } = await sql<ExecutionRow>`
    select ${columns} from execution join workflow on workflow.id = execution.workflow_id
     where execution.owner_id = ${ownerId} and workflow.status <> 'deleted'
     order by execution.created_at desc, execution.id desc limit ${limit}`.execute(db)
  return rows
}

/** More are not counted. */
const MOST_AHEAD = 1000

interface ExecutionDetailRow extends ExecutionRow {
  readonly input: Json
  readonly output: Json
  readonly graph: Graph
  readonly duplicates: number
  readonly waits_for: number | null
  readonly retries: Execution['retries']
  readonly files: Execution['files']
}

/** With the graph that ran, be it a version or a draft. Undefined for what belongs to somebody else. */
export async function findExecution(db: Db, ownerId: string, id: string): Promise<ExecutionDetailRow | undefined> {
  const { rows } = await sql<ExecutionDetailRow>`
    select ${columns}, execution.input, execution.output, coalesce(execution.graph, ran.graph) as graph,
           (select (select count(*)::int from (select from run_line ahead where ahead.workflow_id = own.workflow_id
                      and ahead.key = own.key and ahead.position < own.position limit ${MOST_AHEAD}) ahead)
              from run_line own where own.execution_id = execution.id and not own.is_at_work
               and execution.status = 'queued') as waits_for,
           (select coalesce(json_agg(json_build_object('id', later.id, 'status', later.status,
                     'createdAt', later.created_at) order by later.created_at desc, later.id desc), '[]')
              from (select id, status, created_at from execution later where later.retry_of = execution.id
                     order by created_at desc, id desc limit ${RETRIES_SHOWN}) later) as retries,
           (select coalesce(json_agg(json_build_object('id', id, 'field', field, 'name', name, 'type', type,
                     'bytes', bytes) order by id), '[]')
              from execution_file where execution_id = execution.id) as files,
           coalesce((select duplicates from webhook_delivery where execution_id = execution.id), 0) as duplicates
      from execution join workflow on workflow.id = execution.workflow_id
      left join workflow_version ran on ran.workflow_id = execution.workflow_id and ran.version = execution.version
     where execution.id = ${id} and execution.owner_id = ${ownerId} and workflow.status <> 'deleted'`.execute(db)
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
     where execution.id = ${id} and parent.owner_id = ${ownerId} and workflow.status <> 'deleted'`.execute(db)
  return rows[0] ?? null
}

/** Those that it has called, the first ones first. */
export async function listCalls(db: Db, ownerId: string, id: string) {
  const { rows } = await sql<LinkedRow & { step: string; status: ExecutionCard['status'] }>`
    select called.id, called.workflow_id as "workflowId", workflow.name as "workflowName",
           called.parent_step as step, called.status
      from execution called join workflow on workflow.id = called.workflow_id
     where called.parent_id = ${id} and called.owner_id = ${ownerId} and workflow.status <> 'deleted'
     order by called.created_at, called.id limit 100`.execute(db)
  return rows
}

/**
 * What is remembered of attempts, by step: only what is no secret of whoever was called. `checkpoints` names the step of
 * each of them.
 */
export async function listTries(db: Db, id: string, checkpoints: ReadonlyMap<string, string>) {
  const tries = new Map<string, { startedAt: string; durationMs: number; code: string | null }[]>()
  if (checkpoints.size === 0) return tries
  const { rows } = await sql<{ name: string; started: number; duration: number; code: string | null }>`
    select name, (attempt ->> 'startedAt')::float8 as started, (attempt ->> 'durationMs')::float8 as duration,
           attempt #>> '{failure,code}' as code
      from execution_checkpoint where execution_id = ${id} and name = any(${[...checkpoints.keys()]}::text[])
     order by started`.execute(db)
  for (const { name, started, duration, code } of rows) {
    const step = checkpoints.get(name) ?? name
    const one = { startedAt: new Date(started).toISOString(), durationMs: duration, code }
    tries.set(step, [...(tries.get(step) ?? []), one])
  }
  return tries
}

export interface ExecutionStateRow {
  readonly status: ExecutionCard['status']
  readonly finished_at: Date | null
}

/** How far an execution is; undefined for what belongs to somebody else. */
export async function findExecutionState(db: Db, ownerId: string, id: string): Promise<ExecutionStateRow | undefined> {
  const { rows } = await sql<ExecutionStateRow>`
    select execution.status, finished_at from execution join workflow on workflow.id = execution.workflow_id
     where execution.id = ${id} and execution.owner_id = ${ownerId} and workflow.status <> 'deleted'`.execute(db)
  return rows[0]
}

/** Whether there is such a run, and it is not of this person. */
export const isOfAnother = async (db: Db, userId: string, id: string): Promise<boolean> =>
  (await db
    .selectFrom('execution')
    .select('id')
    .where('id', '=', id)
    .where('owner_id', '<>', userId)
    .executeTakeFirst()) !== undefined

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
     where workflow.id = ${workflowId} and workflow.owner_id = ${ownerId} and workflow.status <> 'deleted'`.execute(db)
  return rows[0]
}

export interface RetryableRow {
  readonly workflow_id: string
  readonly version: number | null
  readonly status: ExecutionCard['status']
  readonly trigger_kind: ExecutionCard['trigger']
  readonly trigger_node_id: string | null
  readonly input: Json
  readonly error: ExecutionCard['error']
  readonly graph: Graph
  readonly is_simulated: boolean
}

/** What a run that repeats this one has to know. Undefined for what belongs to somebody else. */
export async function findRetryable(db: Db, ownerId: string, id: string): Promise<RetryableRow | undefined> {
  const { rows } = await sql<RetryableRow>`
    select execution.workflow_id, execution.version, execution.status, execution.trigger_kind,
           execution.trigger_node_id, execution.input, execution.error, coalesce(execution.graph, ran.graph) as graph,
           execution.stand_ins is not null as is_simulated
      from execution join workflow on workflow.id = execution.workflow_id
      left join workflow_version ran on ran.workflow_id = execution.workflow_id and ran.version = execution.version
     where execution.id = ${id} and execution.owner_id = ${ownerId} and workflow.status <> 'deleted'`.execute(db)
  return rows[0]
}

export interface EndedRow {
  readonly id: string
  /** What each node of its graph was. */
  readonly types: Readonly<Record<string, string>>
}

/** The last runs of a workflow that have ended, the newest first, but for those that were simulated. */
export async function listEndedRuns(db: Db, workflowId: string, limit: number): Promise<EndedRow[]> {
  const { rows } = await sql<EndedRow>`
    select execution.id,
           (select coalesce(jsonb_object_agg(node ->> 'id', node ->> 'type'), '{}')
              from jsonb_array_elements(coalesce(execution.graph, ran.graph)::jsonb -> 'nodes') node) as types
      from (select * from execution
             where workflow_id = ${workflowId} and finished_at is not null and stand_ins is null
             order by created_at desc, id desc limit ${limit}) execution
      left join workflow_version ran on ran.workflow_id = execution.workflow_id and ran.version = execution.version
     order by execution.created_at desc, execution.id desc`.execute(db)
  return rows
}
