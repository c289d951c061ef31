import type { Pool, PoolClient } from 'pg'

export interface Caller {
  readonly depth: number
  /** It goes on, and nobody has asked it to stop. */
  readonly isLive: boolean
}

/** The run that calls. Until the transaction ends it does not end, and nobody else calls in its name. */
export async function holdCaller(client: PoolClient, id: string): Promise<Caller> {
  const { rows } = await client.query<{ depth: number; is_live: boolean }>({
    name: 'engine-caller',
    text: `select depth, finished_at is null and not cancel_requested as is_live from execution where id = $1 for no key update`,
    values: [id],
  })
  const [row] = rows
  return { depth: row?.depth ?? 0, isLive: row?.is_live ?? false }
}

export async function isCalled(client: Pool | PoolClient, id: string): Promise<boolean> {
  const { rowCount } = await client.query({
    name: 'engine-called',
    text: 'select from execution where id = $1',
    values: [id],
  })
  return rowCount === 1
}

/**
 * For SQL, of a row of `execution`: a run that called this one, however far above, has not ended. It may ask again what
 * came of its calls, so this one must not be deleted.
 */
export const HAS_LIVE_CALLER_SQL = `exists (
  with recursive above as (
    select p.parent_id, p.finished_at from execution p where p.id = execution.parent_id
    union all
    select p.parent_id, p.finished_at from above join execution p on p.id = above.parent_id)
  select from above where finished_at is null)`

interface Adopted {
  readonly id: string
  readonly parentId: string
  readonly step: string
  readonly waits: boolean
  readonly depth: number
}

/** Says who has called a run. */
export async function adopt(client: PoolClient, { id, parentId, step, waits, depth }: Adopted): Promise<void> {
  await client.query({
    name: 'engine-adopt',
    text: `with parent as (update execution set has_called = true where id = $2 and not has_called)
      update execution set parent_id = $2, parent_step = $3, parent_waits = $4, depth = $5 where id = $1`,
    values: [id, parentId, step, waits, depth],
  })
}

/** The runs under way that a run waits for. */
export async function awaitedRuns(pool: Pool, id: string): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>({
    name: 'engine-awaited',
    text: `select id from execution where parent_id = $1 and parent_waits and finished_at is null`,
    values: [id],
  })
  return rows.map((row) => row.id)
}

/** Runs that are to stop and that nobody works on. */
export async function idleCancelled(client: PoolClient): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>({
    name: 'engine-idle-cancelled',
    text: `select id from execution where status in ('queued', 'waiting') and cancel_requested
      limit 500 for no key update skip locked`,
  })
  return rows.map((row) => row.id)
}
