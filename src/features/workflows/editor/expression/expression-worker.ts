import { createExpressions } from '#src/lib/expressions/expressions.ts'
import type { Json } from '#src/sdk/json.ts'
import { matchesHere } from './browser-pattern.ts'
import { type TrialScope, type Tried, tryExpression } from './try-expression.ts'

// Works expressions out away from the page, so that the page stays awake and can end what takes too long.
export interface TryCall {
  readonly id: number
  readonly text: string
  readonly list?: Json | undefined
  /** Absent: as in the call before. */
  readonly scope?: TrialScope
}
export interface TryAnswer {
  readonly id: number
  readonly tried: Tried
}

interface WorkerScope {
  postMessage(answer: TryAnswer): void
  addEventListener(type: 'message', listener: (event: { readonly data: TryCall }) => void): void
}
// No library of types has the scope of a web worker beside that of Node.
const here = globalThis as unknown as WorkerScope

const expressions = createExpressions({ matches: matchesHere })
let known: TrialScope = { values: {}, types: { steps: {} } }

here.addEventListener('message', ({ data: { id, text, list, scope } }) => {
  if (scope !== undefined) known = scope
  here.postMessage({ id, tried: tryExpression(expressions, { text, list }, known) })
})
