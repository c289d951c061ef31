import { expect, test } from 'vitest'
import { GraphNode } from '#src/lib/graph/graph.schema.ts'
import { settingsToRead } from './settings-to-read.ts'

const schema = {
  properties: {
    url: { control: 'text', title: 'Address' },
    body: { control: 'json', title: 'Body' },
    method: { control: 'select', title: 'Method' },
  },
}
const step = { id: 'n', key: 'call', type: 'http', name: 'Call' }

test('settings are read in the order and the words of their form, and what is not set is left out', () => {
  const node = GraphNode.parse({
    ...step,
    config: { other: true, body: { a: 1 }, url: 'https://a.test' },
    onError: 'branch',
    retry: { max: 3, backoff: 'constant', baseMs: 1 },
    timeoutMs: 9000,
    disabled: true,
  })
  expect(settingsToRead(node, schema)).toEqual([
    { title: 'Address', text: 'https://a.test' },
    { title: 'Body', text: '{\n  "a": 1\n}' },
    { title: 'other', text: 'true' },
    { title: 'When it fails', text: 'Takes a way of its own' },
    { title: 'Tried again', text: '3 times' },
    { title: 'Time limit', text: '9 s' },
    { title: 'Passed by', text: 'Yes' },
  ])
})

test('a step as it comes, and one of a kind that is gone, have nothing to read', () => {
  expect(settingsToRead(GraphNode.parse(step), schema)).toEqual([])
  expect(settingsToRead(GraphNode.parse(step), undefined)).toEqual([])
})
