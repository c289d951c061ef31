import type { Pool } from 'pg'
import type { RunStatus, StepStatus } from '#src/lib/run-status.ts'
import type { Json } from '#src/sdk/json.ts'
import type { ExecutionError, StepRecord } from './engine.ts'

interface StepRow {
  seq: number
  iteration: string
  node_id: string
  key: string
  status: StepStatus
  attempts: number
  started_at: Date | null
  duration_ms: number | null
  due_at: Date | null
  input: Json
  output: Json
  error: ExecutionError | null
}

/** The log of a run, in the order of its steps. A value above 32 kB is a BlobMarker; `readStepValue` has it whole. */
export async function readSteps(pool: Pool, executionId: string): Promise<StepRecord[]> {
  const { rows } = await pool.query<StepRow>(
    `select seq, iteration, node_id, key, status, attempts, started_at, duration_ms, due_at, input, output, error
     from execution_step where execution_id = $1
     order by seq, string_to_array(nullif(iteration, ''), '.')::int[] nulls first`,
    [executionId],
  )
  return rows.map(({ node_id, iteration, started_at, duration_ms, due_at, ...row }) => ({
    ...row,
    ...(iteration !== '' && { iteration }),
    nodeId: node_id,
    startedAt: started_at?.toISOString() ?? null,
    durationMs: duration_ms,
    ...(due_at !== null && row.status === 'waiting' && { dueAt: due_at.toISOString() }),
  }))
}

/** What a step received or gave, whole; undefined when the run has no such step. */
export async function readStepValue(
  pool: Pool,
  executionId: string,
  { nodeId, iteration = '' }: { readonly nodeId: string; readonly iteration?: string | undefined },
  part: 'input' | 'output',
): Promise<{ readonly value: Json } | undefined> {
  const { rows } = await pool.query<{ value: Json }>(
    `select coalesce(whole.content::json, case $3 when 'input' then step.input else step.output end) as value
     from execution_step step left join execution_blob whole
       on whole.execution_id = step.execution_id and whole.seq = step.seq and whole.iteration = step.iteration
         and whole.part = $3
     where step.execution_id = $1 and step.node_id = $2 and step.iteration = $4 order by step.seq limit 1`,
    [executionId, nodeId, part, iteration],
  )
  return rows[0]
}

export interface RunState {
  /** Who runs it; null in the inline lane. */
  readonly executorId: string | null
  readonly status: RunStatus
  readonly output: Json
  readonly error: ExecutionError | null
}

export async function readState(pool: Pool, executionId: string): Promise<RunState | null> {
  const { rows } = await pool.query<RunState>(
    'select status, output, error, executor_id as "executorId" from execution where id = $1',
    [executionId],
  )
  return rows[0] ?? null
}
