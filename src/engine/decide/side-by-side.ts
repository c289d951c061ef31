import type { IncomingEdge } from './readiness.ts'

interface Placed {
  /** Has side effects. */
  readonly touches: boolean
  readonly incoming: readonly IncomingEdge[]
}

/** A set of places, as bits. */
type Places = bigint
const one = (place: number): Places => 1n << BigInt(place)

/**
 * By place: places of all nodes that lead there, if two nodes with side effects are such that neither leads to the other,
 * so that they can run at the same time. Undefined where nothing would be won by it. Sources stand before their targets.
 */
export function sideBySide(nodes: readonly Placed[]): readonly (readonly number[])[] | undefined {
  if (nodes.filter(({ touches }) => touches).length < 2) return undefined
  const before: Places[] = []
  for (const { incoming } of nodes)
    before.push(incoming.reduce((all, { from }) => all | one(from) | (before[from] ?? 0n), 0n))
  let touching: Places = 0n
  let isSideBySide = false
  for (const [place, { touches }] of nodes.entries()) {
    if (!touches) continue
    if ((touching & ~(before[place] ?? 0n)) !== 0n) isSideBySide = true
    touching |= one(place)
  }
  return isSideBySide ? before.map(placesIn) : undefined
}

function placesIn(places: Places): number[] {
  const found: number[] = []
  for (const [place, bit] of [...places.toString(2)].toReversed().entries()) if (bit === '1') found.push(place)
  return found
}
