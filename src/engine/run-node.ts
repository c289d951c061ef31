import type { StepStatus } from '#src/lib/run-status.ts'
import { z } from '#src/lib/zod.ts'
import type { NodeResult, PauseEnd } from '#src/sdk/define-node.ts'
import type { Json } from '#src/sdk/json.ts'
import { type Attempt, afterPause, attempt, failedAttempt, stoppedAttempt } from './attempt.ts'
import { givesUpItsPlace } from './decide/pause.ts'
import { arrivalsOf, visitOf } from './decide/readiness.ts'
import { redact } from './decide/redact.ts'
import { sizeOf } from './decide/run-size.ts'
import type { ExecutionError, RunResponse } from './engine.ts'
import { nothingStandsIn } from './failures.ts'
import { bodyOf } from './loop-body.ts'
import type { PlannedNode } from './plan.ts'
import type { Prepared } from './prepare.ts'
import { mayRun, needsSettings, recalled, type TakenOver, takenOver } from './reuse.ts'
import { keptInRoom, untilRoom } from './step-room.ts'
import type { PausePoint } from './strands.ts'
import { checkpointName, type End, errorOf, iso, neverRan, placeOf, record, stepOf, type Walk } from './walk.ts'

const RunResponseShape = z.object({
  status: z.int(),
  headers: z.record(z.string(), z.string()),
  body: z.json(),
})

/** Null for an output that is no answer. */
export const toResponse = (output: Json): RunResponse | null => RunResponseShape.safeParse(output).data ?? null

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
    // A timer may fire a millisecond before its time.
    const timer = setTimeout(done, ms + 1)
    signal.addEventListener('abort', done)
  })
}

interface Tried {
  readonly last: Attempt
  readonly attempts: number
  readonly startedAt: number
}

/** Waits for the end of a pause that was asked for at `since`. */
async function pauseFor(walk: Walk, { place, pause }: PausePoint, since: number): Promise<PauseEnd> {
  const { runtime, shared, signal } = walk
  const dueAt = Date.parse(pause.until)
  const times = { since, until: dueAt, mayEndEarly: pause.endedBy !== undefined }
  if (runtime.park !== undefined && givesUpItsPlace(times)) return shared.strands.pause({ place, pause }, signal)
  runtime.onShortPause?.(Math.max(0, dueAt - since))
  await until(dueAt, signal)
  return { kind: 'due' }
}

/** What the nodes that led here gave, by their keys. */
const arrivals = ({ level, taken, outputs }: Walk, planned: PlannedNode) =>
  arrivalsOf(planned, taken).flatMap((place) => {
    const key = level.nodes[place]?.node.key
    return key === undefined ? [] : [{ key, output: outputs[key] ?? null }]
  })

const arrivedAt = ({ level, taken }: Walk, planned: PlannedNode): string[] =>
  arrivalsOf(planned, taken).flatMap((place) => level.nodes[place]?.node.id ?? [])

/** Carries the reason why an attempt was broken off out of a checkpoint, so that it is not remembered. */
class BrokenOff extends Error {
  readonly attempt: Attempt
  constructor(broken: Attempt) {
    super('The attempt was broken off')
    this.attempt = broken
  }
}

const isBrokenOff = ({ signal, runtime }: Walk) => signal.aborted && !runtime.signal.aborted

/** What it has changed is changed, although another branch has ended the run. Of a loop, turns may be missing. */
const isDone = ({ touches, body }: PlannedNode, made: Attempt) => made.ok && touches && body === undefined

/** Remembers what an attempt gave, unless the run only let go of it: going on after a crash it will do so again. */
async function remembered(walk: Walk, planned: PlannedNode, name: string, work: () => Promise<Attempt>) {
  try {
    return await walk.runtime.checkpoint(name, async () => {
      const made = await work()
      if (isBrokenOff(walk) && !isDone(planned, made)) throw new BrokenOff(made)
      return made
    })
  } catch (error) {
    if (error instanceof BrokenOff) return error.attempt
    throw error
  }
}

/** What happens at the same time in another order each time has to be remembered, even where it touches nothing. */
const isRemembered = ({ level }: Walk, { touches, definition }: PlannedNode): boolean =>
  touches || (definition?.joinsEarly === true && level.before !== undefined)

