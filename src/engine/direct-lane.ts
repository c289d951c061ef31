import { DBOS } from '@dbos-inc/dbos-sdk'
import { createBatcher } from '#src/lib/batcher.ts'
import { claimRun } from './claim.queries.ts'
import { RUN_GRAPH } from './dbos.ts'
import { createDurableWalk, type DurableWalkOptions } from './durable-walk.ts'
import { cancelled, lostRun, ownerGone } from './failures.ts'
import { type ArrivingRuns, type LiveRun, type LiveRuns, liveRun } from './live-runs.ts'
import { persistently } from './persistently.ts'
import type { Places } from './places.ts'
import type { createPlanCache, Plan } from './plan.ts'
import { insertRepeating } from './reuse.queries.ts'
import type { Room } from './room.ts'
import { insertRunning, type NewRun } from './runs.queries.ts'

export interface DirectLaneOptions extends DurableWalkOptions {
  readonly live: LiveRuns
  readonly arriving: ArrivingRuns
  readonly planOf: ReturnType<typeof createPlanCache>
  readonly room: Pick<Room, 'enter' | 'left'>
  readonly places: Pick<Places, 'leave'>
}

export interface DirectLane {
  /** Returns when the run is committed. It has a place of its account, and leaves it when it is not at work here any more. */
  start(run: NewRun, plan: Plan): Promise<LiveRun>
  /** Waits for the runs that began here, but not for long: what is left then goes on elsewhere. */
  drain(ms: number): Promise<void>
}

/** Makes a run that the durable queue has given to this process its own; null when it is not, or there is no room for it. */
function createTakeUp({ pool, executorId, log, planOf, host, room }: DirectLaneOptions) {
  async function claim(id: string): Promise<LiveRun | null> {
    const claimed = await persistently(() => claimRun(pool, id, DBOS.workflowID ?? id, executorId), log)
    if (claimed === null) return null
    const { facts, workflowId, version, graph, start } = claimed
    const run = liveRun(facts, planOf(workflowId, version, graph, start), claimed)
    if (claimed.cancelRequested) run.abort.abort(cancelled)
    if (claimed.isOwnerGone) run.abort.abort(ownerGone)
    return run
  }

  return async function takeUp(id: string): Promise<LiveRun | null> {
    if (!(await room.enter(id, DBOS.workflowID ?? id))) return null
    let run: LiveRun | null = null
    try {
      run = await claim(id)
    } finally {
      if (run === null) host.sizes?.leave(id)
    }
    return run
  }
}

/**
 * The lane of graphs with side effects: the run is committed first, then each side effect is remembered when it is
 * done, so that after a crash another process goes on where this one was.
 * The process that accepts a run carries it out without a durable row: its own row says who has it. It gets one when it
 * stops to wait, or when somebody takes it over.
 */
export function createDirectLane(options: DirectLaneOptions): DirectLane {
  const { pool, executorId, log, live, arriving, room, places } = options
  const insert = createBatcher<NewRun>((runs) => insertRunning(pool, runs, executorId))
  const walk = createDurableWalk(options)
  const takeUp = createTakeUp(options)
  /** Runs that began here. */
  const under = new Set<Promise<void>>()

  async function carryOut(run: LiveRun): Promise<void> {
    const { id } = run.facts
    live.set(id, run)
    try {
      await walk(run)
    } finally {
      // After a long sleep this process may have taken the run over from itself.
      if (live.get(id) === run) live.delete(id)
      run.answer.reject(new Error(lostRun.message))
      void room.left()
    }
  }

  async function runDurably(id: string): Promise<null> {
    arriving.add(id)
    try {
      const run = await takeUp(id)
      if (run !== null) await carryOut(run)
    } finally {
      arriving.delete(id)
    }
    return null
  }
  // Only the queue starts it.
  DBOS.registerWorkflow(runDurably, { name: RUN_GRAPH })

  function begin(run: LiveRun): void {
    const done = carryOut(run)
      .catch((error: unknown) => {
        // The sweep finds the run by its row and goes on with it.
        log.warn({ err: error, executionId: run.facts.id }, 'A run stopped here before its end; it will be taken over')
      })
      .finally(() => {
        places.leave(run.facts.ownerId)
        under.delete(done)
      })
    under.add(done)
  }

  async function start(run: NewRun, plan: Plan): Promise<LiveRun> {
    const { id } = run.facts
    const { repeat } = run.request
    const entry = liveRun(run.facts, plan, { reuse: repeat?.reuse })
    // A run of this id may be at work here already: then it cannot be inserted a second time.
    if (!live.has(id)) live.set(id, entry)
    try {
      if (repeat === undefined) await insert(run)
      else await insertRepeating(pool, run, repeat, executorId)
    } catch (error) {
      if (live.get(id) === entry) live.delete(id)
      places.leave(run.facts.ownerId)
      throw error
    }
    begin(entry)
    return entry
  }

  async function drain(ms: number): Promise<void> {
    const { promise: late, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, ms)
    await Promise.race([Promise.all(under), late])
    clearTimeout(timer)
  }

  return { start, drain }
}
