import { LARGE_RUN_BYTES } from '#src/lib/account-limits.ts'
import type { Scope } from '#src/lib/expressions/scope.ts'
import type { FinalRunStatus, StepStatus } from '#src/lib/run-status.ts'
import { z } from '#src/lib/zod.ts'
import type { NodeResult, Pause, PauseEnd } from '#src/sdk/define-node.ts'
import type { Json } from '#src/sdk/json.ts'
import { type Attempt, afterPause, attempt, failedAttempt, type RunFacts, stoppedAttempt } from './attempt.ts'
import type { Failure } from './decide/after-failure.ts'
import { givesUpItsPlace } from './decide/pause.ts'
import { arrivalsOf, visitOf } from './decide/readiness.ts'
import { redact } from './decide/redact.ts'
import { MAX_RUN_SIZE, sizeOf } from './decide/run-size.ts'
import type { EngineHost, ExecutionError, RunResponse, StepRecord } from './engine.ts'
import { cancelled, ownerGone, runTooLarge } from './failures.ts'
import type { Plan, PlannedNode } from './plan.ts'
import type { Prepared } from './prepare.ts'
import { factsScope, type Reuse, recalled, type TakenOver, takenOver } from './reuse.ts'
import { createRunSecrets, type RunSecrets } from './run-secrets.ts'

/** A point of a run at which it goes on later. */
export interface PausePoint {
  /** The same whenever the run comes here. */
  readonly place: string
  readonly pause: Pause
}

/** Thrown through the interpreter: the run has given up its place and goes on in a later segment. */
export class RunParked extends Error {
  override name = 'RunParked'
}

/** What a lane lends to the interpreter. */
export interface Runtime {
  readonly host: EngineHost
  /** Fires when the run must stop; its reason is the Failure that says why. */
  readonly signal: AbortSignal
  /** What need not be done again. */
  readonly reuse?: Reuse
  /** Runs one attempt of a node with side effects, or recalls what it gave before a crash. */
  checkpoint(name: string, work: () => Promise<Attempt>): Promise<Attempt>
  /** Gives up the run's place, by throwing RunParked, unless the pause is over. Without it every pause is waited out. */
  park?(point: PausePoint): Promise<PauseEnd>
  /** The run waits in its place for so long; its time limit does not count that. */
  onShortPause?(ms: number): void
  /** True for a step whose end an earlier segment has told and written. */
  isLogged?(seq: number): boolean
  /** A step began, is waiting for its next attempt, or is done. */
  onStep?(step: StepRecord): void
  /** The first answer of a respond node that side effects follow. The walk goes on when this resolves. */
  onEarlyResponse?(response: RunResponse): Promise<void>
}

export interface Outcome {
  readonly status: FinalRunStatus
  readonly output: Json
  readonly error: ExecutionError | null
  readonly response: RunResponse | null
  readonly steps: readonly StepRecord[]
}

const RunResponseShape = z.object({
  status: z.int(),
  headers: z.record(z.string(), z.string()),
  body: z.json(),
})

interface Walk {
  readonly plan: Plan
  readonly run: RunFacts
  readonly runtime: Runtime
  readonly secrets: RunSecrets
  readonly scope: Scope
  /** The part of the scope that grows: the output of each step by its key. */
  readonly outputs: { [key: string]: Json }
  /** By place in the order: the port that a node was left by. */
  readonly taken: (string | undefined)[]
  readonly steps: StepRecord[]
  /** Characters of all inputs and outputs so far. */
  size: number
  output: Json
  response: RunResponse | null
  /** Set by the node that ends the run before its time. */
  end: End | undefined
}

type End = Pick<Outcome, 'status' | 'error'>
const SUCCEEDED: End = { status: 'succeeded', error: null }

const errorOf = ({ node }: PlannedNode, { code, message, technical, details, path }: Failure): ExecutionError => ({
  code,
  message: `${node.name}: ${message}`,
  nodeId: node.id,
  key: node.key,
  ...(technical !== undefined && { technical }),
  ...(details !== undefined && details.length > 0 && { details }),
  ...(path !== undefined && { path }),
})

const hidden = ({ secrets }: Walk, step: StepRecord): StepRecord => ({
  ...step,
  input: secrets.hide(step.input),
  output: secrets.hide(step.output),
  error: secrets.hideIn(step.error),
})

/** A step before the first use of a secret may have held it already: a caller can send what only we should know. */
const shownSteps = (walk: Walk): StepRecord[] => walk.steps.map((step) => hidden(walk, step))

const neverRan = { attempts: 0, startedAt: null, durationMs: null, input: null, output: null, error: null } as const

function record(walk: Walk, seq: number, step: Omit<StepRecord, 'seq' | 'nodeId' | 'key'>): void {
  const node = walk.plan.nodes[seq]?.node
  if (node === undefined) return
  if (walk.runtime.isLogged?.(seq)) return
  const full = hidden(walk, { seq, nodeId: node.id, key: node.key, ...step })
  if (step.status !== 'running' && step.status !== 'waiting') walk.steps.push(full)
  walk.runtime.onStep?.(full)
}

