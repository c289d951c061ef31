import type { Pool, PoolClient } from 'pg'
import type { PauseEnd } from '#src/sdk/define-node.ts'
import type { Json, JsonObject } from '#src/sdk/json.ts'
import { readAttempts } from './claim.queries.ts'
import type { EngineTransaction, Repeat } from './engine.ts'
import { inTransaction } from './in-transaction.ts'
import { NOTHING_REUSED, type Reuse, type ReusedStep } from './reuse.ts'
import { insertRunning, type NewRun } from './runs.queries.ts'

/** In the transaction that accepts the run. */
export async function keepRepeat(transaction: EngineTransaction, id: string, { of, reuse }: Repeat): Promise<void> {
  const standIns = reuse?.standIns && JSON.stringify(reuse.standIns)
  if (of !== undefined || standIns !== undefined)
    await transaction.query('update execution set retry_of = $2, stand_ins = $3::jsonb where id = $1', [
      id,
      of ?? null,
      standIns ?? null,
    ])
  if (reuse !== undefined)
    await transaction.query('insert into execution_reuse (execution_id, content) values ($1, $2::json)', [
      id,
      JSON.stringify(reuse),
    ])
}

export const insertRepeating = (pool: Pool, run: NewRun, repeat: Repeat, executorId: string): Promise<void> =>
  inTransaction(pool, async (client) => {
    await insertRunning(client, [run], executorId)
    await keepRepeat(client, run.facts.id, repeat)
  })

export async function readReuse(pool: Pool | PoolClient, id: string): Promise<Reuse | undefined> {
  const { rows } = await pool.query<{ content: Reuse }>({
    name: 'engine-reuse',
    text: 'select content from execution_reuse where execution_id = $1',
    values: [id],
  })
  return rows[0]?.content
}

/** What the steps with side effects of a run came to, and what it had taken over itself. */
export async function readOutcomes(pool: Pool, id: string): Promise<Reuse> {
  const { rows } = await pool.query<{ started_at: Date; vars: JsonObject | null; segment: number }>(
    'select coalesce(started_at, created_at) as started_at, vars, segment from execution where id = $1',
    [id],
  )
  const [run] = rows
  if (run === undefined) return NOTHING_REUSED
  const earlier = (await readReuse(pool, id)) ?? NOTHING_REUSED
  const seen = { startedAt: run.started_at.toISOString(), ...(run.vars !== null && { vars: run.vars }) }
  return {
    runs: { ...earlier.runs, [id]: seen },
    steps: { ...earlier.steps, ...(await readOwnOutcomes(pool, id, run.segment)) },
  }
}

/** A checkpoint is called by its node and the number of the attempt; the last attempt is what the step came to. */
const CHECKPOINT = /^(?<nodeId>.+)#(?<number>\d+)$/

async function readOwnOutcomes(pool: Pool, id: string, segment: number): Promise<Record<string, ReusedStep>> {
  const ends = await readEnds(pool, id)
  const last = new Map<string, number>()
  const steps: Record<string, ReusedStep> = {}
  for (const [name, attempt] of await readAttempts(pool, id, segment)) {
    const { nodeId, number = '' } = CHECKPOINT.exec(name)?.groups ?? {}
    if (nodeId === undefined || Number(number) < (last.get(nodeId) ?? 0)) continue
    last.set(nodeId, Number(number))
    const end = ends.get(`${nodeId}:0`)
    steps[nodeId] = { run: id, attempt, ...(end && { end }) }
  }
  return steps
}

/** The pauses that somebody ended, by their place. */
async function readEnds(pool: Pool, id: string): Promise<Map<string, PauseEnd>> {
  const { rows } = await pool.query<{ place: string; answer: { value: Json } }>(
    `select place, answer from execution_wait where execution_id = $1 and ended_at is not null and answer is not null`,
    [id],
  )
  return new Map(rows.map(({ place, answer }) => [place, { kind: 'ended', answer: answer.value }]))
}
