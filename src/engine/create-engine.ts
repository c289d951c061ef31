import { DBOS } from '@dbos-inc/dbos-sdk'
import { Pool } from 'pg'
import { createExpressions } from '#src/lib/expressions/expressions.ts'
import { matchesLinearly } from '#src/lib/expressions/linear-regexp.node.ts'
import { createBackground, MISSED_BEATS } from './background.ts'
import { createCall } from './call.ts'
import { createCancel } from './cancel.ts'
import { deleteCheckpoints } from './checkpoints.queries.ts'
import { launchDbos, type Schedule } from './dbos.ts'
import { laneOf, touches } from './decide/lane.ts'
import { createDirectLane } from './direct-lane.ts'
import type { Engine, EngineHost, EngineLog, NodeRegistry } from './engine.ts'
import { createEndRuns, createErrorRuns } from './error-runs.ts'
import { newExecutorId, signOff } from './executor.ts'
import { handedOver } from './failures.ts'
import { createInLine } from './in-line.ts'
import { createInlineLane } from './inline-lane.ts'
import { createLines } from './lines.ts'
import { type ArrivingRuns, abortRun, createLiveEvents, type LiveRuns } from './live-runs.ts'
import { createOutcomes } from './outcomes.ts'
import { createPlaces } from './places.ts'
import { createPlanCache } from './plan.ts'
import { prepareStatements } from './prepared-statements.ts'
import { createQueuedLane } from './queued-lane.ts'
import { createRoom } from './room.ts'
import { durableIdsOf } from './runs.queries.ts'
import { createStarts } from './starts.ts'
import { createSubscribe } from './subscribe.ts'
import { createVariablesFor } from './variables-for.ts'
import { answerSoFar, endWait } from './wait.queries.ts'
import { placeOf } from './walk.ts'

export interface EngineOptions {
  /** The engine opens connections of its own here, at most `CONNECTIONS`. */
  readonly databaseUrl: string
  /** The application's pool, for the tables of db/migrations. */
  readonly pool: Pool
  readonly nodes: NodeRegistry
  readonly host: EngineHost
  /** web: starts runs but takes over none. */
  readonly role: 'web' | 'worker' | 'all'
  readonly log: EngineLog
  /** Runs of the direct lane that begin at once, of one account and in all processes together; default: any number. */
  readonly runsAtOnce?: number
  /** Default 2,500; a process is taken for dead after four of these. */
  readonly heartbeatMs?: number
  /** Default the interpreter's own version. Runs of another version are restamped when their process is dead. */
  readonly applicationVersion?: string
}

const CONNECTIONS = 6
const HEARTBEAT_MS = 2500
const DRAIN_MS = 1000
/** Raise it when the interpreter would repeat the steps of a run in another order or under other names. */
export const INTERPRETER_VERSION = 'interp-1'

/** The connections of the durable library, apart from ours. */
function connectEngine(connectionString: string, log: EngineOptions['log']): Pool {
  const pool = new Pool({ connectionString, max: CONNECTIONS, application_name: 'fettle-engine' })
  pool.on('connect', prepareStatements)
  // Between two statements of a transaction nobody else listens: the next statement then fails, and not the process.
  pool.on('connect', (client) => client.on('error', () => undefined))
  pool.on('error', (error) => log.warn({ err: error }, 'An idle connection of the engine was lost'))
  return pool
}

/** Starts the engine of this process; there can be one at a time. Needs the migrations of db/migrations. */
export async function createEngine(options: EngineOptions): Promise<Engine> {
  const { pool, nodes, host, log, role, heartbeatMs = HEARTBEAT_MS } = options
  const { databaseUrl, applicationVersion = INTERPRETER_VERSION, runsAtOnce = Number.POSITIVE_INFINITY } = options
  const executorId = newExecutorId()
  const own = { pool, executorId, log }
  const live: LiveRuns = new Map()
  const arriving: ArrivingRuns = new Set()
  const events = createLiveEvents()
  const planOf = createPlanCache(nodes, createExpressions({ matches: matchesLinearly }))
  const variablesFor = createVariablesFor(host)
  // The durable library is there only when its workflows are known, and these need it to put a run off.
  let schedule: Schedule = () => Promise.reject(new Error('The engine has not started'))
  const putOff: Schedule = (transaction, run) => schedule(transaction, run)
  const enqueue = createQueuedLane({ host, planOf, schedule: putOff, variablesFor })
  const startErrorRuns = createErrorRuns({ host, log, enqueue })
  const endRuns = createEndRuns(pool, startErrorRuns)
  const lines = createLines({ pool, log })
  const inline = createInlineLane({ host, endRuns })
  const room = createRoom({ ...own, host, schedule: putOff })
  const places = createPlaces({ pool, executorId, most: runsAtOnce, deadAfterMs: heartbeatMs * MISSED_BEATS })
  const call = createCall({ ...own, host, enqueue })
  const direct = createDirectLane({
    ...{ ...own, live, arriving, events, planOf, endRuns, lines, room, places },
    host: { ...host, call },
    schedule: putOff,
  })
  const cancel = createCancel({ pool, live, events, log })

  const background = createBackground({
    ...{ ...own, applicationVersion, heartbeatMs, live, arriving, startErrorRuns, lines, room, places },
    schedule: putOff,
  })
  const enginePool = connectEngine(databaseUrl, log)
  const takesOver = role !== 'web'
  await background.signOn()
  schedule = await launchDbos({ databaseUrl, pool: enginePool, executorId, applicationVersion, takesOver, log })
  await background.start({ takesOver })

  const subscribe = createSubscribe({ ...own, live, events })
  const inLine = createInLine({ pool, enqueue, lines, subscribe })
  const lanes = { enqueue, inline, direct, inLine }
  const starts = createStarts({ pool, host, endRuns, live, places, runsAtOnce, planOf, variablesFor, ...lanes })
  let isStopped = false
  return {
    ...starts,
    enqueue,
    wake: (transaction, { executionId, nodeId, answer }) => endWait(transaction, executionId, placeOf(nodeId), answer),
    answerSoFar: (transaction, { executionId, nodeId, answer }) =>
      answerSoFar(transaction, executionId, placeOf(nodeId), answer),
    outcomesOf: createOutcomes(pool, nodes),
    touches: (graph, id) => touches(graph, id, nodes),
    cancel: cancel.request,
    async forget(executionIds) {
      await DBOS.deleteWorkflows(await durableIdsOf(pool, executionIds), true)
      await deleteCheckpoints(pool, executionIds)
    },
    laneOf: (graph) => laneOf(graph, nodes),
    subscribe,
    executorId,
    isGone: background.isGone,
    isReady: () => !isStopped && background.isAlive(),
    async stop() {
      if (isStopped) return
      isStopped = true
      cancel.stop()
      await background.stop()
      await Promise.all([
        direct.drain(DRAIN_MS),
        DBOS.shutdown({ deregister: true, workflowCompletionTimeoutMS: DRAIN_MS }),
      ])
      await enginePool.end()
      for (const id of live.keys()) abortRun(live, id, handedOver)
      await signOff(pool, executorId)
    },
  }
}