/** Waits until then, or until the signal fires. */
function until(at: number, signal: AbortSignal): Promise<void> {
  const ms = at - Date.now()
  if (ms <= 0 || signal.aborted) return Promise.resolve()
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    signal.addEventListener('abort', done)
  })
}

interface Tried {
  readonly last: Attempt
  readonly attempts: number
  readonly startedAt: number
}

/** Waits for the end of a pause that was asked for at `since`. */
async function pauseFor({ runtime }: Walk, { place, pause }: PausePoint, since: number): Promise<PauseEnd> {
  const dueAt = Date.parse(pause.until)
  const times = { since, until: dueAt, mayEndEarly: pause.endedBy !== undefined }
  if (runtime.park !== undefined && givesUpItsPlace(times)) return runtime.park({ place, pause })
  runtime.onShortPause?.(Math.max(0, dueAt - since))
  await until(dueAt, runtime.signal)
  return { kind: 'due' }
}

/** The last part is the iteration, as in an idempotency key. */
export const placeOf = (nodeId: string): string => `${nodeId}:0`

/** What the nodes that led here gave, by their keys. */
const arrivals = ({ plan, taken, outputs }: Walk, planned: PlannedNode) =>
  arrivalsOf(planned, taken).flatMap((seq) => {
    const key = plan.nodes[seq]?.node.key
    return key === undefined ? [] : [{ key, output: outputs[key] ?? null }]
  })

/** Runs a node as often as its retry rule says. */
async function tryNode(walk: Walk, seq: number, planned: PlannedNode, prepared: Prepared): Promise<Tried> {
  const { runtime, run, secrets } = walk
  const { input } = prepared
  let startedAt: number | undefined
  for (let number = 1; ; number++) {
    const work = (): Promise<Attempt> =>
      prepared.ok
        ? attempt({
            ...{ planned, config: prepared.config, run, host: runtime.host, secrets, signal: runtime.signal, number },
            lent: { arrivals: arrivals(walk, planned), evaluate: prepared.evaluate },
          })
        : Promise.resolve(failedAttempt(planned, prepared.failure))
    const isChecked = !planned.isPure && prepared.ok
    if (isChecked)
      record(walk, seq, { ...neverRan, status: 'running', attempts: number, startedAt: iso(Date.now()), input })
    const last = isChecked ? await runtime.checkpoint(`${planned.node.id}#${number}`, work) : await work()
    if (last.secrets) await secrets.recall(last.secrets)
    startedAt ??= last.startedAt
    if (last.ok || last.decision.do !== 'retry' || runtime.signal.aborted) return { last, attempts: number, startedAt }
    const error = errorOf(planned, last.failure)
    const dueAt = iso(last.decision.at)
    const started = { attempts: number, startedAt: iso(startedAt) }
    record(walk, seq, { ...neverRan, ...started, status: 'waiting', input, error, dueAt })
    const point = { place: `${placeOf(planned.node.id)}#${number}`, pause: { until: dueAt } }
    await pauseFor(walk, point, last.startedAt + last.durationMs)
    if (runtime.signal.aborted) return { last, attempts: number, startedAt }
  }
}

const iso = (ms: number): string => new Date(ms).toISOString()

/** The outcome of a node that may have asked for a pause, once that is over. */
async function settle(walk: Walk, seq: number, planned: PlannedNode, prepared: Prepared, tried: Tried): Promise<Tried> {
  const { last, attempts, startedAt } = tried
  if (!last.ok || last.pause === undefined || !prepared.ok) return tried
  const { input, config } = prepared
  const { signal } = walk.runtime
  const dueAt = last.pause.until
  record(walk, seq, { ...neverRan, status: 'waiting', attempts, startedAt: iso(startedAt), input, dueAt })
  const end = await pauseFor(walk, { place: placeOf(planned.node.id), pause: last.pause }, last.startedAt)
  const after = signal.aborted ? stoppedAttempt(last, signal.reason) : afterPause(planned, config, last, end)
  return { ...tried, last: after }
}

/** Lets the one who waits go, once; an output that is no answer is left alone. */
async function respond(walk: Walk, seq: number, output: Json): Promise<void> {
  const response = RunResponseShape.safeParse(output)
  if (!response.success || walk.response !== null) return
  walk.response = response.data
  const endsSoon = walk.plan.nodes.slice(seq + 1).every(({ isPure }) => isPure)
  if (!endsSoon) await walk.runtime.onEarlyResponse?.(response.data)
}

/** Why the run must hold no more, if so. */
async function refusalOf({ size, run, runtime }: Walk): Promise<Failure | null> {
  if (size > MAX_RUN_SIZE) return runTooLarge(MAX_RUN_SIZE)
  return size < LARGE_RUN_BYTES ? null : ((await runtime.host.sizes?.grow(run, size)) ?? null)
}

/** Runs a node to its end. */
async function carryOut(walk: Walk, seq: number, planned: PlannedNode) {
  const prepared = planned.prepare(walk.scope)
  const tried = await tryNode(walk, seq, planned, prepared)
  const { last, attempts, startedAt } = await settle(walk, seq, planned, prepared, tried)
  const { input } = prepared
  return { prepared, last, step: { attempts, startedAt: iso(startedAt), durationMs: last.durationMs, input } }
}

