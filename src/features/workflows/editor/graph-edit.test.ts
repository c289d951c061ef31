import { expect, test } from 'vitest'
import type { NodeTypeEntry } from '#src/features/node-types/node-types.schema.ts'
import { Graph } from '#src/lib/graph/graph.schema.ts'
import { nodeById } from '#src/lib/graph/order.ts'
import { createNodes, nodeCatalog } from '#src/nodes/index.ts'
import { billReceived } from '../starter-workflow.ts'
import {
  addTrigger,
  changeType,
  cutLostWays,
  hasTrigger,
  needsWayIn,
  newStep,
  nodeTypesByName,
  openWays,
  portsOf,
  portText,
  setConfig,
  setOnError,
} from './graph-edit.ts'

const types = nodeTypesByName(nodeCatalog(createNodes({ isPureTool: () => true })) as unknown as NodeTypeEntry[])
function typeOf(name: string): NodeTypeEntry {
  const type = types.get(name)
  if (type === undefined) throw new Error(`no type ${name}`)
  return type
}
test.each([
  ['set', true],
  ['unheard-of', true],
  ['schedule', false],
  ['note', false],
])('whether something must lead to a step of type %s: %s', (type, needed) => {
  const [node] = Graph.parse({ nodes: [{ id: 'n_a', key: 'a', type, name: 'A' }] }).nodes
  expect(node && needsWayIn(node, types)).toBe(needed)
})

test('a new step has a key of its own and Graph accepts it', () => {
  const step = newStep(billReceived, typeOf('set'), 'Tip')
  expect(step).toMatchObject({ key: 'tip_2', type: 'set', version: 1, name: 'Tip', config: {} })
  expect(Graph.parse({ nodes: [step] }).nodes).toEqual([step])
})

test.each<[string, object, readonly string[], readonly string[]]>([
  ['if', { type: 'if' }, [], ['true', 'false']],
  ['if', { type: 'if' }, ['false'], ['true']],
  ['loop', { type: 'loop' }, [], ['item']],
  ['a wait that no call ends', { type: 'wait' }, [], []],
  ['approval', { type: 'approval' }, ['approved'], ['rejected']],
  ['set', { type: 'set' }, [], []],
  ['set', { type: 'set', onError: 'branch' }, [], ['error']],
  [
    'switch',
    { type: 'switch', config: { cases: [{ id: 'case_1', name: 'Gold', equals: 'gold' }] } },
    [],
    ['case_1', 'otherwise'],
  ],
])('the ways off the main line that lead nowhere: %s, %j, after %j', (_, step, taken, open) => {
  const graph = Graph.parse({
    nodes: [
      { id: 'n_a', key: 'a', name: 'A', ...step },
      { id: 'n_b', key: 'b', name: 'B', type: 'stop' },
    ],
    edges: taken.map((port) => ({ from: 'n_a', port, to: 'n_b' })),
  })
  const [node] = graph.nodes
  expect(node && openWays(graph, node, types)).toEqual(open)
})

test('a trigger goes in front of all, be there steps or not', () => {
  const empty = Graph.parse({})
  const start = { ...newStep(empty, typeOf('manual'), 'Start'), id: 'n_new' }
  expect(hasTrigger(empty, types)).toBe(false)
  expect(addTrigger(empty, start, types)).toEqual({ ...empty, nodes: [start] })
  const [, ...nodes] = billReceived.nodes
  const headless = { ...billReceived, nodes, edges: billReceived.edges.slice(1) }
  const begun = addTrigger(headless, start, types)
  expect(begun.nodes[0]).toEqual(start)
  expect(begun.edges).toEqual([{ from: 'n_new', port: 'out', to: 'n_tip' }, ...headless.edges])
  expect(hasTrigger(begun, types)).toBe(true)
})

test('a setting is set and taken away, and nothing else changes', () => {
  const set = setConfig(billReceived, 'n_tip', 'version', 2)
  expect(set.nodes[1]?.config).toEqual({ ...billReceived.nodes[1]?.config, version: 2 })
  expect(setConfig(set, 'n_tip', 'version', undefined)).toEqual(billReceived)
})

test('a branch for errors is one more way out, and goes with what hung on it', () => {
  const branched = setOnError(billReceived, 'n_tip', 'branch', types)
  const node = branched.nodes[1]
  expect(node && portsOf(node, types)).toEqual(['out', 'error'])
  const hung = { ...branched, edges: [...branched.edges, { from: 'n_tip', port: 'error', to: 'n_pay' }] }
  expect(setOnError(hung, 'n_tip', 'continue', types).edges).toEqual(billReceived.edges)
})

test('another trigger keeps the place and the key', () => {
  const { nodes, edges } = changeType(billReceived, 'n_bill', typeOf('manual'))
  expect(nodes[0]).toMatchObject({ id: 'n_bill', key: 'bill', type: 'manual', name: 'Manual start', config: {} })
  expect(edges).toEqual(billReceived.edges)
})

test.each([
  ['out', ''],
  ['true', 'when true'],
  ['error', 'on error'],
  ['third', 'third'],
])('the way out %s is called "%s"', (port, text) => {
  expect(portText(port, billReceived.nodes[1], types)).toBe(text)
})

const gold = { id: 'case_1', name: 'Gold', equals: 'gold' }
const plans = Graph.parse({
  nodes: [
    { id: 'n_start', key: 'start', type: 'manual', name: 'Start' },
    { id: 'n_plan', key: 'plan', type: 'switch', name: 'Plan', config: { cases: [gold, { ...gold, id: 'case_2' }] } },
    { id: 'n_a', key: 'a', type: 'set', name: 'A' },
    { id: 'n_b', key: 'b', type: 'set', name: 'B' },
  ],
  edges: [
    { from: 'n_start', to: 'n_plan' },
    { from: 'n_plan', port: 'case_1', to: 'n_a' },
    { from: 'n_plan', port: 'case_2', to: 'n_b' },
  ],
})

test('a switch has a way out for each case, called by its name', () => {
  const plan = nodeById(plans, 'n_plan')
  if (plan === undefined) throw new Error('no plan')
  expect(portsOf(plan, types)).toEqual(['case_1', 'case_2', 'otherwise'])
  expect(portText('case_1', plan, types)).toBe('Gold')
})

test('a case that goes takes its way out along, and a new name does not', () => {
  const without = setConfig(plans, 'n_plan', 'cases', [{ ...gold, name: 'Platinum' }])
  expect(cutLostWays(without, 'n_plan', types).edges).toEqual(plans.edges.slice(0, 2))
  expect(cutLostWays(plans, 'n_plan', types)).toBe(plans)
})
