import type { Pool, PoolClient } from 'pg'
import type { PauseEnd } from '#src/sdk/define-node.ts'
import { NEVER, type Schedule } from './dbos.ts'
import { durableId } from './durable-id.ts'
import type { EngineLog } from './engine.ts'
import { inTransaction } from './in-transaction.ts'
import { heldRun, type LiveRun } from './live-runs.ts'
import { RunParked } from './parked.ts'
import { persistently } from './persistently.ts'
import { waitForRoom } from './room.queries.ts'
import { holdRun, saveProgress } from './runs.queries.ts'
import type { Park, PausePoint } from './strands.ts'
import { beginWait, endOfWait, markWaiting } from './wait.queries.ts'

export interface ParkOptions {
  readonly pool: Pool
  readonly executorId: string
  readonly schedule: Schedule
  readonly log: EngineLog
}

type Ends = ReadonlyMap<string, PauseEnd>

/** Milliseconds since 1970. Whoever waits for room is made due when there is some. */
const first = (points: readonly PausePoint[]): number =>
  Math.min(NEVER, ...points.flatMap(({ pause, needs }) => (needs === undefined ? [Date.parse(pause.until)] : [])))

/**
 * Ends a run's segment when all that is left of it waits: in one transaction its log is written, it has no owner any
 * more, and the next segment lies in the queue until the first pause is over. Whoever ends one before that makes it due.
 */
export function createPark({ pool, executorId, schedule, log }: ParkOptions) {
  async function endOf(run: LiveRun, { place, pause }: PausePoint): Promise<PauseEnd | null> {
    const isDue = Date.parse(pause.until) <= Date.now()
    if (pause.endedBy === undefined) return isDue ? { kind: 'due' } : null
    return persistently(() => endOfWait(pool, run.facts.id, place, isDue), log)
  }

  async function endsOf(run: LiveRun, points: readonly PausePoint[]): Promise<Ends> {
    const ends = new Map<string, PauseEnd>()
    for (const point of points) {
      const end = await endOf(run, point)
      if (end !== null) ends.set(point.place, end)
    }
    return ends
  }

  /** How pauses ended whose answers came before the run did; with none of these it has stopped. */
  async function stop(client: PoolClient, run: LiveRun, points: readonly PausePoint[]): Promise<Ends> {
    const { id, ownerId } = run.facts
    const segment = run.segment + 1
    // Before anything else: what an earlier owner wrote about its pauses would hide them from whoever ends them.
    if (!(await holdRun(client, heldRun(run), executorId))) throw new RunParked()
    const ends = new Map<string, PauseEnd>()
    for (const { place, pause } of points) {
      if (pause.endedBy === undefined) continue
      const end = await beginWait(client, id, place, segment)
      if (end !== null) ends.set(place, end)
    }
    if (ends.size > 0) return ends
    await saveProgress(client, heldRun(run), run.steps.values(), executorId)
    const dueAt = first(points)
    await markWaiting(client, { id, segment, dueAt: new Date(dueAt).toISOString() })
    const needs = points.map((point) => point.needs ?? 0)
    if (Math.max(...needs) > 0) await waitForRoom(client, id, Math.max(...needs))
    await schedule(client, { executionId: id, ownerId, durableId: durableId(id, segment), dueAt })
    return ends
  }

  return async function park(run: LiveRun, points: readonly PausePoint[], { mayPark }: Parameters<Park>[1]) {
    const over = await endsOf(run, points)
    if (over.size > 0 || !mayPark) return over
    const ends = await persistently(() => inTransaction(pool, (client) => stop(client, run, points)), log)
    if (ends.size > 0) return ends
    throw new RunParked()
  }
}
