import type { Graph, GraphNode } from './graph.schema.ts'

/** What stands on the canvas stands on this raster. */
export const SNAP = 8
/** How much room a step takes where nobody has measured it. */
export const STEP_SIZE = { width: 240, height: 72 } as const
/** From one step to what follows it; between the two there is room for the name of a way and its plus. */
export const COLUMN = 368
/** From one step to what stands beside it. */
export const ROW = 120

export interface Point {
  readonly x: number
  readonly y: number
}
export interface Size {
  readonly width: number
  readonly height: number
}
export type Box = Point & Size
/** The canvas knows how large its steps are. */
export type SizeOf = (node: GraphNode) => Size

const usualSize: SizeOf = () => STEP_SIZE

/** Farther out nobody finds anything again. */
const EDGE_OF_WORLD = 1_000_000
const snap = (value: number): number =>
  // `|| 0` makes -0, which JSON does not know, a 0.
  Math.round(Math.max(-EDGE_OF_WORLD, Math.min(EDGE_OF_WORLD, value)) / SNAP) * SNAP || 0
export const snapped = ({ x, y }: Point): Point => ({ x: snap(x), y: snap(y) })

export const boxOf = (node: GraphNode, sizeOf: SizeOf = usualSize): Box => ({ ...node.position, ...sizeOf(node) })

/** The smallest box around some steps; undefined around none. */
export function boundsOf(nodes: readonly GraphNode[], sizeOf: SizeOf = usualSize): Box | undefined {
  if (nodes.length === 0) return undefined
  const boxes = nodes.map((node) => boxOf(node, sizeOf))
  const least = (read: (box: Box) => number) => boxes.reduce((found, box) => Math.min(found, read(box)), Infinity)
  const [x, y] = [least((box) => box.x), least((box) => box.y)]
  return { x, y, width: -least((box) => -box.x - box.width) - x, height: -least((box) => -box.y - box.height) - y }
}

export const overlap = (one: Box, other: Box): boolean =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height

/** The wanted place, or the first one below it where a box of this size covers nothing. */
export function freePlace(graph: Graph, wanted: Point, size: Size = STEP_SIZE, sizeOf: SizeOf = usualSize): Point {
  const boxes = graph.nodes.map((node) => boxOf(node, sizeOf))
  let place = snapped(wanted)
  // Each time at least one box is left behind, so this ends.
  for (;;) {
    const inTheWay = boxes.find((box) => overlap(box, { ...place, ...size }))
    if (inTheWay === undefined) return place
    const below = inTheWay.y + inTheWay.height + ROW - STEP_SIZE.height
    place = { x: place.x, y: Math.ceil(below / SNAP) * SNAP }
  }
}
