import type { Pool, PoolClient } from 'pg'
import { idleCancelled } from './call.queries.ts'
import type { Schedule } from './dbos.ts'
import { afterTakeover, MAX_RECOVERIES, type Takeover } from './decide/takeover.ts'
import { durableId } from './durable-id.ts'
import type { EngineLog } from './engine.ts'
import type { StartErrorRuns } from './error-runs.ts'
import { knownDead } from './executor.ts'
import { cancelled, lostRun, recoveryLimit } from './failures.ts'
import { inTransaction } from './in-transaction.ts'
import type { ArrivingRuns, LiveRuns } from './live-runs.ts'
import { disown, endRuns, forgetExecutors, type Orphan, ownRuns, requeue, takeOver } from './sweep.queries.ts'

/** Rounds until the next look at all that waits: among a million runs it takes seconds. */
const THOROUGH_EVERY = 20

export interface SweepOptions {
  readonly pool: Pool
  readonly executorId: string
  readonly applicationVersion: string
  readonly deadAfterMs: number
  /** Whether an old heartbeat of another process says that it is dead. */
  readonly mayJudge: () => boolean
  readonly live: LiveRuns
  readonly arriving: ArrivingRuns
  readonly log: EngineLog
  readonly startErrorRuns: StartErrorRuns
  readonly schedule: Schedule
}

type Own = Pick<SweepOptions, 'pool' | 'executorId' | 'deadAfterMs' | 'live' | 'arriving'>

/** Finds runs of our own that are unknown here in two rounds: one alone may be on its way. */
function createLostRuns({ pool, executorId, deadAfterMs, live, arriving }: Own) {
  let suspects: ReadonlySet<string> = new Set()
  return async function lostRuns(): Promise<string[]> {
    const own = await ownRuns(pool, executorId, { givenForMs: deadAfterMs / 2 })
    const unknown = own.filter((id) => !live.has(id) && !arriving.has(id))
    const lost = unknown.filter((id) => suspects.has(id))
    suspects = new Set(unknown)
    return lost
  }
}

/**
 * For a process that takes nothing over: gives away what it owns and does not know, such as a run whose insert was
 * committed although the connection broke before it said so.
 */
export function createHandover(options: Own & Pick<SweepOptions, 'applicationVersion'>) {
  const { pool, executorId, applicationVersion } = options
  const lostRuns = createLostRuns(options)
  return async function handOver(): Promise<void> {
    const lost = await lostRuns()
    if (lost.length === 0) return
    await inTransaction(pool, async (client) => {
      await requeue(client, await disown(client, lost, executorId), applicationVersion)
    })
  }
}

/**
 * Finds the runs of dead processes and sees that somebody goes on with them. Meant to be repeated for ever: what one
 * round misses, because a process dies in it, the next one finds.
 */
export function createSweep({
  pool,
  executorId,
  applicationVersion,
  deadAfterMs,
  mayJudge,
  live,
  arriving,
  log,
  startErrorRuns,
  schedule,
}: SweepOptions) {
  const lostRuns = createLostRuns({ pool, executorId, deadAfterMs, live, arriving })
  let round = 0

  async function act(client: PoolClient, orphans: readonly Orphan[]): Promise<void> {
    const ids = Map.groupBy(orphans, afterTakeover)
    const to = (takeover: Takeover) => (ids.get(takeover) ?? []).map(({ id }) => id)
    await requeue(client, to('requeue'), applicationVersion)
    for (const { id, segment } of ids.get('enqueue') ?? [])
      await schedule(client, { executionId: id, ownerId: null, durableId: durableId(id, segment) })
    await endRuns(client, to('cancel'), 'cancelled', { code: cancelled.code, message: cancelled.message })
    const limit = recoveryLimit(MAX_RECOVERIES)
    const givenUp = await endRuns(client, to('give-up'), 'failed', { code: limit.code, message: limit.message })
    const lost = await endRuns(client, to('lost'), 'failed', { code: lostRun.code, message: lostRun.message })
    await startErrorRuns(client, [...givenUp, ...lost])
  }

  return async function sweep(): Promise<void> {
    const gone = await knownDead(pool)
    const lost = await lostRuns()
    // To be asked inside of the transaction: its clock stands still, however long a statement takes from here on.
    const deadline = () => ({ executorId, deadAfterMs: mayJudge() ? deadAfterMs : null, knownDead: gone })
    const taken = await inTransaction(pool, async (client) => {
      // A run that ended may have waited for runs that wait themselves.
      const idle = await idleCancelled(client)
      if (idle.length > 0)
        await endRuns(client, idle, 'cancelled', { code: cancelled.code, message: cancelled.message })
      const orphans = await takeOver(client, deadline(), { lost, thorough: round++ % THOROUGH_EVERY === 0 })
      if (orphans.length > 0) await act(client, orphans)
      return orphans.length
    })
    if (taken > 0) log.info({ runs: taken }, 'Took over the runs of processes that are gone')
    await forgetExecutors(pool, deadline())
  }
}
