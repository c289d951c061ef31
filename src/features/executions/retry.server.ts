import { doneNodes, passedBy, resumedNodes, reusableNodes } from '#src/engine/decide/reuse.ts'
import type { Engine, StartRequest, StepRecord } from '#src/engine/engine.ts'
import { fixedOutput, NOTHING_REUSED, type Reuse } from '#src/engine/reuse.ts'
import { listPins } from '#src/features/workflows/pins/pins.queries.ts'
import type { Graph } from '#src/lib/graph/graph.schema.ts'
import type { BodyPortOf } from '#src/lib/graph/loops.ts'
import { nodeById } from '#src/lib/graph/order.ts'
import { isFinal } from '#src/lib/run-status.ts'
import { conflict, invalidInput } from '#src/server/http/app-error.ts'
import { findRetryable, type RetryableRow } from './executions.queries.ts'
import type { Retry } from './executions.schema.ts'
import { type Asking, ownExecution } from './own-execution.server.ts'
import { type ChoiceDeps, createChoice } from './runnable.server.ts'
import { createSimulation, type SimulationDeps } from './simulation.server.ts'

export interface RetryDeps extends ChoiceDeps, SimulationDeps {
  readonly engine: Engine
  readonly readSteps: (executionId: string) => Promise<StepRecord[]>
  readonly bodyPortOf: BodyPortOf
}

export const executionRunning = () =>
  conflict('EXECUTION_RUNNING', 'This execution is still under way. Cancel it or wait for its end, then retry it.')
export const nothingFailed = () =>
  conflict('NOTHING_FAILED', 'This execution has succeeded. Retry it from the start, or from one of its steps.')
export const outcomeUnknown = (name: string) =>
  conflict('OUTCOME_UNKNOWN', `What “${name}” gave is not kept any more. Retry from the start, or from that step.`)
export const inputNotKept = () =>
  conflict('INPUT_NOT_KEPT', 'There was no room for what this execution came with, so it cannot be repeated.')
const noSuchStep = () =>
  invalidInput([{ field: 'from', message: 'There is no such step in the version that would run' }])

/** Where the steps begin that run again; undefined: all of them run. */
function pointOf({ from }: Retry, { status }: RetryableRow, now: Graph): string[] | undefined {
  if (from === 'start') return undefined
  if (from === 'failed') {
    if (status === 'succeeded') throw nothingFailed()
    return []
  }
  if (nodeById(now, from) === undefined) throw noSuchStep()
  return [from]
}

/** It was refused before its first step, with all that it carried. */
export const wasRefused = ({ input, error }: RetryableRow) =>
  input === null && error?.code === 'QUOTA_EXCEEDED' && error.nodeId === undefined

/** Makes an execution of somebody into the request for one that repeats it. */
export function createRetry(deps: RetryDeps) {
  const { db, engine, readSteps, bodyPortOf } = deps
  const choose = createChoice(deps)
  const simulate = createSimulation(deps)

  /** As it ran, or what would run today. */
  const graphFor = (ownerId: string, { workflow_id, version, graph }: RetryableRow, wanted: Retry['version']) =>
    wanted === 'same'
      ? { version, graph, lane: engine.laneOf(graph) }
      : choose(ownerId, workflow_id, version === null ? 'draft' : undefined)

  /** Of the draft: what is pinned stands for its steps, but for the one to begin with. */
  async function pinnedIn({ workflow_id }: RetryableRow, graph: Graph, from: string): Promise<Reuse['steps']> {
    const pins = Object.entries(await listPins(db, workflow_id)).filter(
      ([id]) => id !== from && nodeById(graph, id) !== undefined,
    )
    return Object.fromEntries(pins.map(([id, { output, port }]) => [id, fixedOutput(output, port)]))
  }

  return async function prepareRetry(asking: Asking, id: string, retry: Retry): Promise<StartRequest> {
    const { userId: ownerId } = asking
    const row = await ownExecution(db, asking, id, findRetryable)
    if (!isFinal(row.status)) throw executionRunning()
    if (wasRefused(row)) throw inputNotKept()
    const chosen = await graphFor(ownerId, row, retry.version)
    const request: StartRequest = {
      ...chosen,
      workflowId: row.workflow_id,
      ownerId,
      repeat: { of: id },
      trigger: {
        kind: row.trigger_kind,
        payload: row.input,
        ...(row.trigger_node_id !== null && { nodeId: row.trigger_node_id }),
      },
    }
    const again = pointOf(retry, row, chosen.graph)
    // What was simulated stays so.
    const simulation = row.is_simulated
      ? await simulate(row.workflow_id, chosen.graph, await listPins(db, row.workflow_id))
      : undefined
    const pinned = chosen.version === null ? await pinnedIn(row, chosen.graph, retry.from) : {}
    const fixed = { ...pinned, ...simulation?.steps }
    const repeating = (reuse: Reuse): StartRequest => ({
      ...request,
      repeat: { of: id, reuse: { ...reuse, ...simulation, steps: { ...reuse.steps, ...fixed } } },
    })
    if (again === undefined) return repeating(NOTHING_REUSED)
    const steps = await readSteps(id)
    const done = doneNodes(row.graph, steps, row.error?.nodeId)
    // A process that died has not told all that it did.
    const outcomes = await engine.outcomesOf(id)
    for (const known of outcomes.known) if (known !== row.error?.nodeId) done.add(known)
    const repetition = { before: row.graph, now: chosen.graph, done, again, bodyPortOf }
    const kept = reusableNodes(repetition)
    const inTurns = resumedNodes({ ...repetition, passedBy: passedBy(steps) })
    for (const node of Object.keys(fixed)) kept.delete(node)
    const { reuse, unknown } = outcomes.handOn(chosen.graph, kept, inTurns)
    if (unknown[0] !== undefined) throw outcomeUnknown(unknown[0].name)
    return repeating(reuse)
  }
}
