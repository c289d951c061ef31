import type { Pool } from 'pg'

/** How many accounts have runs that wait in a durable queue to begin now; counts up to `most`. One seek for each. */
export async function countAccounts(pool: Pool, queue: string, most: number): Promise<number> {
  const { rows } = await pool.query<{ accounts: number }>({
    name: 'engine-queue-accounts',
    text: `with recursive account as (
        (select min(queue_partition_key) as key, 1 as place from dbos.workflow_status
          where queue_name = $1 and status = 'ENQUEUED' and queue_partition_key is not null)
        union all
        (select (select min(queue_partition_key) from dbos.workflow_status
            where queue_name = $1 and status = 'ENQUEUED' and queue_partition_key > account.key), place + 1
          from account where key is not null and place < $2))
      select count(key)::int as accounts from account`,
    values: [queue, most],
  })
  return rows[0]?.accounts ?? 0
}
