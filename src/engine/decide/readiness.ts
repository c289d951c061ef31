/** An edge as the walk sees it: the place of its source in the order, and the port it leaves by. */
export interface IncomingEdge {
  readonly from: number
  readonly port: string
}

export interface Visited {
  /** A trigger that this run starts from. */
  readonly isStart: boolean
  readonly disabled: boolean
  readonly incoming: readonly IncomingEdge[]
}

/**
 * What to do at a node when every node before it is done.
 * `taken[n]` is the port that node n was left by; undefined when it did not run.
 * A node with several edges in runs when at least one of them was taken: the others will never be.
 */
export function visitOf(node: Visited, taken: readonly (string | undefined)[]): 'run' | 'pass' | 'skip' {
  const isReached = node.isStart || node.incoming.some((edge) => taken[edge.from] === edge.port)
  if (!isReached) return 'skip'
  return node.disabled ? 'pass' : 'run'
}

/** Where a disabled node is left: its ordinary way out, or its first one. */
export const passingPort = (ports: readonly string[]): string | undefined => (ports.includes('out') ? 'out' : ports[0])
