import { expect, test } from 'vitest'
import type { ExecutionStep } from '#src/features/executions/executions.schema.ts'
import type { NodeTypeEntry } from '#src/features/node-types/node-types.schema.ts'
import { Graph } from '#src/lib/graph/graph.schema.ts'
import { nodeById } from '#src/lib/graph/order.ts'
import { broughtLast, type KnownStep, sourceOf, sourcesBefore, toolOf } from './sources.ts'

const graph = Graph.parse({
  nodes: [
    { id: 'a', key: 'start', type: 'manual', name: 'Start', config: { sample: { total: 3 } } },
    { id: 'b', key: 'order', type: 'set', name: 'Order', config: {} },
    { id: 'c', key: 'price', type: 'set', name: 'Price', config: {} },
    { id: 'd', key: 'mail', type: 'set', name: 'Mail', config: {} },
  ],
  edges: [
    { from: 'a', to: 'b' },
    { from: 'b', to: 'd' },
    { from: 'a', to: 'c' },
    { from: 'c', to: 'd' },
  ],
})
const entry = (type: string, category: NodeTypeEntry['category']): NodeTypeEntry => ({
  ...{ type, category, version: 1, title: type, description: '', icon: '', ports: ['out'], effect: 'pure' },
  ...{ polls: false, configSchema: {} },
})
const types = new Map([
  ['manual', entry('manual', 'trigger')],
  ['set', entry('set', 'action')],
])
const ran = (nodeId: string, output: unknown, status: ExecutionStep['status'] = 'succeeded'): [string, KnownStep] => [
  nodeId,
  {
    executionId: 'run',
    step: {
      ...{ nodeId, output, status, key: nodeId, name: nodeId, type: 'set', attempts: 1 },
      ...{ startedAt: null, durationMs: 1, dueAt: null, input: null, error: null },
    },
  },
]

test('what leads to a step directly comes first, then the nearest', () => {
  const sources = sourcesBefore('d', { graph, types, pins: {}, steps: new Map() })
  expect(sources.map(({ root, origin, value }) => [root, origin, value])).toEqual([
    ['steps.price', 'unknown', undefined],
    ['steps.order', 'unknown', undefined],
    ['trigger', 'sample', { total: 3 }],
  ])
  expect(sourcesBefore('a', { graph, types, pins: {}, steps: new Map() })).toEqual([])
})

test('a run begins with what the trigger brought last, unless its settings say what it brings', () => {
  const brought = { body: { order: 7 } }
  const startOf = (config: object) => Graph.parse({ nodes: [{ id: 'a', key: 'a', type: 'manual', name: 'A', config }] })
  const typed = ([id, known]: ReturnType<typeof ran>, type: string) =>
    new Map([[id, { ...known, step: { ...known.step, type } }]])
  const last = (config: object, step = ran('a', brought), type = 'manual') =>
    broughtLast(startOf(config), types, typed(step, type))
  expect(last({})).toEqual({ id: 'run', input: brought })
  // It was a webhook when it ran.
  expect(last({}, ran('a', brought), 'webhook')).toBeUndefined()
  expect(last({ sample: { order: 8 } })).toBeUndefined()
  expect(last({}, ran('a', null, 'failed'))).toBeUndefined()
  expect(broughtLast(Graph.parse({}), types, new Map())).toBeUndefined()
})

const ORDER = nodeById(graph, 'b')
test.each([
  ['a pinned output counts before that of a run', { b: { output: 1, port: 'out' } }, [ran('b', 2)], ['pinned', 1]],
  ['else what the last run gave', {}, [ran('b', 2)], ['run', 2]],
  ['also when it was taken over', {}, [ran('b', null, 'reused')], ['run', null]],
  ['a step that failed gave nothing', {}, [ran('b', null, 'failed')], ['unknown', undefined]],
] as const)('%s', (_, pins, steps, [origin, value]) => {
  const source = ORDER && sourceOf(ORDER, { graph, types, pins, steps: new Map(steps) })
  expect([source?.origin, source?.value]).toEqual([origin, value])
})

test.each([
  ['sample', 'sample'],
  ['passed', 'sample'],
  ['last-run', 'run'],
  ['pinned', 'run'],
] as const)('what stood for a step in a simulated run is told by where it came from: %s', (standIn, origin) => {
  const [id, known] = ran('b', 2, 'reused')
  const steps = new Map([[id, { ...known, step: { ...known.step, standIn } }]])
  expect(ORDER && sourceOf(ORDER, { graph, types, pins: {}, steps })).toMatchObject({ origin, value: 2 })
})

test('a large output is asked for where it is kept', () => {
  const moved = { $blob: 'x', bytes: 50_000, preview: '[' }
  const source = ORDER && sourceOf(ORDER, { graph, types, pins: {}, steps: new Map([ran('b', moved)]) })
  expect(source?.value).toBe(undefined)
  expect(source?.moved).toEqual({ bytes: 50_000, executionId: 'run' })
})

test('a tool that has not run shows what it declares to give; what it gave counts more', () => {
  const tools = Graph.parse({
    ...graph,
    nodes: graph.nodes.map((node) => (node.id === 'b' ? { ...node, type: 'tool', config: { tool: 'tip' } } : node)),
  })
  const known = { graph: tools, types, pins: {}, toolSamples: new Map([['tip', { tip: 3 }]]) }
  const step = nodeById(tools, 'b')
  if (step === undefined) throw new Error('It is there')
  const about = (steps: ReadonlyMap<string, KnownStep>) => sourceOf(step, { ...known, steps })
  expect(about(new Map())).toMatchObject({ origin: 'sample', value: { tip: 3 } })
  expect(about(new Map([ran('b', { tip: 4 })]))).toMatchObject({ origin: 'run', value: { tip: 4 } })
  expect(toolOf({ ...step, config: { tool: '{{ trigger.tool }}' } })).toBeUndefined()
  expect(toolOf({ ...step, config: { tool: 'tip', version: 2 } })).toBe('tip?version=2')
})
