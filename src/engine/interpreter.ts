import type { Scope } from '#src/lib/expressions/scope.ts'
import { misfits } from '#src/lib/json-schema-misfits.ts'
import type { Json } from '#src/sdk/json.ts'
import { createAtOnce } from './at-once.ts'
import type { RunFacts } from './attempt.ts'
import type { Failure } from './decide/after-failure.ts'
import type { ExecutionError } from './engine.ts'
import { cancelled, ownerGone } from './failures.ts'
import type { Plan } from './plan.ts'
import { factsScope } from './reuse.ts'
import { visit } from './run-node.ts'
import { createRunRoom, type RunRoom } from './run-room.ts'
import { createRunSecrets } from './run-secrets.ts'
import { createStrands } from './strands.ts'
import { type End, hidden, type Outcome, type Runtime, type Walk } from './walk.ts'
import { walkLevel } from './walk-level.ts'

/** Steps with side effects of one run that are under way at the same time. */
const MOST_AT_ONCE = 20

const SUCCEEDED: End = { status: 'succeeded', error: null }

/** A step before the first use of a secret may have held it already: a caller can send what only we should know. */
const shownSteps = (walk: Walk) => walk.shared.steps.map((step) => hidden(walk, step))

/** Why the signal fired decides between failed (out of time) and cancelled. */
function stopped(walk: Walk, failure: Failure): Outcome {
  const { code, message } = failure
  const status = code === cancelled.code || code === ownerGone.code ? 'cancelled' : 'failed'
  return { status, output: null, error: { code, message }, response: walk.shared.response, steps: shownSteps(walk) }
}

function beginWalk(plan: Plan, run: RunFacts, runtime: Runtime, room: RunRoom): Walk {
  const outputs: Walk['outputs'] = {}
  const scope: Scope = {
    trigger: run.payload,
    steps: outputs,
    ...factsScope(plan, run, runtime.host),
  }
  const strands = createStrands(runtime.park ?? (async () => new Map()))
  return {
    ...{ plan, run, runtime, scope, outputs, signal: runtime.signal, level: plan.main },
    secrets: createRunSecrets(runtime.host, run.ownerId),
    shared: {
      ...{ steps: [], strands, room, atOnce: createAtOnce(MOST_AT_ONCE), told: { steps: 0, failures: 0 } },
      ...{ turns: 0, held: 0, response: null, end: undefined },
    },
    ...{ taken: [], given: [], settled: new Set(), held: { size: 0 }, iteration: '', isTold: true },
  }
}

/**
 * Walks a graph in its order. What a repetition after a crash must not do again is remembered by name, so it does not
 * matter in which order things happen that go on at the same time. Everything that a node throws ends up in the outcome.
 */
export async function interpret(plan: Plan, run: RunFacts, runtime: Runtime): Promise<Outcome> {
  const room = createRunRoom(runtime.host.sizes, run)
  try {
    return await walkGraph(plan, run, runtime, room)
  } finally {
    room.giveBack()
  }
}

/** Why what the run gives is not what its workflow promises. */
function misfitOf({ graph: { settings } }: Plan, output: Json): ExecutionError | undefined {
  const [problem] = settings.outputSchema === undefined ? [] : misfits(settings.outputSchema, output)
  return problem === undefined
    ? undefined
    : { code: 'OUTPUT_MISFIT', message: `The output does not fit the schema of this workflow: ${problem}` }
}

async function walkGraph(plan: Plan, run: RunFacts, runtime: Runtime, room: RunRoom): Promise<Outcome> {
  const walk = beginWalk(plan, run, runtime, room)
  if (runtime.signal.aborted) return stopped(walk, runtime.signal.reason)
  const error = await walkLevel(walk, visit)
  if (runtime.signal.aborted) return stopped(walk, runtime.signal.reason)
  const { shared, secrets, given } = walk
  const { response, end = SUCCEEDED } = shared
  if (error !== null && shared.end === undefined)
    return { status: 'failed', output: null, error: secrets.hideIn(error), response, steps: shownSteps(walk) }
  const last = given.findLast((one) => one !== undefined) ?? null
  const result = response === null ? last : response.body
  const misfit = end.status === 'succeeded' ? misfitOf(plan, result) : undefined
  if (misfit !== undefined)
    return { status: 'failed', output: null, error: secrets.hideIn(misfit), response, steps: shownSteps(walk) }
  const output = secrets.hide(result)
  return {
    status: end.status,
    output: end.status === 'succeeded' ? output : null,
    error: secrets.hideIn(end.error),
    response,
    steps: shownSteps(walk),
  }
}
