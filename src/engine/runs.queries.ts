import type { Pool, PoolClient } from 'pg'
import { LIVE_RUNS_SQL, type LiveRunStatus, OPEN_STEPS_SQL } from '#src/lib/run-status.ts'
import type { Json } from '#src/sdk/json.ts'
import type { RunFacts } from './attempt.ts'
import { durableId } from './durable-id.ts'
import type { EngineTransaction, Lane, StartRequest, StepRecord } from './engine.ts'
import { addLogRows, type LogRows, toText } from './log-rows.ts'
import type { Outcome } from './walk.ts'

/** A run that was accepted but is not written yet. */
export interface NewRun {
  readonly facts: RunFacts
  readonly request: StartRequest
}

/** Who has a run: what writes to it must have it still, in the segment and after the takeover that it has it from. */
export interface HeldRun {
  readonly id: string
  readonly segment: number
  readonly takeovers: number
}

export interface EndedRun {
  readonly outcome: Outcome
  /** ISO 8601. */
  readonly finishedAt: string
  readonly durationMs: number
  /** Of the graph's settings: whom to tell of a failure. */
  readonly errorWorkflowId?: string | undefined
}

const STEP_COLUMNS =
  'execution_id, seq, iteration, node_id, key, status, attempts, started_at, duration_ms, due_at, input, output, error'
const STEP_VALUES =
  'run, seq, iteration, node_id, key, status, attempts, started_at, duration_ms, due_at, input::json, output::json, error::json'
const STEPS = (
  parameter: string,
) => `json_to_recordset(${parameter}::json) as s(run uuid, seq int, iteration text, node_id text,
  key text, status text, attempts int, started_at timestamptz, duration_ms real, due_at timestamptz, input text,
  output text, error text)`
const BLOB_COLUMNS = 'execution_id, seq, iteration, part, content'
const BLOB_VALUES = 'run, seq, iteration, part, content'
const BLOBS = (parameter: string) =>
  `json_to_recordset(${parameter}::json) as b(run uuid, seq int, iteration text, part text, content text)`

/** Writes steps again as they go on; `allowed` names the runs that may be written to. */
const UPSERT_LOG = (steps: string, blobs: string, allowed: string) => `
  s as (insert into execution_step (${STEP_COLUMNS}) select ${STEP_VALUES} from ${STEPS(steps)}
    where run in (select id from ${allowed})
    on conflict (execution_id, seq, iteration) do update set status = excluded.status, attempts = excluded.attempts,
      started_at = excluded.started_at, duration_ms = excluded.duration_ms, due_at = excluded.due_at,
      input = excluded.input, output = excluded.output, error = excluded.error),
  b as (insert into execution_blob (${BLOB_COLUMNS}) select ${BLOB_VALUES} from ${BLOBS(blobs)}
    where run in (select id from ${allowed})
    on conflict (execution_id, seq, iteration, part) do update set content = excluded.content)`

const NEW_COLUMNS =
  'id, workflow_id, owner_id, version, graph, lane, trigger_kind, trigger_node_id, key, input, vars, created_at, started_at'
const NEW_VALUES =
  'id, workflow_id, owner_id, version, graph::json, lane, kind, trigger, key, input::json, vars::json, started_at, started_at'
const NEW_FIELDS = `id uuid, workflow_id uuid, owner_id uuid, version int, graph text, lane text, kind text, trigger text,
  key text, input text, vars text, started_at timestamptz`
const ENDED_FIELDS = 'status text, output text, error text, finished_at timestamptz, duration_ms real'

const newRow = ({ facts, request }: NewRun, lane: Lane) => ({
  id: facts.id,
  workflow_id: request.workflowId,
  owner_id: request.ownerId,
  version: request.version,
  graph: request.version === null ? JSON.stringify(request.graph) : null,
  lane,
  kind: request.trigger.kind,
  trigger: request.trigger.nodeId ?? null,
  key: request.key ?? null,
  input: toText(facts.payload),
  vars: toText(facts.vars ?? null),
  started_at: facts.startedAt,
})

