import type { IncomingEdge } from './readiness.ts'

interface Placed {
  /** Has side effects. */
  readonly touches: boolean
  readonly disabled: boolean
  /** Goes on with those that come first: nothing that leads there may hold it up once enough have come. */
  readonly joinsEarly: boolean
  readonly incoming: readonly IncomingEdge[]
}

/** A set of places, as bits. */
type Places = bigint
const one = (place: number): Places => 1n << BigInt(place)

/**
 * By place: places of all nodes that lead there, if somebody gains by what neither leads to the other running at the same
 * time: a node with side effects may wait for a day, and what it would hold up may answer, fail, or end the run.
 * Undefined where nothing would be won by it.
 * Sources stand before their targets.
 */
export function sideBySide(nodes: readonly Placed[]): readonly (readonly number[])[] | undefined {
  if (!nodes.some(({ touches }) => touches)) return undefined
  const before: Places[] = []
  for (const { incoming } of nodes)
    before.push(incoming.reduce((all, { from }) => all | one(from) | (before[from] ?? 0n), 0n))
  let touching: Places = 0n
  let isSideBySide = false
  for (const [place, { touches, disabled, joinsEarly, incoming }] of nodes.entries()) {
    const led = before[place] ?? 0n
    if (!disabled && (touching & ~led) !== 0n) isSideBySide = true
    if (joinsEarly && incoming.length > 1 && (touching & led) !== 0n) isSideBySide = true
    if (touches) touching |= one(place)
  }
  return isSideBySide ? before.map(placesIn) : undefined
}

function placesIn(places: Places): number[] {
  const found: number[] = []
  for (const [place, bit] of [...places.toString(2)].toReversed().entries()) if (bit === '1') found.push(place)
  return found
}
