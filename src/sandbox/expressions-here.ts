import { createEvaluation, type ExpressionsCall } from './evaluate-outputs.ts'
import type { RunOutcome } from './sandbox.ts'

// A browser's engine for patterns is not linear and takes others than a runner's: what asks for one is for the server.
// Noted here and not thrown, as an expression may go on after an error.
let isAsked = false
const evaluate = createEvaluation(() => {
  isAsked = true
  return false
})

/** What a runner would answer; undefined where only a runner knows. */
export function evaluateHere(call: ExpressionsCall): RunOutcome | undefined {
  isAsked = false
  const outcome = evaluate(call)
  return isAsked ? undefined : outcome
}