const endedRow = ({ outcome, finishedAt, durationMs }: EndedRun) => ({
  status: outcome.status,
  output: toText(outcome.output),
  error: outcome.error === null ? null : JSON.stringify(outcome.error),
  finished_at: finishedAt,
  duration_ms: durationMs,
})

/** Runs of the direct lane, before their first node. */
export async function insertRunning(
  pool: Pool | PoolClient,
  runs: readonly NewRun[],
  executorId: string,
): Promise<void> {
  await pool.query({
    name: 'engine-insert-running',
    text: `insert into execution (${NEW_COLUMNS}, status, executor_id)
      select ${NEW_VALUES}, 'running', $2 from json_to_recordset($1::json) as r(${NEW_FIELDS})`,
    values: [JSON.stringify(runs.map((run) => newRow(run, 'direct'))), executorId],
  })
}

/** A run that begins when a worker has a place for it. */
export async function insertQueued(
  transaction: EngineTransaction,
  id: string,
  run: StartRequest & { readonly vars: Json },
): Promise<void> {
  const { workflowId, ownerId, version, graph, trigger, vars, key } = run
  await transaction.query(
    `insert into execution (id, workflow_id, owner_id, version, graph, status, lane, trigger_kind, trigger_node_id, key, input, vars)
     values ($1, $2, $3, $4, $5::json, 'queued', 'queued', $6, $7, $10, $8::json, $9::json)`,
    [
      id,
      workflowId,
      ownerId,
      version,
      version === null ? JSON.stringify(graph) : null,
      trigger.kind,
      trigger.nodeId ?? null,
      toText(trigger.payload),
      toText(vars),
      key ?? null,
    ],
  )
}

/** Runs of the inline lane, complete with their log. Returns their ids. */
export async function insertEnded(pool: Pool | PoolClient, runs: readonly (NewRun & EndedRun)[]): Promise<string[]> {
  const rows: LogRows = { steps: [], blobs: [] }
  for (const { facts, outcome } of runs) addLogRows(rows, facts.id, outcome.steps)
  await pool.query({
    name: 'engine-insert-ended',
    text: `with r as (insert into execution (${NEW_COLUMNS}, status, output, error, finished_at, duration_ms)
        select ${NEW_VALUES}, status, output::json, error::json, finished_at, duration_ms
        from json_to_recordset($1::json) as r(${NEW_FIELDS}, ${ENDED_FIELDS})),
      s as (insert into execution_step (${STEP_COLUMNS}) select ${STEP_VALUES} from ${STEPS('$2')})
      insert into execution_blob (${BLOB_COLUMNS}) select ${BLOB_VALUES} from ${BLOBS('$3')}`,
    values: [
      JSON.stringify(runs.map((run) => ({ ...newRow(run, 'inline'), ...endedRow(run) }))),
      JSON.stringify(rows.steps),
      JSON.stringify(rows.blobs),
    ],
  })
  return runs.map(({ facts }) => facts.id)
}

/** True of the row `e` of a run that is `held`'s still; an executor may have taken it over from itself. */
const STILL_HELD = (held: string) =>
  `e.segment = ${held}.segment and e.takeovers = ${held}.takeovers and e.status = 'running'`

/** Locks a run for who is about to write to it; false when somebody else has it, or it has ended. */
export async function holdRun(
  client: PoolClient,
  { id, segment, takeovers }: HeldRun,
  executorId: string,
): Promise<boolean> {
  const { rowCount } = await client.query({
    name: 'engine-hold',
    text: `select from execution e, (select $2::int as segment, $3::int as takeovers) held
      where e.id = $1 and e.executor_id = $4 and ${STILL_HELD('held')} for no key update of e`,
    values: [id, segment, takeovers, executorId],
  })
  return rowCount === 1
}

/**
 * Ends runs of the direct lane that are still this executor's: one that was taken over meanwhile, or has ended,
 * is left alone. So a repetition after a crash changes nothing. Returns the ids of those that it has ended.
 */
