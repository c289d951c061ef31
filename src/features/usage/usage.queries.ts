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

export async function storedBytes(pool: Pool, ownerId: string): Promise<number> {
  const { rows } = await pool.query<{ bytes: string | number }>(
    `select coalesce((select sum(bytes) from execution_size where owner_id = $1), 0)::bigint
       + coalesce((select sum(bytes) from execution_file where owner_id = $1), 0)::bigint as bytes`,
    [ownerId],
  )
  return Number(rows[0]?.bytes ?? 0)
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
