import fc from 'fast-check'
import { type Graph, GraphEdge, GraphNode, Graph as GraphSchema } from './graph.schema.ts'
import type { NodeKinds } from './structure.ts'

/** A step whose id is its key. */
export const step = (key: string, changes: Partial<GraphNode> = {}): GraphNode =>
  GraphNode.parse({ id: key, key, type: 'set', name: key, ...changes })

/** "a b" is an edge from a by its port `out`, "a.true b" one by the port `true`. */
export const edge = (text: string): GraphEdge => {
  const [way = '', to = ''] = text.split(' ')
  const [from, port] = way.split('.')
  return GraphEdge.parse(port === undefined ? { from, to } : { from, port, to })
}

export const graphOf = (nodes: readonly (string | GraphNode)[], edges: readonly string[] = []): Graph =>
  GraphSchema.parse({
    nodes: nodes.map((node) => (typeof node === 'string' ? step(node) : node)),
    edges: edges.map(edge),
  })

export const wiring = (graph: Graph): string[] =>
  graph.edges.map(({ from, port, to }) => `${from}${port === 'out' ? '' : `.${port}`} ${to}`).toSorted()

const KEYS = ['a', 'b', 'c', 'd', 'e', 'f', 'g']

/** Any graph at all: repeated ids, edges to nowhere, cycles. */
export const anyGraph = fc
  .record({
    nodes: fc.array(
      fc.record({
        id: fc.constantFrom(...KEYS),
        key: fc.constantFrom(...KEYS, 'in'),
        type: fc.constantFrom('start', 'set', 'if', 'constructor'),
        name: fc.constant('Step'),
        config: fc.dictionary(
          fc.string(),
          fc.oneof(fc.jsonValue(), fc.constantFrom('{{ steps.a.x }}', '{{ steps.b', '{{ 1 + }}')),
        ),
        disabled: fc.boolean(),
        onError: fc.constantFrom('stop', 'branch'),
      }),
      { maxLength: 7 },
    ),
    edges: fc.array(
      fc.record({ from: fc.constantFrom(...KEYS), port: fc.constantFrom('out', 'true'), to: fc.constantFrom(...KEYS) }),
      { maxLength: 12 },
    ),
  })
  .map((graph): Graph => GraphSchema.parse(JSON.parse(JSON.stringify(graph))))

/** Distinct nodes in any order whose edges lead from a lower letter to a higher one. */
export const acyclicGraph = fc
  .record({
    nodes: fc.shuffledSubarray(KEYS),
    edges: fc.array(fc.tuple(fc.constantFrom(...KEYS), fc.constantFrom(...KEYS)), { maxLength: 14 }),
  })
  .map(({ nodes, edges }) =>
    graphOf(
      nodes,
      edges
        .filter(([from, to]) => from < to && nodes.includes(from) && nodes.includes(to))
        .map((ends) => ends.join(' ')),
    ),
  )

/** A few kinds of steps, as a server would describe them. */
export const kinds: NodeKinds = {
  start: { title: 'Start', ports: ['out'], category: 'trigger' },
  set: { title: 'Set', ports: ['out'], category: 'action' },
  if: { title: 'If', ports: ['true', 'false'], category: 'logic' },
  loop: { title: 'Loop', ports: ['item', 'done'], category: 'logic', bodyPort: 'item' },
  respond: { title: 'Respond', ports: [], category: 'action' },
  note: { title: 'Note', ports: [], category: 'note' },
}
