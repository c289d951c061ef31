import { expect, test } from 'vitest'
import { Graph } from '#src/lib/graph/graph.schema.ts'
import { limitChoices, readLimit, readSchema, withLimit, withLineKey, withSetting } from './settings.ts'

const id = '01890000-0000-7000-8000-000000000001'

test('a setting is set and taken away; others stay', () => {
  const graph = Graph.parse({ settings: { timeoutMs: 5 } })
  const named = withSetting(graph, 'errorWorkflowId', id)
  expect(named.settings).toEqual({ timeoutMs: 5, errorWorkflowId: id })
  expect(withSetting(named, 'errorWorkflowId', undefined).settings).toEqual({ timeoutMs: 5 })
})

test('a limit that is none of the usual ones is offered too, in its place', () => {
  const labels = ['None', '1 minute', '5 minutes', '15 minutes', '1 hour', '6 hours', '24 hours']
  expect(limitChoices(undefined).map(({ label }) => label)).toEqual(labels)
  expect(limitChoices(900_000).map(({ label }) => label)).toEqual(labels)
  expect(limitChoices(90_000)[2]).toEqual({ value: '90000', label: '90 s' })
})

test.each([
  ['', { schema: undefined }],
  [' \n', { schema: undefined }],
  ['{"type":"object"}', { schema: { type: 'object' } }],
  ['{"type":', { problem: 'This is not JSON yet, and is not saved' }],
  ['[]', { problem: 'The schema must be an object. It is not saved.' }],
  ['{"pattern":"a"}', { problem: 'pattern cannot be used here. It is not saved.' }],
])('%j as a schema', (text, expected) => {
  expect(readSchema(text)).toEqual(expected)
})

test.each([
  ['', { limit: undefined }],
  [' 3 ', { limit: 3 }],
  ['1000', { limit: 1000 }],
  ['0', { problem: 'Enter a whole number from 1 to 1000' }],
  ['1001', { problem: 'Enter a whole number from 1 to 1000' }],
  ['2.5', { problem: 'Enter a whole number from 1 to 1000' }],
  ['many', { problem: 'Enter a whole number from 1 to 1000' }],
])('%j as a number of runs', (text, expected) => {
  expect(readLimit(text)).toEqual(expected)
})

test('a key is kept with its limit, and goes with it', () => {
  const keyed = withLineKey(withLimit(Graph.parse({}), 2), '{{ trigger.id }}')
  expect(keyed.settings.concurrency).toEqual({ limit: 2, key: '{{ trigger.id }}' })
  expect(withLimit(keyed, 5).settings.concurrency).toEqual({ limit: 5, key: '{{ trigger.id }}' })
  expect(withLineKey(keyed, ' ').settings.concurrency).toEqual({ limit: 2 })
  expect(withLimit(keyed, undefined).settings).toEqual({})
  expect(withLineKey(Graph.parse({}), 'a').settings).toEqual({})
})
