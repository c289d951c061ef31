import { stepName } from '#src/lib/graph/step-name.ts'
import type { NodeContext, NodeResult, Pause, PauseEnd } from '#src/sdk/define-node.ts'
import type { Json, JsonObject } from '#src/sdk/json.ts'
import { type AfterFailure, afterFailure, type Failure } from './decide/after-failure.ts'
import type { RunHost } from './engine.ts'
import { noCalls, nodeFailed, nodeTimedOut, noFile, noModel, noOutbox, noSandbox } from './failures.ts'
import { RunParked } from './parked.ts'
import type { PlannedNode } from './plan.ts'
import type { RunSecrets } from './run-secrets.ts'

/** For nodes with side effects that set no limit of their own. */
export const DEFAULT_TIMEOUT_MS = 300_000

/** What of a run its nodes can see. It is read again after a crash, so it must come out the same. */
export interface RunFacts {
  readonly id: string
  readonly ownerId: string
  /** ISO 8601. */
  readonly startedAt: string
  readonly payload: Json
  /** The variables that its expressions read, as they were at its start; absent: none. */
  readonly vars?: JsonObject
}

/** What is remembered of one attempt. Times are milliseconds. */
export type Attempt = {
  readonly startedAt: number
  readonly durationMs: number
  /** Names of the secrets that it has used. */
  readonly secrets?: readonly string[]
  /** Of a node that need not wait for all: ids of the nodes that had led to it. */
  readonly arrived?: readonly string[]
} & (
  | {
      readonly ok: true
      readonly output: Json
      readonly port: string
      readonly end?: NonNullable<NodeResult['end']>
      readonly pause?: Pause
    }
  | { readonly ok: false; readonly failure: Failure; readonly decision: AfterFailure }
)

/** Settles when the work does or the signal fires, whichever is first: a node may ignore its signal. */
function raced<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason)
    if (signal.aborted) onAbort()
    signal.addEventListener('abort', onAbort, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort))
  })
}

/** An id may hold any characters, a header may not. */
const inHeader = (id: string): string => id.replace(/[^\x21-\x24\x26-\x7e]+/gu, encodeURIComponent)

function contextOf(
  { planned, iteration, run, host, secrets, lent }: AttemptRequest,
  signal: AbortSignal,
  used: string[],
): NodeContext {
  const idempotencyKey = `${run.id}:${inHeader(planned.node.id)}:${iteration || '0'}`
  const step = stepName(planned.node.id, iteration)
  return {
    idempotencyKey,
    signal,
    run: { id: run.id, startedAt: run.startedAt },
    trigger: run.payload,
    ...lent,
    readFile: async (id) => {
      const file = await host.readFile?.(id, run.ownerId)
      if (!file) throw noFile
      return file
    },
    fetch: (request) => host.fetch(request, { signal }),
    runCode: (source, input) =>
      host.runCode?.(source, input, { ownerId: run.ownerId, signal }) ?? Promise.reject(noSandbox),
    secret: (name) => {
      used.push(name)
      return secrets.use(name, planned.node.config)
    },
    callWorkflow: (request) => host.call?.(request, { run, step, stepKey: idempotencyKey }) ?? Promise.reject(noCalls),
    sendMail: (mail) =>
      host.sendMail?.(mail, { stepKey: idempotencyKey, ownerId: run.ownerId }) ?? Promise.reject(noOutbox),
    askModel: (question) => host.askModel?.(question, { signal }) ?? Promise.reject(noModel),
    runTool: (slugOrId, input, options) =>
      host.runTool(slugOrId, input, { ...options, stepKey: idempotencyKey, ownerId: run.ownerId, signal }),
    ask: (question) => {
      if (host.ask === undefined) throw new Error('There is nobody to ask here')
      return host.ask(question, { executionId: run.id, nodeId: step, ownerId: run.ownerId })
    },
  }
}

const isPromise = <T>(value: T | Promise<T>): value is Promise<T> => value instanceof Promise

