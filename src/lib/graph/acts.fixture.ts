import fc from 'fast-check'
import { addStepAt } from './add.ts'
import { connect, disconnect, reconnect, splice } from './connect.ts'
import { moveBy, removeSteps, setDisabled } from './edit.ts'
import { duplicate, fragmentText, pasteFragment, readFragment } from './fragment.ts'
import { kinds, step } from './graph.fixture.ts'
import type { Graph, GraphEdge } from './graph.schema.ts'

/** What somebody does next, with numbers that pick from what is there. */
export type Act = readonly [name: (typeof ACTS)[number], one: number, other: number, type: string]
const ACTS = [
  'add',
  'addOn',
  'addFrom',
  'addTo',
  'connect',
  'disconnect',
  'reconnect',
  'splice',
  'remove',
  'heal',
  'move',
  'disable',
  'duplicate',
  'paste',
] as const
export const acts = fc.array(
  fc.tuple(fc.constantFrom(...ACTS), fc.nat(50), fc.nat(50), fc.constantFrom('set', 'if', 'loop', 'respond', 'note')),
  { maxLength: 60, size: 'max' },
)
const PORTS = ['out', 'true', 'item', 'done']

export function act(graph: Graph, [name, one, other, type]: Act, makeId: () => string): Graph {
  const idAt = (at: number) => graph.nodes[at % Math.max(1, graph.nodes.length)]?.id ?? 'none'
  const edge: GraphEdge = graph.edges[one % Math.max(1, graph.edges.length)] ?? {
    from: 'none',
    port: 'out',
    to: 'none',
  }
  const wanted = { from: idAt(one), port: PORTS[other % 4] ?? 'out', to: idAt(other) }
  const id = makeId()
  const fresh = step(id, { type })
  switch (name) {
    case 'add':
      if (graph.nodes.length === 0) return { ...graph, nodes: [fresh] }
      return addStepAt(graph, fresh, { after: idAt(one) }, kinds).graph
    case 'addOn':
      return addStepAt(graph, fresh, { on: edge }, kinds).graph
    case 'addFrom':
      return addStepAt(graph, fresh, { at: { x: one, y: other }, from: wanted.from, port: wanted.port }, kinds).graph
    case 'addTo':
      return addStepAt(graph, fresh, { at: { x: one, y: other }, to: wanted.to }, kinds).graph
    case 'connect':
      return connect(graph, wanted, kinds).graph
    case 'disconnect':
      return disconnect(graph, edge)
    case 'reconnect':
      return reconnect(graph, edge, wanted, kinds).graph
    case 'splice':
      return splice(graph, idAt(other), edge, kinds).graph
    case 'remove':
      return removeSteps(graph, [idAt(one), idAt(other)], { heal: false })
    case 'heal':
      return removeSteps(graph, [idAt(one)], { heal: true })
    case 'move':
      return moveBy(graph, [idAt(one), idAt(other)], { x: one, y: -other })
    case 'disable':
      return setDisabled(graph, [idAt(one)], other % 2 === 0)
    case 'duplicate':
      return duplicate(graph, [idAt(one), idAt(other)], makeId).graph
    case 'paste': {
      const read = readFragment(fragmentText(graph, [idAt(one), idAt(other)], () => undefined))
      return read.ok ? pasteFragment(graph, read.fragment, { x: one, y: other }, makeId).graph : graph
    }
  }
}

/** Ids in the order in which they are made. */
export function counter() {
  let count = 0
  return () => `n_${++count}`
}
