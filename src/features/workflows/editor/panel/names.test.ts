import { expect, test } from 'vitest'
import type { NodeTypeEntry } from '#src/features/node-types/node-types.schema.ts'
import { Graph } from '#src/lib/graph/graph.schema.ts'
import type { Json } from '#src/sdk/json.ts'
import { namesOf, readsOf, withItem, withoutGuesses, withValues } from './names.ts'
import { type KnownStep, sourcesBefore } from './sources.ts'

const entry = (type: string, category: NodeTypeEntry['category'], effect: NodeTypeEntry['effect'] = 'pure') => {
  return {
    ...{ type, category, effect, version: 1, title: type, description: '', icon: '', ports: ['out'] },
    ...{ polls: false, configSchema: {} },
  }
}
const types = new Map<string, NodeTypeEntry>([
  ...['manual', 'webhook', 'feed', 'form'].map((type) => [type, entry(type, 'trigger')] as const),
  ['set', entry('set', 'action')],
  ['http', entry('http', 'action', 'read')],
])
const graphOf = (trigger: string, config: object = {}) =>
  Graph.parse({
    nodes: [
      { id: 's', key: 's', type: trigger, name: 'Start', config },
      { id: 'copy', key: 'copy', type: 'set', name: 'Copy', config: { values: { zip: '{{ trigger.body.zip }}' } } },
      { id: 'ask', key: 'ask', type: 'http', name: 'Ask', config: { url: '{{ trigger.item.price }}' } },
      { id: 'end', key: 'end', type: 'set', name: 'End', config: {} },
    ],
    edges: [
      { from: 's', to: 'copy' },
      { from: 'copy', to: 'ask' },
      { from: 'ask', to: 'end' },
    ],
  })
const ran = (nodeId: string, type: string, output: unknown): [string, KnownStep] => [
  nodeId,
  {
    executionId: 'run',
    step: {
      ...{ nodeId, output, type, key: nodeId, name: nodeId, status: 'succeeded', attempts: 1 },
      ...{ startedAt: null, durationMs: 1, dueAt: null, input: null, error: null },
    },
  },
]
const before = (graph: Graph, ...steps: [string, KnownStep][]) =>
  sourcesBefore('end', { graph, types, pins: {}, steps: new Map(steps) })
const known = (graph: Graph, ...steps: [string, KnownStep][]) => namesOf(withoutGuesses(before(graph, ...steps)))

const CALL = { method: 'POST', headers: {}, query: {} }

test('what a webhook or a feed will bring is not known before it has, though its names can be chosen', () => {
  expect(namesOf(before(graphOf('webhook'))).trigger).toEqual({ ...CALL, body: { zip: 84.5 } })
  expect(known(graphOf('webhook')).trigger).toBeUndefined()
  expect(namesOf(before(graphOf('feed'))).trigger).toEqual({ id: '1', item: { price: 84.5 } })
  expect(known(graphOf('feed')).trigger).toBeUndefined()
})

test('it is known from a call, from a sample that somebody wrote, and from the questions of a form', () => {
  const called = ran('s', 'webhook', { ...CALL, body: { zip: '1010' } })
  expect(known(graphOf('webhook'), called).trigger).toMatchObject({ body: { zip: '1010' } })
  expect(known(graphOf('manual', { sample: { body: { zip: 84.5 } } })).trigger).toEqual({ body: { zip: 84.5 } })
  const fields = [{ name: 'bill', type: 'number' }]
  expect(known(graphOf('form', { fields })).trigger).toMatchObject({ values: { bill: 84.5 } })
})

test('a trial that begins with a guess makes nothing known of the trigger, nor of what is only worked out from it', () => {
  const steps = [
    ran('s', 'webhook', { ...CALL, body: { zip: 84.5, lines: [{ name: 'Ada', n: 84.5 }] } }),
    ran('copy', 'set', { zip: 84.5 }),
    ran('ask', 'http', { status: 200 }),
  ]
  expect(namesOf(before(graphOf('webhook'), ...steps)).steps.copy).toEqual({ zip: 84.5 })
  expect(known(graphOf('webhook'), ...steps)).toEqual({
    trigger: undefined,
    steps: { ask: { status: 200 }, copy: undefined },
  })
  expect(known(graphOf('manual'), ran('s', 'manual', { zip: 84.5 }), ran('copy', 'set', { zip: 84.5 }))).toMatchObject({
    trigger: { zip: 84.5 },
    steps: { copy: { zip: 84.5 } },
  })
})

test('of the items of a guessed list as little is known as of the list', () => {
  const graph = graphOf('webhook', { note: '{{ trigger.body.orders[0].zip }}' })
  const item = (names: { trigger: Json | undefined; steps: Readonly<Record<string, Json>> }) =>
    withItem({ ...names, steps: withValues(names.steps) }, '{{ trigger.body.orders }}').item
  expect(item(namesOf(before(graph)))).toEqual({ zip: 84.5 })
  expect(item(known(graph))).toBeUndefined()
  expect(withItem({}, [{ total: 3 }])).toMatchObject({ item: { total: 3 }, index: 0 })
  expect(withItem({ a: 1 }, undefined)).toEqual({ a: 1 })
})

test('what a text is tried with is told: samples, and the first item where it names the item', () => {
  const samples = before(graphOf('webhook'))
  const list = '{{ trigger.body.orders }}'
  expect(readsOf('{{ item.total > 3 }}', list, samples)).toEqual({ isOfSample: true, isOfFirst: true })
  expect(readsOf('{{ index == 0 }}', [1], samples)).toEqual({ isOfSample: false, isOfFirst: true })
  expect(readsOf('{{ trigger.item.total > 3 }}', [1], samples)).toEqual({ isOfSample: true, isOfFirst: false })
  expect(readsOf('{{ item.total > 3 }}', undefined, samples)).toEqual({ isOfSample: false, isOfFirst: false })
})
