import type { Pool, PoolClient } from 'pg'
import { LIVE_RUNS_SQL } from '#src/lib/run-status.ts'
import type { PauseEnd } from '#src/sdk/define-node.ts'
import type { Json } from '#src/sdk/json.ts'
import { durableId } from './durable-id.ts'
import type { EngineTransaction } from './engine.ts'

interface EndedRow {
  ended_at: Date | null
  /** Wrapped, so that an empty answer differs from none. */
  answer: { value: Json } | null
}
const endIn = ({ ended_at, answer }: EndedRow): PauseEnd | null =>
  ended_at === null ? null : answer === null ? { kind: 'due' } : { kind: 'ended', answer: answer.value }

/**
 * How a pause ended, or null while it goes on. With `isDue` it ends here unless somebody was quicker: of all who try to
 * end it one does.
 */
export async function endOfWait(pool: Pool, id: string, place: string, isDue: boolean): Promise<PauseEnd | null> {
  if (isDue)
    await pool.query({
      name: 'engine-wait-due',
      text: `insert into execution_wait (execution_id, place, ended_at) values ($1, $2, now())
        on conflict (execution_id, place) do update set ended_at = now() where execution_wait.ended_at is null`,
      values: [id, place],
    })
  const { rows } = await pool.query<EndedRow>({
    name: 'engine-wait-end',
    text: 'select ended_at, answer from execution_wait where execution_id = $1 and place = $2',
    values: [id, place],
  })
  return rows[0] === undefined ? null : endIn(rows[0])
}

/** Says which durable row waits here; how the pause ended, if it has already. */
export async function beginWait(
  client: PoolClient,
  id: string,
  place: string,
  segment: number,
): Promise<PauseEnd | null> {
  const { rows } = await client.query<EndedRow>({
    name: 'engine-wait-begin',
    text: `insert into execution_wait as w (execution_id, place, segment) values ($1, $2, $3)
      on conflict (execution_id, place) do update
        set segment = case when w.ended_at is null then excluded.segment else w.segment end
      returning ended_at, answer`,
    values: [id, place, segment],
  })
  return rows[0] === undefined ? null : endIn(rows[0])
}

interface Waiting {
  readonly id: string
  readonly segment: number
  /** ISO 8601. */
  readonly dueAt: string
}

/** Of a run that the transaction holds. */
export async function markWaiting(client: PoolClient, { id, segment, dueAt }: Waiting): Promise<void> {
  await client.query({
    name: 'engine-waiting',
    // A run that has come this far does not end its processes: its takeovers are counted anew.
    text: `update execution set status = 'waiting', executor_id = null, segment = $2, waiting_since = now(), due_at = $3,
        recoveries = 0
      where id = $1`,
    values: [id, segment, dueAt],
  })
}

/**
 * Ends a pause before its time. Of many who try, one is told true; a run that has not come to its pause finds it ended.
 */
export async function endWait(
  transaction: EngineTransaction,
  id: string,
  place: string,
  answer: Json,
): Promise<boolean> {
  const { rows } = await transaction.query(
    `insert into execution_wait as w (execution_id, place, ended_at, answer)
     select id, $2, now(), $3::json from execution where id = $1 and status in ${LIVE_RUNS_SQL}
     on conflict (execution_id, place) do update set ended_at = now(), answer = excluded.answer where w.ended_at is null
     returning segment`,
    [id, place, JSON.stringify({ value: answer })],
  )
  const [row] = rows
  if (row === undefined) return false
  // The library wakes such a row only once a second. A row that does not wait is left alone.
  if (typeof row.segment === 'number')
    await transaction.query(
      `update dbos.workflow_status set status = 'ENQUEUED', delay_until_epoch_ms = null,
         updated_at = (extract(epoch from now()) * 1000)::bigint
       where workflow_uuid = $1 and status = 'DELAYED'`,
      [durableId(id, row.segment)],
    )
  return true
}

/**
 * What a pause ends with when its time is over before anybody ends it. False when it was ended, or the run has; nobody
 * can end it before this transaction does.
 */
export async function answerSoFar(
  transaction: EngineTransaction,
  id: string,
  place: string,
  answer: Json,
): Promise<boolean> {
  const { rows } = await transaction.query(
    `insert into execution_wait as w (execution_id, place, answer)
     select id, $2, $3::json from execution where id = $1 and status in ${LIVE_RUNS_SQL}
     on conflict (execution_id, place) do update set answer = excluded.answer where w.ended_at is null
     returning 1`,
    [id, place, JSON.stringify({ value: answer })],
  )
  return rows.length === 1
}
