import { doneNodes, reusableNodes } from '#src/engine/decide/reuse.ts'
import type { StartRequest } from '#src/engine/engine.ts'
import { fixedOutput, NOTHING_REUSED, type Reuse } from '#src/engine/reuse.ts'
import { listPins } from '#src/features/workflows/pins/pins.queries.ts'
import type { Pins } from '#src/features/workflows/pins/pins.schema.ts'
import { findDraft } from '#src/features/workflows/workflows.queries.ts'
import type { Graph, GraphNode } from '#src/lib/graph/graph.schema.ts'
import { bodiesOf, loopsAround } from '#src/lib/graph/loops.ts'
import { nodeById } from '#src/lib/graph/order.ts'
import { type Part, partOf } from '#src/lib/graph/part.ts'
import { misfits } from '#src/lib/json-schema-misfits.ts'
import type { Json } from '#src/sdk/json.ts'
import type { Db } from '#src/server/database.ts'
import { assertFound, conflict, invalidInput } from '#src/server/http/app-error.ts'
import { findRetryable, listEndedRuns } from './executions.queries.ts'
import type { RunBody } from './executions.schema.ts'
import { type Asking, noteStranger } from './own-execution.server.ts'
import { inputNotKept, type RetryDeps, wasRefused } from './retry.server.ts'
import { createChoice, createDraftChoice } from './runnable.server.ts'
import { createSimulation, RUNS_LOOKED_AT } from './simulation.server.ts'

export const nothingKnown = (name: string) =>
  conflict(
    'NOTHING_KNOWN',
    `Nothing is known of what “${name}” gives. Run the workflow up to here first, or pin the output of that step.`,
  )
const DRAFT_ONLY = ['from', 'upTo', 'pins', 'inputOf', 'simulate'] as const
const onlyOfDraft = (field: string) =>
  invalidInput([{ field, message: 'Only the draft can be simulated, or run in parts or with pinned outputs' }])
const noSuchStep = (field: string) => invalidInput([{ field, message: 'There is no such step in the draft' }])
const noSuchRun = () => invalidInput([{ field: 'inputOf', message: 'There is no such run of this workflow' }])
const notOnTheWay = () => invalidInput([{ field: 'upTo', message: 'The first step does not lead to this one' }])

const sampleOf = (graph: Graph): Json | undefined => graph.nodes.find(({ type }) => type === 'manual')?.config.sample

/** What a webhook step would receive, so that its workflow can be run by hand: the input becomes the body. */
const asWebhookPayload = (input: Json): Json => ({ method: 'POST', headers: {}, query: {}, body: input })

const keyOf = ({ key }: RunBody) => (key === undefined ? {} : { key })

/** What is known of the steps before a part, and the payload that they had. */
interface Known {
  readonly reuse: Reuse
  readonly payload?: Json
  /** Steps with side effects of which nothing is known. */
  readonly missing: readonly GraphNode[]
}

/** What stands for steps that do not run. */
interface Given {
  readonly pins: Pins
  /** The run that is gone through again, if it is one: it is asked first. */
  readonly like: string | undefined
}

/** The input of a run by hand is checked as that of a call is; other triggers bring what they bring. */
function checkInput({ settings, nodes }: Graph, payload: Json): void {
  if (settings.inputSchema === undefined || nodes.some(({ type }) => type === 'webhook')) return
  const [message] = misfits(settings.inputSchema, payload)
  if (message !== undefined) throw invalidInput([{ field: 'input', message }])
}

/** What a run of the workflow came with. */
async function inputOf(db: Db, asking: Asking, { workflowId, id }: Record<'workflowId' | 'id', string>) {
  const run = await findRetryable(db, asking.userId, id)
  if (run === undefined) await noteStranger(db, asking, id)
  if (run?.workflow_id !== workflowId) throw noSuchRun()
  if (wasRefused(run)) throw inputNotKept()
  return run.input
}

const fixedIn = (graph: Graph, pins: Pins): Reuse['steps'] =>
  Object.fromEntries(
    Object.entries(pins)
      .filter(([id]) => nodeById(graph, id) !== undefined)
      .map(([id, { output, port }]) => [id, fixedOutput(output, port)] as const),
  )

/** Of all these steps nothing is known. */
const nothingKnownWith =
  (touches: (graph: Graph, node: GraphNode) => boolean) =>
  ({ graph }: Part, needed: readonly GraphNode[]): Known => ({
    reuse: NOTHING_REUSED,
    missing: needed.filter((node) => touches(graph, node)),
  })

/** The part of a draft that is meant. */
function partIn(draft: Graph, body: RunBody, bodies: Parameters<typeof partOf>[2]): Part {
  for (const field of ['from', 'upTo'] as const)
    if (body[field] !== undefined && nodeById(draft, body[field]) === undefined) throw noSuchStep(field)
  const part = partOf(draft, body, bodies)
  if (part === undefined) throw notOnTheWay()
  return part
}

/** What need not run: what a simulated run does not stand in for, it computes anew, before its beginning too. */
function reuseFor(known: Known, fixed: Reuse['steps'], simulation: Partial<Reuse> | undefined): Reuse {
  if (simulation !== undefined) return { ...NOTHING_REUSED, ...simulation, steps: { ...fixed, ...simulation.steps } }
  if (known.missing[0] !== undefined) throw nothingKnown(known.missing[0].name)
  return { ...known.reuse, steps: { ...known.reuse.steps, ...fixed } }
}

