import { DBOS } from '@dbos-inc/dbos-sdk'
import { Pool } from 'pg'
import { createExpressions } from '#src/lib/expressions/expressions.ts'
import { matchesLinearly } from '#src/lib/expressions/linear-regexp.node.ts'
import { uuidv7 } from '#src/lib/ids.ts'
import { createBackground } from './background.ts'
import { createCall } from './call.ts'
import { createCancel } from './cancel.ts'
import { deleteCheckpoints } from './checkpoints.queries.ts'
import { launchDbos, type Schedule } from './dbos.ts'
import { laneOf, touches } from './decide/lane.ts'
import { createDirectLane } from './direct-lane.ts'
import type { Engine, EngineHost, EngineLog, NodeRegistry, RunAnswer, StartRequest } from './engine.ts'
import { tooManyRuns } from './engine-error.ts'
import { createEndRuns, createErrorRuns } from './error-runs.ts'
import { newExecutorId, signOff } from './executor.ts'
import { handedOver } from './failures.ts'
import { inTransaction } from './in-transaction.ts'
import { createInlineLane } from './inline-lane.ts'
import { abortRun, createLiveEvents, type LiveRun, type LiveRuns } from './live-runs.ts'
import { createPlanCache, type Plan } from './plan.ts'
import { prepareStatements } from './prepared-statements.ts'
import { createQueuedLane } from './queued-lane.ts'
import { readOutcomes } from './reuse.queries.ts'
import { handedOn } from './reuse.ts'
import { durableIdsOf, type NewRun } from './runs.queries.ts'
import { createSubscribe } from './subscribe.ts'
import { createVariablesFor } from './variables-for.ts'
import { endWait } from './wait.queries.ts'
import { type Outcome, placeOf } from './walk.ts'

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
  /** Runs of the direct lane that this process carries out for one account at the same time; default: any number. */
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

const answerOf = (executionId: string, { status, response, output, error }: Outcome): RunAnswer => ({
  executionId,
  status,
  output,
  ...(response !== null && { response }),
  ...(error !== null && { error }),
})

/** Waits for the first answer. A run that stops here goes on elsewhere, so it counts as running. */
async function waitFor(executionId: string, run: LiveRun, timeoutMs: number): Promise<RunAnswer> {
  const running: RunAnswer = { executionId, status: 'running' }
  const { promise: late, resolve } = Promise.withResolvers<null>()
  const timer = setTimeout(() => resolve(null), timeoutMs)
  const first = await Promise.race([run.answer.promise, late]).catch(() => null)
  clearTimeout(timer)
  if (first === null) return running
  return 'status' in first ? answerOf(executionId, first) : { ...running, response: first.response }
}

