import type { Pool } from 'pg'
import type { Attempt } from './attempt.ts'
import type { HeldRun } from './runs.queries.ts'

export interface Checkpoint {
  readonly run: string
  /** Who remembers it must still have the run, in the segment and after the takeover that it has it from. */
  readonly segment: number
  readonly takeovers: number
  readonly name: string
  readonly attempt: Attempt
}

const FIELDS = 'run uuid, segment int, takeovers int, place int, name text, attempt text'

/** Returns those that are kept: not what belongs to a run that somebody else has by now. */
export async function insertCheckpoints(
  pool: Pool,
  checkpoints: readonly Checkpoint[],
  executorId: string,
): Promise<Checkpoint[]> {
  const { rows } = await pool.query<{ place: number }>({
    name: 'engine-checkpoint',
    // The lock keeps a takeover from coming between the look and the row.
    text: `with given as (select * from json_to_recordset($1::json) as g(${FIELDS})),
      ours as (select id, segment, takeovers from execution
        where id in (select run from given) and executor_id = $2 and status = 'running' order by id for no key update),
      kept as (select g.* from given g join ours on ours.id = g.run
        and ours.segment = g.segment and ours.takeovers = g.takeovers),
      written as (insert into execution_checkpoint (execution_id, name, attempt)
        select run, name, attempt::json from kept on conflict (execution_id, name) do nothing)
      select place from kept`,
    values: [
      JSON.stringify(checkpoints.map((one, place) => ({ ...one, place, attempt: JSON.stringify(one.attempt) }))),
      executorId,
    ],
  })
  return rows.flatMap(({ place }) => checkpoints[place] ?? [])
}

/** What was kept under a name of a run, for who has that run. */
export async function readCheckpoint(
  pool: Pool,
  { id, segment, takeovers }: HeldRun,
  name: string,
  executorId: string,
): Promise<Attempt | undefined> {
  const { rows } = await pool.query<{ attempt: Attempt }>({
    name: 'engine-read-checkpoint',
    text: `select c.attempt from execution_checkpoint c join execution e on e.id = c.execution_id
      where c.execution_id = $1 and c.name = $2 and e.executor_id = $3 and e.status = 'running'
        and e.segment = $4 and e.takeovers = $5`,
    values: [id, name, executorId, segment, takeovers],
  })
  return rows[0]?.attempt
}

export async function deleteCheckpoints(pool: Pool, executionIds: readonly string[]): Promise<void> {
  await pool.query('delete from execution_checkpoint where execution_id = any($1::uuid[])', [executionIds])
}
