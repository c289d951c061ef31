import type { Pool } from 'pg'
import { uuidv7 } from '#src/lib/ids.ts'
import type { DirectLane } from './direct-lane.ts'
import type { Engine, EngineHost, RunAnswer, SizeRefusal, StartRequest } from './engine.ts'
import { type EngineError, noRoomFor, tooManyRuns } from './engine-error.ts'
import type { EndRuns } from './error-runs.ts'
import { tooMuchAtWork } from './failures.ts'
import type { InLine } from './in-line.ts'
import { inTransaction } from './in-transaction.ts'
import type { createInlineLane } from './inline-lane.ts'
import { takesRoom } from './input-room.ts'
import type { LiveRun, LiveRuns } from './live-runs.ts'
import { NoRoom } from './parked.ts'
import type { Places } from './places.ts'
import type { createPlanCache, Plan } from './plan.ts'
import type { createQueuedLane } from './queued-lane.ts'
import { insertEnded, type NewRun } from './runs.queries.ts'
import type { VariablesFor } from './variables-for.ts'
import type { Outcome } from './walk.ts'

interface StartsOptions {
  readonly pool: Pool
  readonly host: Pick<EngineHost, 'sizes'>
  readonly endRuns: EndRuns
  readonly live: LiveRuns
  readonly places: Pick<Places, 'take'>
  readonly runsAtOnce: number
  readonly planOf: ReturnType<typeof createPlanCache>
  readonly variablesFor: VariablesFor
  readonly enqueue: ReturnType<typeof createQueuedLane>
  readonly inline: ReturnType<typeof createInlineLane>
  readonly direct: Pick<DirectLane, 'start'>
  readonly inLine: InLine
}

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

/** Somebody waits for the answer, so it is not put off: nothing of it is written, and it may be sent again. */
function sendAgain({ sizes }: Pick<EngineHost, 'sizes'>, { facts }: NewRun, reason: EngineError): Promise<never> {
  sizes?.forget(facts.id)
  return Promise.reject(reason)
}

/** Starts runs that somebody waits for, or asks for now, in the lane that they need. */
export function createStarts(options: StartsOptions): Pick<Engine, 'start' | 'startAndWait'> {
  const { pool, host, endRuns, live, places, runsAtOnce, planOf, variablesFor, enqueue, inline, direct, inLine } =
    options

  /**
   * Its owner sees that it came, and why it did not run; what it carried is what there is no room for. The id that was
   * asked for stays free: whoever sends it again later is no repetition of a run.
   */
  async function refuse({ facts, request }: NewRun, refusal: SizeRefusal): Promise<never> {
    const { code, message } = refusal
    const outcome = { status: 'failed', output: null, error: { code, message }, response: null, steps: [] } as const
    const { errorWorkflowId } = request.graph.settings
    const end = { outcome, finishedAt: facts.startedAt, durationMs: 0, errorWorkflowId }
    const id = uuidv7()
    const run = { facts: { ...facts, id, payload: null }, request: { ...request, executionId: id }, ...end }
    await endRuns([run], (client) => insertEnded(client, [run]))
    throw noRoomFor(refusal)
  }

  /** Begins a run if there is room for it; what it needs to begin elsewhere is left to `otherwise`. */
  async function withRoom<T>(run: NewRun, begin: () => Promise<T>, otherwise: () => Promise<T>): Promise<T> {
    const refusal = await takesRoom(host.sizes, run.facts)
    if (refusal?.permanent) return refuse(run, refusal)
    if (refusal !== null) return otherwise()
    try {
      return await begin()
    } catch (error) {
      host.sizes?.leave(run.facts.id)
      if (error instanceof NoRoom) return otherwise()
      throw error
    }
  }

  async function accept(request: StartRequest): Promise<{ run: NewRun; plan: Plan; isInline: boolean }> {
    const { workflowId, version, graph, trigger } = request
    const plan = planOf(workflowId, version, graph, trigger)
    const startedAt = new Date().toISOString()
    const vars = await variablesFor(request.ownerId, plan)
    const id = request.executionId ?? uuidv7()
    const facts = { id, ownerId: request.ownerId, startedAt, payload: trigger.payload, ...vars }
    // What a tool touches may have changed since publishing; the more careful lane wins.
    return {
      run: { facts, request: { ...request, executionId: id } },
      plan,
      isInline: request.repeat === undefined && request.lane === 'inline' && plan.lane === 'inline',
    }
  }

  /** Here, those of the queue included. */
  const isBusy = (ownerId: string) =>
    [...live.values()].filter(({ facts }) => facts.ownerId === ownerId).length >= runsAtOnce

  /** Begins a run if its account may have one more at work in all processes together. */
  async function atPlace<T>(run: NewRun, plan: Plan, busy: () => Promise<T>): Promise<LiveRun | T> {
    if (await places.take(run.facts.ownerId)) return direct.start(run, plan)
    host.sizes?.leave(run.facts.id)
    return busy()
  }

  return {
    async start(request) {
      const { run, plan, isInline } = await accept(request)
      if (plan.line !== undefined) return inLine.start(run.request, plan.line)
      const later = () => inTransaction(pool, (client) => enqueue(client, run.request))
      if (!isInline && isBusy(request.ownerId)) return later()
      await withRoom<unknown>(run, () => (isInline ? inline(run, plan) : atPlace(run, plan, later)), later)
      return { executionId: run.facts.id }
    },
    async startAndWait(request, { timeoutMs }) {
      const { run, plan, isInline } = await accept(request)
      const { id } = run.facts
      if (plan.line !== undefined) return inLine.startAndWait(run.request, plan.line, timeoutMs)
      const later = () => sendAgain(host, run, noRoomFor(tooMuchAtWork))
      if (isInline) return answerOf(id, await withRoom(run, () => inline(run, plan), later))
      if (isBusy(request.ownerId)) throw tooManyRuns(runsAtOnce)
      const busy = () => sendAgain(host, run, tooManyRuns(runsAtOnce))
      return waitFor(id, await withRoom(run, () => atPlace(run, plan, busy), later), timeoutMs)
    },
  }
}
