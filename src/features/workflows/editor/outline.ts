import type { Graph, GraphEdge, GraphNode } from '#src/lib/graph/graph.schema.ts'
import { incoming, leaving, nodeById, topologicalOrder } from '#src/lib/graph/order.ts'

/** "after A", "after A and B", "after A, B and C" */
export const afterText = (names: readonly string[]): string =>
  names.length === 0 ? '' : `after ${[names.slice(0, -1).join(', '), ...names.slice(-1)].filter(Boolean).join(' and ')}`

export interface OutlineRow {
  readonly node: GraphNode
  /** How many decisions lead here, 0 on the main line. */
  readonly depth: number
  /** Id, name and way out of the decision whose branch begins here. */
  readonly branch: { readonly from: string; readonly of: string; readonly port: string } | null
  /** Names of the steps that lead here, where that is not just the one of the row above, or of the branch that begins. */
  readonly after: readonly string[]
  /** Nothing leads here, although it does not begin the list. */
  readonly loose: boolean
}

/** A branch as the decisions on the way to it: ["n_large true"]. */
type Branch = readonly string[]

/** What follows a loop goes on where the loop stands; what it repeats is a branch of it. */
export const ONWARD: ReadonlySet<string> = new Set(['out', 'done'])
const isDecision = (edge: GraphEdge) => !ONWARD.has(edge.port)
const onwardLast = (a: GraphEdge, b: GraphEdge) => Number(a.port === 'done') - Number(b.port === 'done')

const common = (a: Branch, b: Branch): Branch => {
  const end = a.findIndex((part, index) => part !== b[index])
  return end === -1 ? a : a.slice(0, end)
}

const outlines = new WeakMap<Graph, readonly OutlineRow[]>()

/** Steps one below the other, each after all that lead to it, a branch as a whole before the next one. */
export function outlineOf(graph: Graph): readonly OutlineRow[] {
  // Graphs are immutable values, so an outline is made once per graph.
  const known = outlines.get(graph)
  if (known) return known
  const rows = rowsOf(graph)
  outlines.set(graph, rows)
  return rows
}

function rowsOf(graph: Graph): OutlineRow[] {
  const branches = new Map<string, Branch>()
  const rows: OutlineRow[] = []

  const branchVia = (edge: GraphEdge): Branch => {
    const before = branches.get(edge.from) ?? []
    return isDecision(edge) ? [...before, `${edge.from} ${edge.port}`] : before
  }
  const place = (node: GraphNode, edges: readonly GraphEdge[]) => {
    const [first, ...others] = edges
    const branch = others.reduce((shared, edge) => common(shared, branchVia(edge)), first ? branchVia(first) : [])
    branches.set(node.id, branch)
    const opens = first !== undefined && others.length === 0 && isDecision(first)
    const before = [...new Set(edges.map(({ from }) => from))]
    const follows = before.length === 1 && before[0] === rows.at(-1)?.node.id
    rows.push({
      node,
      depth: branch.length,
      branch: opens ? { from: first.from, of: nodeById(graph, first.from)?.name ?? '', port: first.port } : null,
      after: opens || follows ? [] : before.map((id) => nodeById(graph, id)?.name ?? ''),
      loose: first === undefined && rows.length > 0,
    })
  }
  const visit = (start: GraphNode) => {
    const waiting = [start]
    for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
      if (branches.has(node.id)) continue
      const edges = incoming(graph, node.id)
      if (edges.some((edge) => !branches.has(edge.from))) continue
      place(node, edges)
      const next = leaving(graph, node.id)
        .toSorted(onwardLast)
        .map((edge) => nodeById(graph, edge.to))
      waiting.push(...next.filter((one) => one !== undefined).toReversed())
    }
  }
  const ordered = topologicalOrder(graph)
  for (const node of ordered) visit(node)
  // What is left stands on a circle; publishing says so, and here it can be removed.
  for (const node of ordered) if (!branches.has(node.id)) place(node, incoming(graph, node.id))
  return rows
}