/** Makes what somebody wants to run into the request for it. */
export function createRun(deps: RetryDeps) {
  const { db, engine, bodyPortOf } = deps
  const choose = createChoice(deps)
  const chooseDraft = createDraftChoice(deps)
  const simulate = createSimulation(deps)

  const touchesSomething = (graph: Graph, { id }: GraphNode) => engine.touches(graph, id)
  const nothingOf = nothingKnownWith(touchesSomething)

  /** What the last run that knows enough can hand on; else the last one of all, with what it lacks. */
  async function knownBefore(ownerId: string, workflowId: string, part: Part, { pins, like }: Given): Promise<Known> {
    // What is in a loop comes with it.
    const around = loopsAround(bodiesOf(part.graph, bodyPortOf))
    const isNeeded = ({ id }: GraphNode) => part.before.has(id) && !around.has(id) && !Object.hasOwn(pins, id)
    const needed = part.graph.nodes.filter(isNeeded)
    let lacking = nothingOf(part, needed)
    if (needed.length === 0) return lacking
    const ended = await listEndedRuns(db, workflowId, RUNS_LOOKED_AT)
    for (const [at, id] of [...(like === undefined ? [] : [like]), ...ended.map((run) => run.id)].entries()) {
      const known = await knownFrom(ownerId, id, part, needed)
      if (known.missing.length === 0) return known
      if (at === 0) lacking = known
    }
    return lacking
  }

  async function knownFrom(ownerId: string, id: string, part: Part, needed: readonly GraphNode[]): Promise<Known> {
    const run = await findRetryable(db, ownerId, id)
    assertFound(run, 'execution')
    // What came of samples is nothing to go on from.
    if (run.is_simulated) return nothingOf(part, needed)
    const log = await deps.readSteps(id)
    const outside = log.filter(({ iteration }) => iteration === undefined)
    const skipped = new Set(outside.filter(({ status }) => status === 'skipped').map(({ nodeId }) => nodeId))
    const again = part.graph.nodes.filter((node) => !part.before.has(node.id)).map((node) => node.id)
    const done = doneNodes(run.graph, log, run.error?.nodeId)
    const kept = reusableNodes({ before: run.graph, now: part.graph, done, again, bodyPortOf })
    const ids = new Set(needed.map((node) => node.id).filter((one) => kept.has(one)))
    const { reuse } = (await engine.outcomesOf(id)).handOn(part.graph, ids)
    // What was pinned then was not given by the step.
    const steps = Object.fromEntries(Object.entries(reuse.steps).filter(([, step]) => step.run !== undefined))
    const missing = needed.filter(
      (node) => !Object.hasOwn(steps, node.id) && !skipped.has(node.id) && touchesSomething(part.graph, node),
    )
    return { reuse: { ...reuse, steps }, payload: run.input, missing }
  }

  async function prepareDraft(asking: Asking, workflowId: string, body: RunBody): Promise<StartRequest> {
    const draft = await findDraft(db, asking.userId, workflowId)
    assertFound(draft, 'workflow')
    const part = partIn(draft, body, bodiesOf(draft, bodyPortOf))
    const chosen = await chooseDraft(asking.userId, part.graph, body.upTo ?? body.from)
    const pins = { ...(body.pins ?? (await listPins(db, workflowId))) }
    const simulation = body.simulate ? await simulate(workflowId, part.graph, pins) : undefined
    // Who begins with a step wants it to run.
    if (body.from !== undefined) delete pins[body.from]
    const given = body.inputOf === undefined ? undefined : await inputOf(db, asking, { workflowId, id: body.inputOf })
    const known = await knownBefore(asking.userId, workflowId, part, { pins, like: body.inputOf })
    const reuse = reuseFor(known, fixedIn(part.graph, pins), simulation)
    const earlier = given === undefined ? (known.payload ?? undefined) : given
    const payload = body.input === undefined && earlier !== undefined ? earlier : payloadFor(part.graph, body)
    checkInput(part.graph, payload)
    return {
      ...{ ...chosen, workflowId, ownerId: asking.userId },
      ...((simulation !== undefined || Object.keys(reuse.steps).length > 0) && { repeat: { reuse } }),
      ...keyOf(body),
      trigger: { kind: 'manual', payload },
    }
  }

  return async function prepareRun(asking: Asking, workflowId: string, body: RunBody): Promise<StartRequest> {
    if (body.version === 'draft') return prepareDraft(asking, workflowId, body)
    const field = DRAFT_ONLY.find((name) => body[name] !== undefined && body[name] !== false)
    const chosen = await choose(asking.userId, workflowId, body.version)
    if (field !== undefined) throw onlyOfDraft(field)
    const payload = payloadFor(chosen.graph, body)
    checkInput(chosen.graph, payload)
    return { ...chosen, workflowId, ownerId: asking.userId, ...keyOf(body), trigger: { kind: 'manual', payload } }
  }
}

function payloadFor(graph: Graph, body: RunBody): Json {
  const input = body.input ?? sampleOf(graph) ?? null
  return graph.nodes.some(({ type }) => type === 'webhook') ? asWebhookPayload(input) : input
}