/** Starts the engine of this process; there can be one at a time. Needs the migrations of db/migrations. */
export async function createEngine(options: EngineOptions): Promise<Engine> {
  const { pool, nodes, host, log, role, heartbeatMs = HEARTBEAT_MS } = options
  const { databaseUrl, applicationVersion = INTERPRETER_VERSION, runsAtOnce = Number.POSITIVE_INFINITY } = options
  const executorId = newExecutorId()
  const own = { pool, executorId, log }
  const live: LiveRuns = new Map()
  const events = createLiveEvents()
  const planOf = createPlanCache(nodes, createExpressions({ matches: matchesLinearly }))
  const variablesFor = createVariablesFor(host)
  // The durable library is there only when its workflows are known, and these need it to put a run off.
  let schedule: Schedule = () => Promise.reject(new Error('The engine has not started'))
  const putOff: Schedule = (transaction, run) => schedule(transaction, run)
  const enqueue = createQueuedLane({ planOf, schedule: putOff, variablesFor })
  const startErrorRuns = createErrorRuns({ host, log, enqueue })
  const endRuns = createEndRuns(pool, startErrorRuns)
  const inline = createInlineLane({ host, endRuns })
  const call = createCall({ ...own, host, enqueue })
  const direct = createDirectLane({ ...own, host: { ...host, call }, live, events, planOf, schedule: putOff, endRuns })
  const cancel = createCancel({ pool, live, events, log })

  const { startAgain } = direct
  const background = createBackground({ ...own, applicationVersion, heartbeatMs, live, startErrorRuns, startAgain })
  const enginePool = new Pool({ connectionString: databaseUrl, max: CONNECTIONS, application_name: 'fettle-engine' })
  enginePool.on('connect', prepareStatements)
  // Between two statements of a transaction nobody else listens: the next statement then fails, and not the process.
  enginePool.on('connect', (client) => client.on('error', () => undefined))
  enginePool.on('error', (error) => log.warn({ err: error }, 'An idle connection of the engine was lost'))
  const takesOver = role !== 'web'
  await background.signOn()
  schedule = await launchDbos({ databaseUrl, pool: enginePool, executorId, applicationVersion, takesOver, log })
  await background.start({ takesOver })

  async function accept(request: StartRequest): Promise<{ run: NewRun; plan: Plan; isInline: boolean }> {
    const { workflowId, version, graph, trigger } = request
    const plan = planOf(workflowId, version, graph, trigger)
    const startedAt = new Date().toISOString()
    const vars = await variablesFor(request.ownerId, plan)
    const id = request.executionId ?? uuidv7()
    const facts = { id, ownerId: request.ownerId, startedAt, payload: trigger.payload, ...vars }
    // What a tool touches may have changed since publishing; the more careful lane wins.
    return {
      run: { facts, request },
      plan,
      isInline: request.repeat === undefined && request.lane === 'inline' && plan.lane === 'inline',
    }
  }

  const isBusy = (ownerId: string) =>
    [...live.values()].filter(({ facts }) => facts.ownerId === ownerId).length >= runsAtOnce

  let isStopped = false
  return {
    async start(request) {
      const { run, plan, isInline } = await accept(request)
      if (!isInline && isBusy(request.ownerId))
        return inTransaction(pool, (client) => enqueue(client, { ...request, executionId: run.facts.id }))
      if (isInline) await inline(run, plan)
      else await direct.start(run, plan)
      return { executionId: run.facts.id }
    },
    async startAndWait(request, { timeoutMs }) {
      const { run, plan, isInline } = await accept(request)
      const { id } = run.facts
      if (isInline) return answerOf(id, await inline(run, plan))
      if (isBusy(request.ownerId)) throw tooManyRuns(runsAtOnce)
      return waitFor(id, await direct.start(run, plan), timeoutMs)
    },
    enqueue,
    wake: (transaction, { executionId, nodeId, answer }) => endWait(transaction, executionId, placeOf(nodeId), answer),
    async handOn(executionId, graph, ids) {
      const wanted = graph.nodes.filter(({ id }) => ids.has(id))
      const isPure = ({ id }: { readonly id: string }) => !touches(graph, id, nodes)
      return handedOn(await readOutcomes(pool, executionId), executionId, wanted, isPure)
    },
    touches: (graph, id) => touches(graph, id, nodes),
    cancel: cancel.request,
    async forget(executionIds) {
      await DBOS.deleteWorkflows(await durableIdsOf(pool, executionIds), true)
      await deleteCheckpoints(pool, executionIds)
    },
    laneOf: (graph) => laneOf(graph, nodes),
    subscribe: createSubscribe({ ...own, live, events }),
    isReady: () => !isStopped && background.isAlive(),
    async stop() {
      if (isStopped) return
      isStopped = true
      cancel.stop()
      await background.stop()
      await DBOS.shutdown({ deregister: true, workflowCompletionTimeoutMS: DRAIN_MS })
      await enginePool.end()
      for (const id of live.keys()) abortRun(live, id, handedOver)
      await signOff(pool, executorId)
    },
  }
}
