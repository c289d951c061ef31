import { expect, test } from 'vitest'
import { Graph } from '#src/lib/graph/graph.schema.ts'
import { limitChoices, readSchema, withSetting } from './settings.ts'

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
