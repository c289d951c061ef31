import type { Pool, PoolClient } from 'pg'
import { idleCancelled } from './call.queries.ts'
import { afterTakeover, MAX_RECOVERIES, type Takeover } from './decide/takeover.ts'
import type { EngineLog } from './engine.ts'
import { knownDead } from './executor.ts'
import { cancelled, lostRun, recoveryLimit } from './failures.ts'
import { inTransaction } from './in-transaction.ts'
import type { LiveRuns } from './live-runs.ts'
import { endRuns, forgetExecutors, type Orphan, ownRuns, requeue, takeOver } from './sweep.queries.ts'

export interface SweepOptions {
  readonly pool: Pool
  readonly executorId: string
  readonly applicationVersion: string
  readonly deadAfterMs: number
  readonly live: LiveRuns
  readonly log: EngineLog
  startAgain(id: string, segment: number): void
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
  live,
  log,
  startAgain,
}: SweepOptions) {
  let suspects: ReadonlySet<string> = new Set()

  /** Runs of our own that are unknown here in two rounds: one alone may be on its way. */
  async function lostRuns(): Promise<string[]> {
    const unknown = (await ownRuns(pool, executorId)).filter((id) => !live.has(id))
    const lost = unknown.filter((id) => suspects.has(id))
    suspects = new Set(unknown)
    return lost
  }

  async function act(client: PoolClient, orphans: readonly Orphan[]): Promise<readonly Orphan[]> {
    const ids = Map.groupBy(orphans, afterTakeover)
    const to = (takeover: Takeover) => (ids.get(takeover) ?? []).map(({ id }) => id)
    await requeue(client, to('requeue'), applicationVersion)
    await endRuns(client, to('cancel'), 'cancelled', { code: cancelled.code, message: cancelled.message })
    const limit = recoveryLimit(MAX_RECOVERIES)
    await endRuns(client, to('give-up'), 'failed', { code: limit.code, message: limit.message })
    await endRuns(client, to('lost'), 'failed', { code: lostRun.code, message: lostRun.message })
    return ids.get('start') ?? []
  }

  return async function sweep(): Promise<void> {
    const deadline = { executorId, deadAfterMs, knownDead: await knownDead(pool) }
    const lost = await lostRuns()
    const orphans = await inTransaction(pool, async (client) => {
      // A run that ended may have waited for runs that wait themselves.
      const idle = await idleCancelled(client)
      if (idle.length > 0)
        await endRuns(client, idle, 'cancelled', { code: cancelled.code, message: cancelled.message })
      const taken = await takeOver(client, deadline, lost)
      return { taken, toStart: taken.length > 0 ? await act(client, taken) : [] }
    })
    for (const { id, segment } of orphans.toStart) startAgain(id, segment)
    if (orphans.taken.length > 0)
      log.info({ runs: orphans.taken.length }, 'Took over the runs of processes that are gone')
    await forgetExecutors(pool, deadline)
  }
}
