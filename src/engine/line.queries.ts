import type { Pool, PoolClient } from 'pg'
import type { EngineTransaction } from './engine.ts'

const MOST_AT_ONCE = 500

/** Runs of one workflow that wait for each other. */
export interface Line {
  readonly workflowId: string
  readonly key: string
}

/** In the transaction that accepts the run. Of two runs the one that was accepted before the other came stands before it. */
export async function joinLine(
  transaction: EngineTransaction,
  { executionId, workflowId, key, atOnce }: Line & { readonly executionId: string; readonly atOnce: number },
): Promise<void> {
  await transaction.query('insert into run_line (execution_id, workflow_id, key, at_once) values ($1, $2, $3, $4)', [
    executionId,
    workflowId,
    key,
    atOnce,
  ])
}

/** Lines of which somebody has come or gone since they were last looked at, the longest ago first. */
export async function calledLines(pool: Pool): Promise<Line[]> {
  const { rows } = await pool.query<Line>({
    name: 'engine-called-lines',
    text: `select workflow_id as "workflowId", key from run_line_call group by workflow_id, key
      order by min(id) limit ${MOST_AT_ONCE}`,
  })
  return rows
}

/** All with runs that wait and a free place. It steps from line to line, which takes a second for 100,000 of them. */
export async function linesWithPlaces(pool: Pool): Promise<Line[]> {
  const first = (after: string) => `(select workflow_id, key, at_once from run_line
    where not is_at_work ${after} order by workflow_id, key, position limit 1)`
  const { rows } = await pool.query<Line>({
    name: 'engine-lines-with-places',
    text: `with recursive line as (
        ${first('')}
        union all
        select next.* from line cross join lateral
          ${first('and (run_line.workflow_id, run_line.key) > (line.workflow_id, line.key)')} next)
      select workflow_id as "workflowId", key from line
      where at_once > (select count(*) from run_line o join execution e on e.id = o.execution_id
        where o.workflow_id = line.workflow_id and o.key = line.key and o.is_at_work and e.finished_at is null)`,
  })
  return rows
}

/** Until the transaction ends nobody else gives out places in this line; what they gave is seen from here on. */
export async function lockLine(client: PoolClient, { workflowId, key }: Line): Promise<void> {
  await client.query({
    name: 'engine-lock-line',
    text: 'select pg_advisory_xact_lock(hashtextextended($1 || $2, 0))',
    values: [workflowId, key],
  })
}

/** Gives the free places of a line that is locked to those who came first, and takes out those who have ended. */
export async function giveTurns(client: PoolClient, { workflowId, key }: Line): Promise<void> {
  // In a statement of its own: the next one sees all that is answered here.
  await client.query({
    name: 'engine-answer-calls',
    text: 'delete from run_line_call where workflow_id = $1 and key = $2',
    values: [workflowId, key],
  })
  await client.query({
    name: 'engine-give-turns',
    text: `with at_work as (select l.execution_id, e.finished_at is not null as has_ended
        from run_line l join execution e on e.id = l.execution_id
        where l.workflow_id = $1 and l.key = $2 and l.is_at_work),
      gone as (delete from run_line where execution_id in (select execution_id from at_work where has_ended)),
      head as (select at_once from run_line where workflow_id = $1 and key = $2 and not is_at_work
        order by position limit 1),
      next as (select execution_id from run_line where workflow_id = $1 and key = $2 and not is_at_work
        order by position limit coalesce((select greatest(0, at_once - (select count(*) from at_work where not has_ended))
          from head), 0)),
      begun as (update run_line l set is_at_work = true from next where l.execution_id = next.execution_id
        returning l.execution_id)
      update dbos.workflow_status set status = 'ENQUEUED', delay_until_epoch_ms = null,
          updated_at = (extract(epoch from now()) * 1000)::bigint
        where workflow_uuid in (select execution_id::text from begun) and status = 'DELAYED'`,
    values: [workflowId, key],
  })
}
