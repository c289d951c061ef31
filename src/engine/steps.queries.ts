import type { Pool } from 'pg'
import type { Json } from '#src/sdk/json.ts'
import type { RunStatus, StepStatus } from './decide/statuses.ts'
import type { ExecutionError, StepRecord } from './engine.ts'

interface StepRow {
  seq: number
  node_id: string
  key: string
  status: StepStatus
  attempts: number
  started_at: Date | null
  duration_ms: number | null
  input: Json
  output: Json
  error: ExecutionError | null
}

/** The log of a run, in the order of its steps. A value above 32 kB is a BlobMarker; `readBlob` has it whole. */
export async function readSteps(pool: Pool, executionId: string): Promise<StepRecord[]> {
  const { rows } = await pool.query<StepRow>(
    `select seq, node_id, key, status, attempts, started_at, duration_ms, input, output, error
     from execution_step where execution_id = $1 order by seq`,
    [executionId],
  )
  return rows.map(({ node_id, started_at, duration_ms, ...row }) => ({
    ...row,
    nodeId: node_id,
    startedAt: started_at?.toISOString() ?? null,
    durationMs: duration_ms,
  }))
}

/** The JSON text of an input or output that was too long for the log. */
export async function readBlob(
  pool: Pool,
  executionId: string,
  seq: number,
  part: 'input' | 'output',
): Promise<string | null> {
  const { rows } = await pool.query<{ content: string }>(
    'select content from execution_blob where execution_id = $1 and seq = $2 and part = $3',
    [executionId, seq, part],
  )
  return rows[0]?.content ?? null
}

export interface RunState {
  readonly status: RunStatus
  readonly output: Json
  readonly error: ExecutionError | null
}

export async function readState(pool: Pool, executionId: string): Promise<RunState | null> {
  const { rows } = await pool.query<RunState>('select status, output, error from execution where id = $1', [
    executionId,
  ])
  return rows[0] ?? null
}
