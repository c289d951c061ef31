import type { Pool } from 'pg'

export interface Delivery {
  readonly workflowId: string
  readonly key: Buffer
  /** The run that is to be started if this delivery is the first. */
  readonly executionId: string
  readonly rememberMinutes: number
}

/**
 * A run is there a moment after its claim; a claim without one for so long is that of a process that ended in between,
 * or stands still: whoever takes it over starts the run under the same id, so that one of the two cannot.
 */
const ABANDONED = `(d.claimed_at < now() - interval '1 minute' and not exists (select from execution where id = d.execution_id))`

interface DeliveryClaim {
  readonly executionId: string
  /** The run is to be started; otherwise it is that of another delivery with the same key. */
  readonly isOurs: boolean
}

/** The execution that this delivery belongs to, and who starts it. */
export async function claimDelivery(pool: Pool, delivery: Delivery): Promise<DeliveryClaim> {
  const { workflowId, key, executionId, rememberMinutes } = delivery
  const { rows } = await pool.query<{ execution_id: string; is_ours: boolean }>({
    name: 'claim-delivery',
    text: `insert into webhook_delivery as d (workflow_id, key, execution_id, expires_at)
      values ($1, $2, $3, now() + make_interval(mins => $4))
      on conflict (workflow_id, key) do update set
        (execution_id, claimed_at, expires_at, duplicates, last_duplicate_at) = (
          select case when is_over then excluded.execution_id else d.execution_id end,
                 case when is_free then now() else d.claimed_at end,
                 case when is_free then excluded.expires_at else d.expires_at end,
                 case when is_free then 0 else d.duplicates + 1 end,
                 case when is_free then null else now() end
            from (select d.expires_at < now() as is_over, d.expires_at < now() or ${ABANDONED} as is_free) as claim)
      returning execution_id, duplicates = 0 as is_ours`,
    values: [workflowId, key, executionId, rememberMinutes],
  })
  const [row] = rows
  if (row === undefined) throw new Error('a delivery was neither claimed nor known')
  return { executionId: row.execution_id, isOurs: row.is_ours }
}

/**
 * Gives back the claim of a delivery whose run could not be started, so that its repetition starts one: under the same
 * id, as it may have been taken over by now, or its run be on its way.
 */
export const releaseDelivery = (pool: Pool, { workflowId, key, executionId }: Delivery) =>
  pool.query(
    `update webhook_delivery set claimed_at = '-infinity' where workflow_id = $1 and key = $2 and execution_id = $3
        and not exists (select from execution where id = $3)`,
    [workflowId, key, executionId],
  )

export async function executionExists(pool: Pool, id: string): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: 'execution-exists',
    text: 'select from execution where id = $1',
    values: [id],
  })
  return rowCount === 1
}

export const deleteOldDeliveries = (pool: Pool) => pool.query('delete from webhook_delivery where expires_at < now()')
