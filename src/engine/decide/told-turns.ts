import { TOLD_TURNS } from '#src/lib/graph/loops.ts'

/** Most steps of all such turns of one run, and most steps that are written because they failed in a later turn. */
const MOST = { steps: 2000, failures: 100 }

/** How much of a run's loops is written so far. */
export interface Told {
  steps: number
  failures: number
}

/** The log of a loop is its beginning and what failed: a hundred thousand turns must not be a million rows. */
export function isTurnTold(index: number, told: Told): boolean {
  return index < TOLD_TURNS && told.steps < MOST.steps
}

/** Whether a step of a turn is written; counts it. Outside of loops every step is. */
export function tellsStep(step: { readonly isTold: boolean; readonly hasFailed: boolean }, told: Told): boolean {
  if (step.isTold) {
    told.steps++
    return true
  }
  if (!step.hasFailed || told.failures >= MOST.failures) return false
  told.failures++
  return true
}