interface AttemptRequest {
  readonly planned: PlannedNode
  /** The turn of the loops around it; empty outside of all. */
  readonly iteration: string
  readonly config: unknown
  /** What only the walk knows. */
  readonly lent: Pick<NodeContext, 'arrivals' | 'evaluate' | 'body'>
  readonly run: RunFacts
  readonly host: RunHost
  readonly secrets: RunSecrets
  /** Fires when the run is cancelled or out of time. */
  readonly signal: AbortSignal
  /** Counts from 1. */
  readonly number: number
}

/** Unlike AbortSignal.timeout it can be let go: that one stays in memory until its time, five minutes for each step. */
function timeLimit(ms: number) {
  const abort = new AbortController()
  const timer = setTimeout(() => abort.abort(), ms)
  return { signal: abort.signal, release: () => clearTimeout(timer) }
}

async function call(request: AttemptRequest, used: string[]) {
  const { planned, config, signal } = request
  // It may have waited for its turn.
  signal.throwIfAborted()
  const limitMs = planned.body
    ? undefined
    : (planned.node.timeoutMs ?? (planned.isPure ? undefined : DEFAULT_TIMEOUT_MS))
  const limit = limitMs === undefined ? undefined : timeLimit(limitMs)
  const either = limit === undefined ? signal : AbortSignal.any([signal, limit.signal])
  try {
    const result = planned.definition?.run(contextOf(request, either, used), config)
    if (!isPromise(result)) return result
    // A loop comes to its end when all of its turns have, which the signal stops.
    return await (planned.body === undefined ? raced(result, either) : result)
  } catch (error) {
    throw limit?.signal.aborted && !signal.aborted ? nodeTimedOut(limitMs ?? 0) : error
  } finally {
    limit?.release()
  }
}

/** Pure nodes are not retried, as they would fail in the same way, and neither are loops, whose steps are. */
const decide = ({ node, isPure, onwards }: PlannedNode, failure: Failure, number: number): AfterFailure =>
  afterFailure({ ...node, ...(isPure && { retry: undefined }), onwards }, failure, number, {
    now: Date.now(),
    chance: Math.random(),
  })

export function failedAttempt(planned: PlannedNode, failure: Failure): Attempt {
  return { startedAt: Date.now(), durationMs: 0, ok: false, failure, decision: decide(planned, failure, 1) }
}

const namesOf = (secrets: readonly string[]) => (secrets.length > 0 ? { secrets } : {})

/** Rejects only with RunParked, so that a failure is remembered like a result, and remembers no secret that was used. */
export async function attempt(request: AttemptRequest): Promise<Attempt> {
  const { planned, secrets, number } = request
  const used: string[] = []
  const startedAt = Date.now()
  const clock = performance.now()
  const facts = () => ({
    startedAt,
    durationMs: Math.round((performance.now() - clock) * 1000) / 1000,
    ...namesOf(planned.body === undefined ? used : secrets.names()),
  })
  try {
    const { output = null, port = 'out', end, pause } = (await call(request, used)) ?? {}
    return {
      ...facts(),
      ...{ ok: true, output: secrets.hide(output), port },
      ...(end && { end: secrets.hideIn(end) }),
      ...(pause && { pause }),
    }
  } catch (error) {
    if (error instanceof RunParked) throw error
    const failure = secrets.hideIn(nodeFailed(error))
    return { ...facts(), ok: false, failure, decision: decide(planned, failure, number) }
  }
}

/** What a node gives after its pause, as the outcome of the attempt that asked for it. It is not tried again. */
export function afterPause(planned: PlannedNode, config: unknown, { startedAt }: Attempt, end: PauseEnd): Attempt {
  const durationMs = Math.max(0, Date.now() - startedAt)
  try {
    const result = planned.definition?.resume?.(config, end)
    return { startedAt, durationMs, ok: true, output: result?.output ?? null, port: result?.port ?? 'out' }
  } catch (error) {
    const failure = { ...nodeFailed(error), permanent: true }
    return { startedAt, durationMs, ok: false, failure, decision: decide(planned, failure, 1) }
  }
}

/** A node that was waiting when its run was stopped. */
export const stoppedAttempt = ({ startedAt }: Attempt, failure: Failure): Attempt => ({
  startedAt,
  durationMs: Math.max(0, Date.now() - startedAt),
  ok: false,
  failure,
  decision: { do: 'stop' },
})
