import { expect, test } from 'vitest'
import { createExpressions } from '#src/lib/expressions/expressions.ts'
import { matchesLinearly } from '#src/lib/expressions/linear-regexp.node.ts'
import { Graph } from '#src/lib/graph/graph.schema.ts'
import { lineProblems } from './line-problems.ts'

const expressions = createExpressions({ matches: matchesLinearly })
const messagesFor = (key: string) =>
  lineProblems(Graph.parse({ settings: { concurrency: { limit: 1, key } } }), expressions).map(({ message }) => message)

test.each([
  ['{{ trigger.body.customer }}', []],
  ['{{ trigger.body.region }}/{{ trigger.body.customer }}', []],
  ['{{ trigger.body.items.map(item, item.id) }}', []],
  [
    'everybody',
    ['Settings: the key of the limit has to read something of the trigger, as {{ trigger.body.customer }} does'],
  ],
  [
    '{{ trigger.id + vars.region }}',
    ['Settings: the key of the limit can only read trigger, and vars is not there yet'],
  ],
  ['{{ trigger. }}', [expect.stringMatching(/^Settings: the key of the limit cannot be used: /)]],
  ['{{ steps.a.b }}', [expect.stringMatching(/^Settings: the key of the limit cannot be used: /)]],
])('%s as the key of a limit', (key, expected) => {
  expect(messagesFor(key)).toEqual(expected)
})

test('a workflow without a limit has no such problem', () => {
  expect(lineProblems(Graph.parse({}), expressions)).toEqual([])
})
