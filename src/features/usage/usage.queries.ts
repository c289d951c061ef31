import type { Pool } from 'pg'

export interface RunSize {
  readonly id: string
  readonly ownerId: string
  readonly bytes: number
}

/** Notes what runs have left behind; returns the ids of those that are there. A run that grows is noted again. */
export async function saveSizes(pool: Pool, sizes: readonly RunSize[]): Promise<string[]> {
  const { rows } = await pool.query<{ execution_id: string }>(
    `insert into execution_size (execution_id, owner_id, bytes)
     select execution.id, execution.owner_id, given.bytes
       from json_to_recordset($1::json) as given(id uuid, bytes bigint) join execution on execution.id = given.id
      order by execution.id
     on conflict (execution_id) do update set bytes = greatest(execution_size.bytes, excluded.bytes)
     returning execution_id`,
    [JSON.stringify(sizes)],
  )
  return rows.map((row) => row.execution_id)
}

const SIZES = `(select execution_id, owner_id, bytes from execution_size
  union all select execution_id, owner_id, bytes from execution_file) as size`

/** What is deleted makes room at once, though it can be brought back for some minutes. */
export async function storedBytes(pool: Pool, ownerId: string): Promise<number> {
  const { rows } = await pool.query<{ bytes: string }>(
    `select coalesce(sum(bytes), 0)::bigint as bytes from ${SIZES}
      where owner_id = $1 and execution_id not in (
        select execution.id from execution join workflow on workflow.id = execution.workflow_id
         where workflow.owner_id = $1 and workflow.status = 'deleted')`,
    [ownerId],
  )
  return Number(rows[0]?.bytes)
}

/** What the runs of one workflow hold. */
export async function bytesOfWorkflow(pool: Pool, workflowId: string): Promise<number> {
  const { rows } = await pool.query<{ bytes: string }>(
    `select coalesce(sum(bytes), 0)::bigint as bytes from ${SIZES}
      where execution_id in (select id from execution where workflow_id = $1)`,
    [workflowId],
  )
  return Number(rows[0]?.bytes)
}

export interface RunCounts {
  readonly kept: number
  readonly running: number
}

export async function countRuns(pool: Pool, ownerId: string): Promise<RunCounts> {
  const { rows } = await pool.query<RunCounts>(
    `select count(finished_at)::int as kept, (count(*) filter (where status = 'running'))::int as running
       from execution where owner_id = $1`,
    [ownerId],
  )
  return rows[0] ?? { kept: 0, running: 0 }
}
