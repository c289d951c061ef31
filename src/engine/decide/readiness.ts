import { ordinaryPort } from '#src/lib/graph/ports.ts'
import type { Join } from '#src/sdk/define-node.ts'

/** An edge as the walk sees it: the place of its source in the order, and the port it leaves by. */
export interface IncomingEdge {
  readonly from: number
  readonly port: string
}

export interface Visited {
  /** A trigger that this run starts from. */
  readonly isStart: boolean
  readonly disabled: boolean
  readonly join: Join
  readonly incoming: readonly IncomingEdge[]
}

type Taken = readonly (string | undefined)[]

/**
 * Places of the nodes that led here, in their order; each once, by however many edges.
 * `taken[n]` is the port that node n was left by; undefined when it did not run.
 */
export function arrivalsOf({ incoming }: Pick<Visited, 'incoming'>, taken: Taken): number[] {
  const arrived = incoming.filter((edge) => taken[edge.from] === edge.port).map((edge) => edge.from)
  return [...new Set(arrived)].toSorted((a, b) => a - b)
}

/** How many nodes have to lead here. At least one: no node runs of itself. */
export function neededBy({ join, incoming }: Pick<Visited, 'join' | 'incoming'>): number {
  if (join === 'any') return 1
  return join === 'all' ? new Set(incoming.map((edge) => edge.from)).size : Math.max(join, 1)
}

/**
 * What to do at a node when every node before it is done: who has not led here by now never will.
 * A disabled node waits for nobody in particular.
 */
export function visitOf(node: Visited, taken: Taken): 'run' | 'pass' | 'skip' {
  const arrived = node.isStart ? Number.POSITIVE_INFINITY : arrivalsOf(node, taken).length
  if (arrived === 0) return 'skip'
  if (node.disabled) return 'pass'
  return arrived >= neededBy(node) ? 'run' : 'skip'
}

/** Where a disabled node is left. */
export const passingPort = (ports: readonly string[]): string | undefined => ordinaryPort(ports) ?? ports[0]
