import fc from 'fast-check'
import { expect, test } from 'vitest'
import { act, acts, counter } from './acts.fixture.ts'
import { connect, disconnect } from './connect.ts'
import { removeSteps } from './edit.ts'
import { fragmentText, pasteFragment, readFragment } from './fragment.ts'
import { acyclicGraph, kinds, step } from './graph.fixture.ts'
import { Graph } from './graph.schema.ts'
import { cycleIn, reachableFrom } from './order.ts'
import { structureProblems } from './structure.ts'

/** What no sequence of edits may bring about. */
const NEVER = [
  'DUPLICATE_ID',
  'DUPLICATE_KEY',
  'EDGE_TO_NOWHERE',
  'CYCLE',
  'LOOP_ENTERED',
  'EDGE_INTO_NOTE',
  'EDGE_INTO_TRIGGER',
  'UNKNOWN_PORT',
]

test('whatever somebody does, ids and keys stay apart and connections lead somewhere, never round or across a loop', () => {
  fc.assert(
    fc.property(acts, (sequence) => {
      const makeId = counter()
      let graph: Graph = Graph.parse({ nodes: [step('start', { type: 'start' })] })
      for (const one of sequence) graph = act(graph, one, makeId)
      expect(structureProblems(graph, kinds).filter(({ code }) => NEVER.includes(code))).toEqual([])
      expect(cycleIn(graph)).toBeUndefined()
      expect(new Set(graph.edges.map((edge) => JSON.stringify(edge))).size).toBe(graph.edges.length)
      expect(Graph.parse(JSON.parse(JSON.stringify(graph)))).toEqual(graph)
    }),
    { numRuns: 300 },
  )
})

test('what is connected and cut again is as before', () => {
  fc.assert(
    fc.property(acyclicGraph, fc.nat(), fc.nat(), (graph, one, other) => {
      fc.pre(graph.nodes.length > 1)
      const from = graph.nodes[one % graph.nodes.length]?.id ?? ''
      const to = graph.nodes[other % graph.nodes.length]?.id ?? ''
      const edge = { from, port: 'out', to }
      const { graph: connected, refusal } = connect(graph, edge, kinds)
      if (refusal === undefined) expect(disconnect(connected, edge)).toEqual(graph)
      else expect(connected).toBe(graph)
    }),
  )
})

test('several steps that are taken out with healing leave all others within reach', () => {
  fc.assert(
    fc.property(acyclicGraph, fc.nat(), fc.nat(), (graph, one, other) => {
      fc.pre(graph.nodes.length > 2)
      const gone = [one, other].map((at) => graph.nodes[at % graph.nodes.length]?.id ?? '')
      const healed = removeSteps(graph, gone, { heal: true })
      for (const { id } of healed.nodes) {
        const before = reachableFrom(graph, [id])
        for (const each of gone) before.delete(each)
        expect(reachableFrom(healed, [id])).toEqual(before)
      }
    }),
  )
})

test('a round trip through the clipboard keeps what is between the steps', () => {
  fc.assert(
    fc.property(acyclicGraph, fc.nat(), (graph, mask) => {
      const ids = graph.nodes.filter((_, at) => (mask >> at) % 2 === 1).map(({ id }) => id)
      fc.pre(ids.length > 0)
      const read = readFragment(fragmentText(graph, ids, () => undefined))
      if (!read.ok) throw new Error(read.refusal.message)
      const { graph: pasted, ids: made } = pasteFragment(Graph.parse({}), read.fragment, { x: 0, y: 0 }, counter())
      const old = new Map(made.map((id, at) => [id, read.fragment.nodes[at]?.id ?? '']))
      const inner = graph.edges.filter(({ from, to }) => ids.includes(from) && ids.includes(to))
      expect(pasted.edges.map((edge) => ({ ...edge, from: old.get(edge.from), to: old.get(edge.to) }))).toEqual(inner)
    }),
  )
})
