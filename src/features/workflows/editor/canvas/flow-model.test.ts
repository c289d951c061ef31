import { expect, test } from 'vitest'
import type { NodeTypeEntry } from '#src/features/node-types/node-types.schema.ts'
import { moveSteps, rename, setDisabled } from '#src/lib/graph/edit.ts'
import { Graph } from '#src/lib/graph/graph.schema.ts'
import { createNodes, nodeCatalog } from '#src/nodes/index.ts'
import { billReceived } from '../../starter-workflow.ts'
import { nodeTypesByName } from '../graph-edit.ts'
import { edgeUnder, middleOf } from './edge-under.ts'
import { flowEdges, flowNodes, sizeOnCanvas } from './flow-model.ts'
import { PLAIN_STATE } from './step-state.ts'

const types = nodeTypesByName(nodeCatalog(createNodes({ isPureTool: () => true })) as unknown as NodeTypeEntry[])
const from = (graph: Graph) => ({ graph, types, stateOf: () => PLAIN_STATE })

test('steps stand in the order of the outline, with names that say where and what they are', () => {
  const nodes = flowNodes(from(billReceived), [])
  expect(nodes.map(({ ariaLabel }) => ariaLabel)).toEqual([
    'Step 1 of 5, Bill received, Webhook',
    'Step 2 of 5, Work out the tip, Tool',
    'Step 3 of 5, Is it more than 100?, If',
    'Step 4 of 5, Answer: worth splitting, Respond',
    'Step 5 of 5, Answer: pay it, Respond',
  ])
})

test('a step that moves is the only one that is drawn anew', () => {
  const before = flowNodes(from(billReceived), [])
  const moved = moveSteps(billReceived, new Map([['n_tip', { x: 400, y: 400 }]]))
  const after = flowNodes(from(moved), before)
  expect(after.filter((node, at) => node !== before[at]).map(({ id }) => id)).toEqual(['n_tip'])
  const passed = flowNodes(from(setDisabled(moved, ['n_pay'], true)), after)
  expect(passed.filter((node, at) => node !== after[at]).map(({ id }) => id)).toEqual(['n_pay'])
  const edges = flowEdges(from(billReceived), [])
  expect(flowEdges(from(moved), edges)).toBe(edges)
})

test('a step more gives all another name, and draws nothing of the others anew', () => {
  const before = flowNodes(from(billReceived), [])
  const [fresh] = Graph.parse({ nodes: [{ id: 'n_set', key: 'set', type: 'set', name: 'Set' }] }).nodes
  if (fresh === undefined) throw new Error('no step')
  const after = flowNodes(from({ ...billReceived, nodes: [...billReceived.nodes, fresh] }), before)
  expect(after.map(({ ariaLabel }) => ariaLabel).slice(0, 2)).toEqual([
    'Step 1 of 6, Bill received, Webhook',
    'Step 2 of 6, Work out the tip, Tool',
  ])
  expect(after.map(({ data }) => before.some((one) => one.data === data))).toEqual([
    true,
    true,
    true,
    true,
    true,
    false,
  ])
})

test('connections are named after their steps, also once one is renamed', () => {
  const before = flowEdges(from(billReceived), [])
  expect(before.map(({ ariaLabel }) => ariaLabel)).toEqual([
    'From Bill received to Work out the tip',
    'From Work out the tip to Is it more than 100?',
    'From Is it more than 100? to Answer: worth splitting, when true',
    'From Is it more than 100? to Answer: pay it, when false',
  ])
  const after = flowEdges(from(rename(billReceived, 'n_pay', 'Pay')), before)
  expect(after.map(({ ariaLabel }) => ariaLabel).at(-1)).toBe('From Is it more than 100? to Pay, when false')
  expect(after.map((edge, at) => edge === before[at])).toEqual([true, true, true, false])
})

test('ways out have words and heights, and say where nothing follows', () => {
  const cut = { ...billReceived, edges: billReceived.edges.filter(({ port }) => port !== 'false') }
  const large = flowNodes(from(cut), []).find(({ id }) => id === 'n_large')
  expect(large?.data.ways).toEqual([
    { port: 'true', label: 'when true', y: 22, isOpen: false },
    { port: 'false', label: 'when false', y: 50, isOpen: true },
  ])
})

test('a switch with many cases is as high as they need; a note as its text', () => {
  const cases = Array.from({ length: 5 }, (_, at) => ({ id: `c${at}`, name: `Case ${at}` }))
  const node = (type: string, config: object) =>
    Graph.parse({ nodes: [{ id: 'a', key: 'a', type, name: 'A', config }] }).nodes[0] as Graph['nodes'][number]
  expect(sizeOnCanvas(node('switch', { cases }), types)).toEqual({ width: 240, height: 184 })
  expect(sizeOnCanvas(node('note', { text: 'one\ntwo\nthree' }), types)).toEqual({ width: 240, height: 120 })
})

test('a loose step that lies on the middle of a connection is dropped on it, a connected one is not', () => {
  const loose = Graph.parse({
    ...billReceived,
    nodes: [...billReceived.nodes, { id: 'n_new', key: 'fresh', type: 'set', name: 'Fresh' }],
  })
  const edge = billReceived.edges[0]
  if (edge === undefined) throw new Error('no edge')
  const middle = middleOf(loose, edge, types)
  expect(middle).toEqual({ x: 304, y: 36 })
  const onIt = { x: 304 - 120, y: 0 }
  expect(edgeUnder(loose, { id: 'n_new', position: onIt }, types)).toEqual(edge)
  expect(edgeUnder(loose, { id: 'n_new', position: { x: 0, y: 900 } }, types)).toBeUndefined()
  expect(edgeUnder(loose, { id: 'n_pay', position: onIt }, types)).toBeUndefined()
})