/** Runs a node as often as its retry rule says. */
async function tryNode(walk: Walk, planned: PlannedNode, prepared: Prepared): Promise<Tried> {
  const { runtime, run, secrets, signal, shared, iteration } = walk
  const { input } = prepared
  const isChecked = isRemembered(walk, planned)
  let startedAt: number | undefined
  for (let number = 1; ; number++) {
    const make = (): Promise<Attempt> =>
      prepared.ok
        ? attempt({
            ...{ planned, iteration, config: prepared.config, run, host: runtime.host, secrets, signal, number },
            lent: {
              arrivals: arrivals(walk, planned),
              evaluate: prepared.evaluate,
              body: bodyOf(walk, planned, visit),
            },
          })
        : Promise.resolve(failedAttempt(planned, prepared.failure))
    const noted = planned.definition?.joinsEarly
      ? async () => ({ ...(await make()), arrived: arrivedAt(walk, planned) })
      : make
    const work = planned.isPure ? noted : () => shared.atOnce(noted)
    const name = checkpointName(walk, planned, number)
    if (isChecked) record(walk, planned, { ...begun(number, iso(Date.now())), status: 'running', input })
    const step = { ...begun(number, iso(startedAt ?? Date.now())), input }
    const keep = (made: () => Promise<Attempt>) => remembered(walk, planned, name, made)
    const last = isChecked ? await keptInRoom(walk, planned, { name, step, keep, work }) : await make()
    if (last.secrets) await secrets.recall(last.secrets)
    startedAt ??= last.startedAt
    if (last.ok || last.decision.do !== 'retry' || signal.aborted) return { last, attempts: number, startedAt }
    const error = errorOf(planned, last.failure)
    const dueAt = iso(last.decision.at)
    record(walk, planned, { ...begun(number, iso(startedAt)), status: 'waiting', input, error, dueAt })
    const point = { place: `${placeOf(stepOf(walk, planned))}#${number}`, pause: { until: dueAt } }
    await pauseFor(walk, point, last.startedAt + last.durationMs)
    if (signal.aborted) return { last, attempts: number, startedAt }
  }
}

const begun = (attempts: number, startedAt: string) => ({ ...neverRan, attempts, startedAt })

/** The outcome of a node that may have asked for a pause, once that is over. */
async function settle(walk: Walk, planned: PlannedNode, prepared: Prepared, tried: Tried): Promise<Tried> {
  const { last, attempts, startedAt } = tried
  if (!last.ok || last.pause === undefined || !prepared.ok) return tried
  const { input, config } = prepared
  const { signal } = walk
  const dueAt = last.pause.until
  record(walk, planned, { ...begun(attempts, iso(startedAt)), status: 'waiting', input, dueAt })
  const end = await pauseFor(walk, { place: placeOf(stepOf(walk, planned)), pause: last.pause }, last.startedAt)
  const after = signal.aborted ? stoppedAttempt(last, signal.reason) : afterPause(planned, config, last, end)
  return { ...tried, last: after }
}

/** Lets the one who waits go, once; an output that is no answer is left alone. */
async function respond({ shared, runtime, level, settled, iteration }: Walk, { place }: PlannedNode, output: Json) {
  const response = toResponse(output)
  if (response === null || shared.response !== null) return
  shared.response = response
  const endsSoon = level.nodes.every((other) => !other.touches || other.place === place || settled.has(other.place))
  if (!endsSoon || iteration !== '') await runtime.onEarlyResponse?.(response)
}

/** Runs a node to its end. */
async function carryOut(walk: Walk, planned: PlannedNode) {
  const prepared = planned.prepare(walk.scope)
  const tried = await tryNode(walk, planned, prepared)
  const { last, attempts, startedAt } = await settle(walk, planned, prepared, tried)
  const { input } = prepared
  return { prepared, last, step: { attempts, startedAt: iso(startedAt), durationMs: last.durationMs, input } }
}

