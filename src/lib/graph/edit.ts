import { boxOf, COLUMN, freePlace, overlap, type Point, snapped } from './boxes.ts'
import { type Graph, type GraphEdge, type GraphNode, MAX_EDGES } from './graph.schema.ts'
import { incoming, leaving, nodeById, reachableFrom, topologicalOrder } from './order.ts'
import { type Outcome, refusal, refused } from './refusal.ts'

interface Ways {
  /** The way out of the step before that leads to the new step. */
  readonly port?: string
  /** The way out of the new step that leads on. */
  readonly onward?: string
}

/** Adds a step at the end of the list, led to from the last one. */
export function appendStep(graph: Graph, node: GraphNode, ways: Ways = {}): Graph {
  const last = topologicalOrder(graph).at(-1)
  return last === undefined ? { ...graph, nodes: [node] } : insertAfter(graph, last.id, node, ways)
}

/** Puts a step behind another one: what followed there now follows the new step. */
export function insertAfter(
  graph: Graph,
  afterId: string,
  node: GraphNode,
  { port = 'out', onward = 'out' }: Ways = {},
): Graph {
  const after = nodeById(graph, afterId)
  if (after === undefined || nodeById(graph, node.id) !== undefined) return graph
  const followers = graph.edges.filter((edge) => edge.from === afterId && edge.port === port)
  const beside = { x: after.position.x + COLUMN, y: after.position.y }
  const roomy =
    followers.length === 0
      ? graph
      : withRoom(
          graph,
          beside,
          followers.map(({ to }) => to),
        )
  const placed = { ...node, position: freePlace(roomy, beside) }
  const moved = graph.edges.map((edge) =>
    edge.from === afterId && edge.port === port ? { ...edge, from: node.id, port: onward } : edge,
  )
  return { ...graph, nodes: [...roomy.nodes, placed], edges: [...moved, { from: afterId, port, to: node.id }] }
}

/** Moves what follows one column on where it would be covered. */
function withRoom(graph: Graph, place: Point, followers: readonly string[]): Graph {
  const nodes = followers.flatMap((id) => nodeById(graph, id) ?? [])
  const isFree = nodes.every((node) => !overlap(boxOf(node), { ...boxOf(node), ...place }))
  if (isFree) return graph
  const onward = reachableFrom(graph, followers)
  return moveBy(graph, [...onward], { x: COLUMN, y: 0 })
}

/** Puts a step where nothing leads to it, beside what stands there already. */
export function addFree(graph: Graph, node: GraphNode, at: Point): Graph {
  if (nodeById(graph, node.id) !== undefined) return graph
  return { ...graph, nodes: [...graph.nodes, { ...node, position: freePlace(graph, at) }] }
}

/** Moves steps to where they were dragged, each onto the raster. */
export function moveSteps(graph: Graph, places: ReadonlyMap<string, Point>): Graph {
  let changes = false
  const nodes = graph.nodes.map((node) => {
    const place = places.get(node.id)
    const position = place === undefined ? node.position : snapped(place)
    if (position.x === node.position.x && position.y === node.position.y) return node
    changes = true
    return { ...node, position }
  })
  return changes ? { ...graph, nodes } : graph
}

export function moveBy(graph: Graph, ids: readonly string[], { x, y }: Point): Graph {
  const places = ids.flatMap((id) => {
    const node = nodeById(graph, id)
    return node === undefined ? [] : [[id, { x: node.position.x + x, y: node.position.y + y }] as const]
  })
  return moveSteps(graph, new Map(places))
}

const changeEach = (graph: Graph, ids: Iterable<string>, change: (node: GraphNode) => GraphNode): Graph => {
  const wanted = new Set(ids)
  const nodes = graph.nodes.map((node) => (wanted.has(node.id) ? change(node) : node))
  return nodes.every((node, at) => node === graph.nodes[at]) ? graph : { ...graph, nodes }
}

/** A disabled step is passed by. */
export const setDisabled = (graph: Graph, ids: Iterable<string>, disabled: boolean): Graph =>
  changeEach(graph, ids, (node) => (node.disabled === disabled ? node : { ...node, disabled }))

const MAX_NAME = 200

