import type { Pool } from 'pg'
import { createBatcher } from '#src/lib/batcher.ts'
import type { Attempt } from './attempt.ts'
import { type Checkpoint, insertCheckpoints } from './checkpoints.queries.ts'
import type { EngineLog } from './engine.ts'
import { handedOver } from './failures.ts'
import type { LiveRun } from './live-runs.ts'
import { RunParked } from './parked.ts'
import { persistently } from './persistently.ts'

export interface CheckpointsOptions {
  readonly pool: Pool
  readonly executorId: string
  readonly log: EngineLog
}

/**
 * Remembers what attempts gave, by name: whatever order they happen in, a repetition of the run finds them. Those of
 * several runs and branches are written together.
 */
export function createCheckpoints({ pool, executorId, log }: CheckpointsOptions) {
  const kept = new WeakSet<Checkpoint>()
  const keep = createBatcher<Checkpoint>(async (checkpoints) => {
    for (const checkpoint of await insertCheckpoints(pool, checkpoints, executorId)) kept.add(checkpoint)
  })

  return async function checkpoint(run: LiveRun, name: string, work: () => Promise<Attempt>): Promise<Attempt> {
    const known = run.earlier.attempts.get(name)
    if (known !== undefined) return known
    const attempt = await work()
    // This process lets go of the run, which is no reason for the step to fail.
    if (run.abort.signal.reason === handedOver) throw new RunParked()
    const checkpoint = { run: run.facts.id, segment: run.segment, recoveries: run.recoveries, name, attempt }
    await persistently(() => keep(checkpoint), log)
    // Somebody else has the run, and repeats the step.
    if (!kept.has(checkpoint)) throw new RunParked()
    return attempt
  }
}
