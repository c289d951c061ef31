// Evaluates a creator's expressions in their browser, with the limits of a runner, away from the page.
import type { JsonObject } from '#src/sdk/json.ts'
import { LIMITS } from '#src/sdk/sandbox-limits.ts'
import { evaluateHere } from './expressions-here.ts'
import type { RunOutcome } from './sandbox.ts'

export interface ExpressionsMessage {
  readonly id: number
  readonly outputs: Readonly<Record<string, string>>
  readonly input: JsonObject
}
export interface ExpressionsAnswer {
  readonly id: number
  /** Absent where only the server knows. */
  readonly outcome: RunOutcome | undefined
  readonly durationMs: number
}

interface WorkerScope {
  postMessage(answer: ExpressionsAnswer): void
  addEventListener(type: 'message', listener: (event: { readonly data: ExpressionsMessage }) => void): void
}
const scope = globalThis as unknown as WorkerScope

scope.addEventListener('message', ({ data: { id, outputs, input } }) => {
  const begun = performance.now()
  const outcome = evaluateHere({ outputs, input, limits: LIMITS })
  scope.postMessage({ id, outcome, durationMs: performance.now() - begun })
})
