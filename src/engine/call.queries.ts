import type { Pool, PoolClient } from 'pg'

/** How deep a run stands, and whether the one that it calls is there already. */
export async function findDepth(
  client: PoolClient,
  { parent, child }: { readonly parent: string; readonly child: string },
): Promise<{ ofParent: number; isThere: boolean }> {
  const { rows } = await client.query<{ depth: number; is_there: boolean }>({
    name: 'engine-depth',
    text: `select depth, exists (select from execution where id = $2) as is_there from execution where id = $1`,
    values: [parent, child],
  })
  const [row] = rows
  return { ofParent: row?.depth ?? 0, isThere: row?.is_there ?? false }
}

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
