import { expect, test } from 'vitest'
import { Graph } from '#src/lib/graph/graph.schema.ts'
import { misfits } from '#src/lib/json-schema-misfits.ts'
import { createNodes } from '#src/nodes/index.ts'
import { billReceived, emptyWorkflow } from '../starter-workflow.ts'
import { curlFor, sampleBody, sampleInput } from './sample-input.ts'

const graphWith = (type: string, config: object) =>
  Graph.parse({ nodes: [{ id: 'n', key: 'a', type, name: 'A', config }] })

test('a sample body has what the expressions need and leaves out what may be missing', () => {
  expect(sampleBody(billReceived)).toEqual({ bill: 84.5 })
  expect(sampleBody(graphWith('set', { values: { a: ['{{ trigger.body.x + trigger.body.y }}'], b: null } }))).toEqual({
    x: 84.5,
    y: 84.5,
  })
})

test.each([
  ['trigger.body.customer.name + trigger.body.customer.city', { customer: { name: 'Ada', city: 84.5 } }],
  ['trigger.body.lines[0].price', { lines: [{ price: 84.5 }] }],
  ['trigger.body.lines.map(line, line.price)', { lines: [] }],
  ['trigger.body.email.lowerAscii()', { email: 'ada@example.com' }],
  ['trigger.body.order.?tip', { order: {} }],
  ['has(trigger.body.order) ? trigger.body.order.total : 0', { order: { total: 84.5 } }],
  ['size(trigger.body.tags) > 0', { tags: [] }],
  ['"a" in trigger.body.tags', { tags: [] }],
  ['trigger.body.__proto__.x', JSON.parse('{"__proto__":{"x":84.5}}')],
])('a sample body for %s has the shape that is asked for', (expression, body) => {
  expect(sampleBody(graphWith('set', { values: { a: `{{ ${expression} }}` } }))).toEqual(body)
})

test('a run begins with the sample of a manual start, or with a body for a webhook', () => {
  expect(sampleInput(graphWith('manual', { sample: { a: 1 } }))).toEqual({ a: 1 })
  expect(sampleInput(emptyWorkflow)).toBeNull()
  expect(sampleInput(billReceived)).toEqual({ bill: 84.5 })
  expect(sampleInput(Graph.parse({}))).toBeNull()
})

test('a form with a file, an error, an event and a schedule have a sample as well', () => {
  const fields = [
    { name: 'cv', type: 'file' },
    { name: 'who', type: 'text' },
  ]
  expect(sampleInput(graphWith('form', { fields }))).toMatchObject({
    values: { cv: { name: 'file.pdf' }, who: 'Text' },
  })
  expect(sampleInput(graphWith('error', {}))).toMatchObject({
    execution: { error: { code: 'UPSTREAM_FAILED' }, failedNode: { key: 'fetch_order' } },
    workflow: { name: 'Orders' },
  })
  const reading = graphWith('feed', { a: '{{ trigger.item.title }}', b: '{{ trigger.item.price }}' })
  expect(sampleInput(reading)).toEqual({ id: '1', item: { title: 'Text', price: 84.5 } })
  expect(sampleInput(graphWith('schedule', {}))).toMatchObject({ timeZone: 'Europe/Berlin' })
})

const nodes = createNodes({ isPureTool: () => true })

test('what a sample of an error brings is what its step says that it gives', () => {
  expect(misfits(nodes.error.output({}), sampleInput(graphWith('error', {})))).toEqual([])
  expect(misfits(nodes.feed.output({}), sampleInput(graphWith('feed', {})))).toEqual([])
  expect(misfits(nodes.schedule.output({}), sampleInput(graphWith('schedule', {})))).toEqual([])
})

const repeating = (items: string, more: object) =>
  Graph.parse({
    nodes: [
      { id: 'n', key: 'a', type: 'loop', name: 'A', config: { items } },
      { id: 'm', key: 'b', type: 'set', name: 'B', config: { values: more } },
    ],
  })

test('a list that steps go through has one item in a sample, with what is asked of it', () => {
  const each = { mail: '{{ item.customer.email }}', sum: '{{ item.price * 2.0 + steps.item.price }}' }
  const order = { customer: { email: 'ada@example.com' }, price: 84.5 }
  expect(sampleBody(repeating('{{ trigger.body.orders }}', each))).toEqual({ orders: [order] })
  expect(sampleBody(repeating('{{ trigger.body.orders }}', { n: '{{ size(trigger.body.orders) }}' }))).toEqual({
    orders: [84.5],
  })
  // What is made of the list is not the list.
  expect(sampleBody(repeating('{{ trigger.body.orders.filter(o, o.open) }}', each))).toEqual({ orders: [] })
})

test('a curl line has what the last call brought, where that is JSON that fits in a line', () => {
  const line = (call: unknown) => curlFor(billReceived, 'http://x/h', call).split(" -d '")[1]
  expect(line({ method: 'POST', headers: {}, query: {}, body: { bill: 12, lines: ['a'] } })).toBe(
    `{"bill":12,"lines":["a"]}'`,
  )
  for (const body of ['text', null, undefined, { much: 'x'.repeat(4001) }])
    expect(line({ body })).toBe(`{"bill":84.5}'`)
  for (const call of [undefined, null, 'text', []]) expect(line(call)).toBe(`{"bill":84.5}'`)
})

test('a curl line without a body asks as the expressions expect', () => {
  const graph = Graph.parse({
    nodes: [
      { id: 'n', key: 'a', type: 'webhook', name: 'A', config: { methods: ['GET'] } },
      { id: 'm', key: 'b', type: 'set', name: 'B', config: { values: { a: '{{ trigger.query.first_name }}' } } },
    ],
  })
  expect(curlFor(graph, 'http://x/h')).toBe(`curl -X GET 'http://x/h?first_name=Ada'`)
})

test('the curl line is exact', () => {
  expect(curlFor(billReceived, 'http://localhost:3000/hooks/1/s')).toBe(
    `curl -X POST 'http://localhost:3000/hooks/1/s' -H 'Content-Type: application/json' -d '{"bill":84.5}'`,
  )
  expect(curlFor(graphWith('webhook', { methods: ['GET', 'POST'] }), "http://x/it's")).toBe(
    `curl -X GET 'http://x/it'\\''s'`,
  )
})
