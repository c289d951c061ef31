import type { Graph } from './graph.schema.ts'

export type RefusalCode =
  | 'UNKNOWN_STEP'
  | 'UNKNOWN_PORT'
  | 'NO_WAY_OUT'
  | 'ITSELF'
  | 'INTO_TRIGGER'
  | 'NOTE'
  | 'DUPLICATE'
  | 'CYCLE'
  | 'LOOP_BORDER'
  | 'NO_SWAP'
  | 'TOO_MANY'
  | 'KEY'
  | 'FRAGMENT'

/** Why a change was not made, in a sentence for whoever wanted it. */
export interface Refusal {
  readonly code: RefusalCode
  readonly message: string
}

/** `graph` is as it was when the change is refused. */
export interface Outcome {
  readonly graph: Graph
  readonly refusal?: Refusal
}

export const refusal = (code: RefusalCode, message: string): Refusal => ({ code, message })
export const refused = (graph: Graph, why: Refusal): Outcome => ({ graph, refusal: why })