/** What a node came to in an earlier run. */
async function takeOver(walk: Walk, seq: number, planned: PlannedNode, { step, facts, scope }: TakenOver) {
  const prepared = planned.prepare(scope)
  const { attempt: earlier } = step
  if (earlier?.secrets) await walk.secrets.recall(earlier.secrets)
  const again = () => tryNode({ ...walk, run: facts, scope }, seq, planned, prepared)
  const last = earlier === undefined ? (await again()).last : recalled(planned, prepared, earlier, step)
  return { prepared, last, step: { ...neverRan, input: prepared.input } }
}

/** Runs one node. Returns the failure that ends the run, if any. */
async function runNode(walk: Walk, seq: number, planned: PlannedNode): Promise<ExecutionError | null> {
  const reused = takenOver(walk, planned.node.id)
  const { prepared, last, step } = reused
    ? await takeOver(walk, seq, planned, reused)
    : await carryOut(walk, seq, planned)
  const { input } = prepared
  walk.size += sizeOf(input) + (last.ok ? sizeOf(last.output) : 0)
  const refusal = await refusalOf(walk)
  if (refusal !== null) {
    const tooLarge = errorOf(planned, refusal)
    record(walk, seq, { ...step, status: 'failed', input: null, output: null, error: tooLarge })
    return tooLarge
  }
  if (last.ok) {
    walk.outputs[planned.node.key] = last.output
    walk.taken[seq] = last.port
    walk.output = last.output
    record(walk, seq, { ...step, status: reused ? 'reused' : 'succeeded', output: redact(last.output), error: null })
    if (planned.node.type === 'respond') await respond(walk, seq, last.output)
    if (last.end !== undefined) walk.end = endOf(planned, last.end)
    return null
  }
  const error = errorOf(planned, last.failure)
  const isStopped = walk.runtime.signal.aborted
  const status: StepStatus = isStopped ? 'cancelled' : 'failed'
  if (last.decision.do === 'go-on' && !isStopped) {
    const output = { error: { code: error.code, message: error.message } }
    walk.outputs[planned.node.key] = output
    walk.taken[seq] = last.decision.port
    record(walk, seq, { ...step, status: reused ? 'reused' : status, output, error })
    return null
  }
  record(walk, seq, { ...step, status, output: null, error })
  return error
}

async function visit(walk: Walk, seq: number, planned: PlannedNode): Promise<ExecutionError | null> {
  const what = walk.end === undefined ? visitOf(planned, walk.taken) : 'skip'
  if (what === 'run') return runNode(walk, seq, planned)
  if (what === 'pass') {
    walk.outputs[planned.node.key] = null
    walk.taken[seq] = planned.passingPort
  }
  record(walk, seq, { ...neverRan, status: 'skipped' })
  return null
}

const endOf = ({ node }: PlannedNode, { status, message }: NonNullable<NodeResult['end']>): End => ({
  status,
  error: status === 'failed' ? { code: 'STOPPED', message, nodeId: node.id, key: node.key } : null,
})

/** Why the signal fired decides between failed (out of time) and cancelled. */
function stopped(walk: Walk, failure: Failure): Outcome {
  const { code, message } = failure
  const status = code === cancelled.code || code === ownerGone.code ? 'cancelled' : 'failed'
  return { status, output: null, error: { code, message }, response: walk.response, steps: shownSteps(walk) }
}

/**
 * Walks a graph in its order, one node after the other: the same decisions in the same order give the same
 * checkpoints after a crash. Everything that a node throws ends up in the outcome.
 */
export async function interpret(plan: Plan, run: RunFacts, runtime: Runtime): Promise<Outcome> {
  try {
    return await walkGraph(plan, run, runtime)
  } finally {
    runtime.host.sizes?.leave(run.id)
  }
}

async function walkGraph(plan: Plan, run: RunFacts, runtime: Runtime): Promise<Outcome> {
  const outputs: Walk['outputs'] = {}
  const scope: Scope = {
    trigger: run.payload,
    steps: outputs,
    ...factsScope(plan, run, runtime.host),
  }
  const walk: Walk = {
    ...{ plan, run, runtime, secrets: createRunSecrets(runtime.host, run.ownerId), scope, outputs },
    ...{ taken: [], steps: [], size: 0, output: null, response: null, end: undefined },
  }
  for (const [seq, planned] of plan.nodes.entries()) {
    if (runtime.signal.aborted) return stopped(walk, runtime.signal.reason)
    const error = await visit(walk, seq, planned)
    if (runtime.signal.aborted) return stopped(walk, runtime.signal.reason)
    if (error !== null)
      return { status: 'failed', output: null, error, response: walk.response, steps: shownSteps(walk) }
  }
  const { response, end = SUCCEEDED, secrets } = walk
  const output = secrets.hide(response === null ? walk.output : response.body)
  return {
    status: end.status,
    output: end.status === 'succeeded' ? output : null,
    error: secrets.hideIn(end.error),
    response,
    steps: shownSteps(walk),
  }
}
