import type { Pool } from 'pg'
import type { EngineTransaction } from '#src/engine/engine.ts'

export interface RunSize {
  readonly id: string
  readonly ownerId: string
  readonly bytes: number
}

const asRows = (sizes: readonly RunSize[]) =>
  JSON.stringify(sizes.map(({ id, ownerId, bytes }) => ({ id, owner_id: ownerId, bytes })))

/** Takes room for what runs hold by now; returns the ids of those whose account has none left. */
export async function reserveBytes(
  client: EngineTransaction,
  sizes: readonly RunSize[],
  most: number,
): Promise<string[]> {
  const { rows } = await client.query('select * from reserve_bytes($1::json, $2) as id', [asRows(sizes), most])
  return rows.map(({ id }) => String(id))
}

/** Gives back what runs have taken and did not need. */
export const giveBack = (pool: Pool, sizes: readonly RunSize[]) =>
  pool.query(
    `update execution_size set bytes = given.bytes from json_to_recordset($1::json) as given(id uuid, bytes bigint)
      where execution_id = given.id and execution_size.bytes > given.bytes`,
    [asRows(sizes)],
  )

/** What a large run holds; null for any other. */
export async function sizeOfRun(pool: Pool, id: string): Promise<Omit<RunSize, 'id'> | null> {
  const { rows } = await pool.query<Omit<RunSize, 'id'>>({
    name: 'usage-size-of-run',
    text: `select owner_id as "ownerId", bytes::float8 as bytes from execution_size where execution_id = $1`,
    values: [id],
  })
  return rows[0] ?? null
}

/** What runs took that are never to be; of one that came to be all the same it stays. */
export const forgetRuns = (pool: Pool, ids: readonly string[]) =>
  pool.query(
    `delete from execution_size where execution_id = any($1::uuid[])
       and not exists (select from execution where id = execution_id)`,
    [ids],
  )

/** Of runs that took room and then never came to be. */
export const forgetUnborn = (pool: Pool) =>
  pool.query(
    `delete from execution_size where noted_at < now() - interval '1 hour'
       and not exists (select from execution where id = execution_id)`,
  )

export async function storedBytes(client: EngineTransaction, ownerId: string): Promise<number> {
  const { rows } = await client.query('select stored_bytes($1) as bytes', [ownerId])
  return Number(rows[0]?.bytes)
}

/** Until the transaction ends nobody else stores more for this account. */
export async function lockStorage(transaction: EngineTransaction, ownerId: string): Promise<void> {
  await transaction.query('select lock_storage($1)', [ownerId])
}

/** What the runs of one workflow hold. */
export async function bytesOfWorkflow(transaction: EngineTransaction, workflowId: string): Promise<number> {
  const { rows } = await transaction.query(
    `select coalesce(sum(bytes), 0)::bigint as bytes from (select execution_id, bytes from execution_size
        union all select execution_id, bytes from execution_file) as size
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