/** The label; expressions go by the key, which stays. Without a name nothing changes. */
export function rename(graph: Graph, id: string, wanted: string): Graph {
  const name = wanted.trim().slice(0, MAX_NAME)
  return changeEach(graph, [id], (node) => (name === '' || name === node.name ? node : { ...node, name }))
}

/** Takes steps out; `heal` joins what led to each with what followed it. */
export function removeSteps(graph: Graph, ids: readonly string[], { heal }: { readonly heal: boolean }): Graph {
  if (heal) return ids.reduce((rest, id) => removeStep(rest, id), graph)
  const gone = new Set(ids)
  const nodes = graph.nodes.filter((node) => !gone.has(node.id))
  if (nodes.length === graph.nodes.length) return graph
  return { ...graph, nodes, edges: graph.edges.filter((edge) => !gone.has(edge.from) && !gone.has(edge.to)) }
}

/**
 * Takes a step out and joins what led to it with what followed it. Of several ways out the one called `out`,
 * or the one behind a loop, is followed, else that of the first edge.
 */
export function removeStep(graph: Graph, id: string): Graph {
  if (nodeById(graph, id) === undefined) return graph
  const onward = leaving(graph, id)
  const way = ['out', 'done'].find((port) => onward.some((edge) => edge.port === port)) ?? onward[0]?.port
  const targets = onward.filter((edge) => edge.port === way && edge.to !== id).map((edge) => edge.to)
  const joined = incoming(graph, id)
    .filter((edge) => edge.from !== id)
    .flatMap((edge) => targets.map((to) => ({ ...edge, to })))
  const others = graph.edges.filter((edge) => edge.from !== id && edge.to !== id)
  return {
    ...graph,
    nodes: graph.nodes.filter((node) => node.id !== id),
    edges: withoutRepeats([...others, ...joined]).slice(0, MAX_EDGES),
  }
}

const withoutRepeats = (edges: readonly GraphEdge[]): GraphEdge[] => [
  ...new Map(edges.map((edge) => [JSON.stringify([edge.from, edge.port, edge.to]), edge])).values(),
]

/**
 * Swaps a step with the one before it. Refused next to a fork or a join, or when the one before it is where the
 * workflow starts.
 */
export function moveUp(graph: Graph, id: string): Outcome {
  const no = (message: string) => refused(graph, refusal('NO_SWAP', message))
  const node = nodeById(graph, id)
  if (node === undefined) return no('This step is gone')
  const [link, ...joins] = incoming(graph, id)
  const before = nodeById(graph, link?.from ?? '')
  if (link === undefined || before === undefined) return no(`Nothing leads to "${node.name}", so there is no swapping`)
  if (joins.length > 0) return no(`Several ways meet at "${node.name}", so it cannot change places`)
  const onward = leaving(graph, id)
  const fork = [before, node].find((one) => leaving(graph, one.id).length > 1)
  if (fork !== undefined) return no(`Several ways leave "${fork.name}", so it cannot change places`)
  if (incoming(graph, before.id).length === 0) return no(`"${before.name}" comes first and stays there`)
  return { graph: swapped(graph, { before, node, link, onward: onward[0] }) }
}

interface Pair {
  readonly before: GraphNode
  readonly node: GraphNode
  readonly link: GraphEdge
  readonly onward: GraphEdge | undefined
}

function swapped(graph: Graph, { before, node, link, onward }: Pair): Graph {
  const edges = graph.edges.map((edge) => {
    if (edge === link) return { from: node.id, port: onward?.port ?? 'out', to: before.id }
    if (edge === onward) return { from: before.id, port: link.port, to: edge.to }
    return edge.to === before.id ? { ...edge, to: node.id } : edge
  })
  const nodes = graph.nodes.map((one) => {
    if (one.id === node.id) return { ...one, position: before.position }
    return one.id === before.id ? { ...one, position: node.position } : one
  })
  return { ...graph, nodes, edges }
}

/** Swaps a step with the one after it, or says why not. */
export function moveDown(graph: Graph, id: string): Outcome {
  const name = nodeById(graph, id)?.name ?? id
  const [onward, ...forks] = leaving(graph, id)
  if (onward === undefined) return refused(graph, refusal('NO_SWAP', `Nothing follows "${name}"`))
  if (forks.length > 0)
    return refused(graph, refusal('NO_SWAP', `Several ways leave "${name}", so it cannot change places`))
  return moveUp(graph, onward.to)
}