export async function closeRuns(
  pool: Pool | PoolClient,
  runs: readonly (EndedRun & HeldRun)[],
  executorId: string,
): Promise<string[]> {
  const rows: LogRows = { steps: [], blobs: [] }
  for (const { id, outcome } of runs) addLogRows(rows, id, outcome.steps)
  const { rows: done } = await pool.query<{ id: string }>({
    name: 'engine-close',
    text: `with done as (update execution e set status = r.status, output = r.output::json, error = r.error::json,
        finished_at = r.finished_at, duration_ms = r.duration_ms
        from json_to_recordset($1::json) as r(id uuid, segment int, takeovers int, ${ENDED_FIELDS})
        where e.id = r.id and e.executor_id = $4 and ${STILL_HELD('r')} returning e.id),
      l as (delete from run_line where execution_id in (select id from done)),
      ${UPSERT_LOG('$2', '$3', 'done')}
      select id from done`,
    values: [
      JSON.stringify(
        runs.map((run) => ({ id: run.id, segment: run.segment, takeovers: run.takeovers, ...endedRow(run) })),
      ),
      JSON.stringify(rows.steps),
      JSON.stringify(rows.blobs),
      executorId,
    ],
  })
  return done.map(({ id }) => id)
}

/** Writes the steps of a run that is still going on. */
export async function saveProgress(
  pool: Pool | PoolClient,
  { id, segment, takeovers }: HeldRun,
  steps: Iterable<StepRecord>,
  executorId: string,
): Promise<void> {
  const rows: LogRows = { steps: [], blobs: [] }
  addLogRows(rows, id, steps)
  await pool.query({
    name: 'engine-progress',
    // The lock lets the closing statement win or come after, never in between.
    text: `with live as (select id from execution e, (select $5::int as segment, $6::int as takeovers) held
        where e.id = $1 and e.executor_id = $4 and ${STILL_HELD('held')} for no key update of e),
      ${UPSERT_LOG('$2', '$3', 'live')}
      select count(*) from live`,
    values: [id, JSON.stringify(rows.steps), JSON.stringify(rows.blobs), executorId, segment, takeovers],
  })
}

/** Of a run that is about to end: what an earlier owner had begun, and nobody begins again. */
export async function cancelOpenSteps(
  pool: Pool,
  { id, segment, takeovers }: HeldRun,
  executorId: string,
): Promise<void> {
  await pool.query({
    name: 'engine-cancel-open-steps',
    text: `with live as (select id from execution e, (select $2::int as segment, $3::int as takeovers) held
        where e.id = $1 and e.executor_id = $4 and ${STILL_HELD('held')} for no key update of e)
      update execution_step set status = 'cancelled'
        where execution_id in (select id from live) and status in ${OPEN_STEPS_SQL}`,
    values: [id, segment, takeovers, executorId],
  })
}

/** Which of this executor's runs somebody wants to end. */
export async function cancelRequests(pool: Pool, executorId: string): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>({
    name: 'engine-cancel-requests',
    text: `select id from execution where executor_id = $1 and status in ${LIVE_RUNS_SQL} and cancel_requested`,
    values: [executorId],
  })
  return rows.map(({ id }) => id)
}

/** What the run is doing; null when it has ended or does not exist. */
export async function requestCancel(pool: Pool, id: string): Promise<LiveRunStatus | null> {
  const { rows } = await pool.query<{ status: LiveRunStatus }>(
    `update execution set cancel_requested = true where id = $1 and status in ${LIVE_RUNS_SQL} returning status`,
    [id],
  )
  return rows[0]?.status ?? null
}

/** The names of all durable rows that these runs have had. */
export async function durableIdsOf(pool: Pool, ids: readonly string[]): Promise<string[]> {
  const { rows } = await pool.query<{ id: string; segment: number }>(
    'select id, segment from execution where id = any($1::uuid[])',
    [ids],
  )
  return rows.flatMap(({ id, segment }) => Array.from({ length: segment + 1 }, (_, index) => durableId(id, index)))
}
