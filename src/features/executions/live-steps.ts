import type { StepRecord } from '#src/engine/engine.ts'
import { stepName } from '#src/lib/graph/step-name.ts'
import { isOpenStep } from '#src/lib/run-status.ts'
import type { ExecutionStep } from './executions.schema.ts'

const placeOf = ({ nodeId, iteration = '' }: Pick<ExecutionStep, 'nodeId' | 'iteration'>) => stepName(nodeId, iteration)

/** Keeps the last word about each step, in the order in which they began: a run may tell thousands of attempts. */
export function withToldStep(told: readonly StepRecord[], step: StepRecord): StepRecord[] {
  const place = placeOf(step)
  const isKnown = told.some((one) => placeOf(one) === place)
  return isKnown ? told.map((one) => (placeOf(one) === place ? step : one)) : [...told, step]
}

/** Whether the log, as it was fetched, has another word about a step, or none. */
export const isNews = (fetched: readonly ExecutionStep[], told: StepRecord): boolean =>
  fetched.find((step) => placeOf(step) === placeOf(told))?.status !== told.status

/** What the stream told lies over what was fetched, until the log has the end of a step itself. */
export function withLiveSteps(fetched: readonly ExecutionStep[], told: readonly StepRecord[]): ExecutionStep[] {
  const news = new Map(told.map((step) => [placeOf(step), step]))
  const known = new Set(fetched.map(placeOf))
  const updated = fetched.map((step) => {
    const live = news.get(placeOf(step))
    return live === undefined || !isOpenStep(step.status) ? step : toStep(live, step)
  })
  // The log has the names of the steps, and the loops that they are in; outside of loops a step that is not in it yet
  // goes by its key.
  const added = [...news.values()].filter((step) => !known.has(placeOf(step)) && step.iteration === undefined)
  return [...updated, ...added.map((step) => toStep(step, { name: step.key, type: '' }))]
}

type Known = Pick<ExecutionStep, 'name' | 'type' | 'loopId'>

const shownOf = new WeakMap<StepRecord, ExecutionStep>()

/** One object for each word of the stream: what nothing new was told of is not drawn again. */
function toStep(told: StepRecord, { name, type, loopId }: Known): ExecutionStep {
  const shown = shownOf.get(told)
  if (shown?.name === name && shown.type === type && shown.loopId === loopId) return shown
  const { seq: _, ...step } = told
  const made = { ...step, ...(loopId !== undefined && { loopId }), dueAt: step.dueAt ?? null, name, type }
  shownOf.set(told, made)
  return made
}
