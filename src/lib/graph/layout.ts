import { boundsOf, boxOf, COLUMN, freePlace, overlap, type Point, ROW, type SizeOf, STEP_SIZE } from './boxes.ts'
import { moveSteps } from './edit.ts'
import type { Graph, GraphNode } from './graph.schema.ts'
import { incoming, topologicalOrder } from './order.ts'
import { type Places, type PlanSteps, planSteps } from './plan-steps.ts'
import { isNote, type NodeKinds } from './structure.ts'

interface TidyOptions {
  /** Of the steps to tidy; all of them when there are none. */
  readonly ids?: Iterable<string>
  readonly sizeOf?: SizeOf
  /** How places are found; it may be elsewhere than here. */
  readonly plan?: PlanSteps
}

const plainSize: SizeOf = () => STEP_SIZE

/**
 * Steps from left to right in the order in which they run, none on top of another. What is tidied stays where its upper
 * left corner was; notes stay where they are unless a step would cover them.
 */
export async function tidy(graph: Graph, kinds: NodeKinds, options: TidyOptions = {}): Promise<Graph> {
  const { ids, sizeOf = plainSize, plan = planSteps } = options
  const chosen = ids === undefined ? undefined : new Set(ids)
  const isPart = (node: GraphNode) => chosen === undefined || chosen.size === 0 || chosen.has(node.id)
  const part = graph.nodes.filter((node) => isPart(node) && !isNote(kinds, node))
  const corner = boundsOf(part, sizeOf)
  if (corner === undefined) return graph
  const places = await plan({ steps: part.map((node) => ({ id: node.id, ...sizeOf(node) })), edges: graph.edges })
  const moved = moveSteps(graph, shifted(places, corner))
  return clear(moved, { kinds, sizeOf, tidied: new Set(places.keys()), isWhole: part.length === graph.nodes.length })
}

/** With the upper left corner where it was. */
function shifted(places: Places, corner: Point): Map<string, Point> {
  const all = [...places.values()]
  const left = all.reduce((least, { x }) => Math.min(least, x), Infinity)
  const top = all.reduce((least, { y }) => Math.min(least, y), Infinity)
  return new Map([...places].map(([id, { x, y }]) => [id, { x: x - left + corner.x, y: y - top + corner.y }]))
}

interface Tidied {
  readonly kinds: NodeKinds
  readonly sizeOf: SizeOf
  readonly tidied: ReadonlySet<string>
  readonly isWhole: boolean
}

/** Moves what was tidied below the other steps that it would cover, then each note that is covered. */
function clear(graph: Graph, { kinds, sizeOf, tidied, isWhole }: Tidied): Graph {
  if (isWhole) return graph
  const isStep = (node: GraphNode) => !isNote(kinds, node)
  const inside = graph.nodes.filter(({ id }) => tidied.has(id))
  const others = graph.nodes.filter((node) => !tidied.has(node.id) && isStep(node))
  const block = boundsOf(inside, sizeOf)
  const covers = others.some((other) => inside.some((one) => overlap(boxOf(one, sizeOf), boxOf(other, sizeOf))))
  let clean = graph
  if (covers && block !== undefined) {
    const below = Math.max(...others.map((node) => boxOf(node, sizeOf)).map(({ y, height }) => y + height))
    const down = below + ROW - STEP_SIZE.height - block.y
    clean = moveSteps(
      graph,
      new Map(inside.map(({ id, position: { x, y } }) => [id, { x, y: y + Math.ceil(down / 8) * 8 }])),
    )
  }
  return withFreeNotes(clean, kinds, sizeOf)
}

function withFreeNotes(graph: Graph, kinds: NodeKinds, sizeOf: SizeOf): Graph {
  let clean = graph
  for (const note of graph.nodes.filter((node) => isNote(kinds, node))) {
    const others = { ...clean, nodes: clean.nodes.filter(({ id }) => id !== note.id) }
    const isCovered = others.nodes.some((node) => overlap(boxOf(node, sizeOf), boxOf(note, sizeOf)))
    if (isCovered)
      clean = moveSteps(clean, new Map([[note.id, freePlace(others, note.position, sizeOf(note), sizeOf)]]))
  }
  return clean
}

/** Whether nobody has put the steps anywhere yet: lists of steps, and graphs from elsewhere, have no places. */
export const isUnplaced = ({ nodes }: Graph): boolean =>
  nodes.length > 1 && nodes.every(({ position }) => position.x === 0 && position.y === 0)

/** Gives steps that were never put anywhere a place each: a column behind what leads to them. */
export function withPlaces(graph: Graph, kinds: NodeKinds): Graph {
  if (!isUnplaced(graph)) return graph
  const columns = new Map<string, number>()
  const filled = new Map<number, number>()
  const places = new Map<string, Point>()
  let notes = 0
  for (const node of topologicalOrder(graph)) {
    if (isNote(kinds, node)) {
      places.set(node.id, { x: notes++ * COLUMN, y: -ROW })
      continue
    }
    const before = incoming(graph, node.id).map(({ from }) => (columns.get(from) ?? -1) + 1)
    const column = Math.max(0, ...before)
    const row = filled.get(column) ?? 0
    columns.set(node.id, column)
    filled.set(column, row + 1)
    places.set(node.id, { x: column * COLUMN, y: row * ROW })
  }
  return moveSteps(graph, places)
}