/** What a node came to in an earlier run. */
async function takeOver(walk: Walk, planned: PlannedNode, { step, facts, scope }: TakenOver) {
  const prepared = planned.prepare(scope)
  const { attempt: earlier } = step
  if (earlier?.secrets) await walk.secrets.recall(earlier.secrets)
  const again = () => tryNode({ ...walk, run: facts, scope }, planned, prepared)
  const isWrong = !prepared.ok && walk.runtime.reuse !== undefined && needsSettings(planned, walk.runtime.reuse)
  const recall = (attempt: Attempt) =>
    isWrong ? failedAttempt(planned, prepared.failure) : recalled(planned, prepared, attempt, step)
  const last = earlier === undefined ? (await again()).last : recall(earlier)
  return { prepared, last, step: { ...neverRan, input: prepared.input } }
}

/** Whatever has gone wrong before: a simulated run ends here rather than reach anybody. */
function refuse(walk: Walk, planned: PlannedNode): Awaited<ReturnType<typeof takeOver>> {
  const prepared = planned.prepare(walk.scope)
  const last = failedAttempt(planned, nothingStandsIn)
  return { prepared, last, step: { ...neverRan, input: prepared.input } }
}

function outcomeOf(walk: Walk, planned: PlannedNode, reused: TakenOver | undefined) {
  if (reused?.step.attempt === undefined && !mayRun(planned, walk.runtime.reuse)) return refuse(walk, planned)
  return reused ? takeOver(walk, planned, reused) : carryOut(walk, planned)
}

/** Runs one node. Returns the failure that ends the run, if any. */
async function runNode(walk: Walk, planned: PlannedNode): Promise<ExecutionError | null> {
  const { shared, held } = walk
  const reused = takenOver(walk, planned.node.id, walk.iteration)
  const { prepared, last, step } = await outcomeOf(walk, planned, reused)
  const more = sizeOf(prepared.input) + (last.ok ? sizeOf(last.output) : 0)
  held.size += more
  shared.held += more
  const refusal = await untilRoom(walk, planned, step)
  if (refusal !== null) {
    const tooLarge = errorOf(planned, refusal)
    record(walk, planned, { ...step, status: 'failed', input: null, output: null, error: tooLarge })
    return tooLarge
  }
  if (last.ok) {
    leave(walk, planned, last.output, last.port)
    walk.given[planned.place] = last.output
    const status = reused ? 'reused' : 'succeeded'
    record(walk, planned, { ...step, status, output: redact(last.output), error: null })
    if (planned.node.type === 'respond') await respond(walk, planned, last.output)
    if (last.end !== undefined) shared.end ??= endOf(planned, last.end)
    return null
  }
  const error = errorOf(planned, last.failure)
  const isStopped = walk.signal.aborted
  const status: StepStatus = isStopped ? 'cancelled' : 'failed'
  if (last.decision.do === 'go-on' && !isStopped) {
    const output = { error: { code: error.code, message: error.message } }
    leave(walk, planned, output, last.decision.port)
    record(walk, planned, { ...step, status: reused ? 'reused' : status, output, error })
    return null
  }
  record(walk, planned, { ...step, status, output: null, error })
  return error
}

function leave({ outputs, taken }: Walk, { node, place }: PlannedNode, output: Json, port: string | undefined): void {
  outputs[node.key] = output
  taken[place] = port
}

const endOf = ({ node }: PlannedNode, { status, message }: NonNullable<NodeResult['end']>): End => ({
  status,
  error: status === 'failed' ? { code: 'STOPPED', message, nodeId: node.id, key: node.key } : null,
})

/** It ran before the crash with what had led to it by then. */
const ranBefore = (walk: Walk, planned: PlannedNode): boolean =>
  isRemembered(walk, planned) && walk.runtime.recorded?.(checkpointName(walk, planned, 1)) !== undefined

/** Runs a node, passes it by or skips it. Returns the failure that ends the run, if any. */
export async function visit(walk: Walk, planned: PlannedNode): Promise<ExecutionError | null> {
  const { shared, taken, settled } = walk
  try {
    if (shared.end === undefined && planned.definition?.joinsEarly && ranBefore(walk, planned))
      return await runNode(walk, planned)
    const what = shared.end === undefined ? visitOf(planned, taken) : 'skip'
    if (what === 'run') return await runNode(walk, planned)
    if (what === 'pass') leave(walk, planned, null, planned.passingPort)
    record(walk, planned, { ...neverRan, status: 'skipped' })
    return null
  } finally {
    settled.add(planned.place)
  }
}
