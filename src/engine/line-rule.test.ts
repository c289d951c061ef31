import { expect, test } from 'vitest'
import { createExpressions } from '#src/lib/expressions/expressions.ts'
import { matchesLinearly } from '#src/lib/expressions/linear-regexp.node.ts'
import { Graph } from '#src/lib/graph/graph.schema.ts'
import type { Json } from '#src/sdk/json.ts'
import { lineRuleOf, PLAIN_LINE } from './line-rule.ts'

const settings = { concurrency: { limit: 3, key: '{{ trigger.body.customer }}' } }
const rule = lineRuleOf(
  Graph.parse({ nodes: [], edges: [], settings }),
  createExpressions({ matches: matchesLinearly }),
)
const lineOf = (payload: Json) => rule?.keyOf(payload)

test.each([{ body: { customer: null } }, { body: { customer: '' } }, { body: {} }, {}, null])(
  'a run with %j stands in the line of those without a key',
  (payload) => {
    expect(lineOf(payload)).toBe(PLAIN_LINE)
  },
)

test('each value has a line of its own, which does not tell it', () => {
  const lines = ['ada', 'bob', 1, '1', false].map((customer) => lineOf({ body: { customer } }))
  expect(new Set(lines).size).toBe(5)
  for (const line of lines) expect(line).toMatch(/^[0-9a-f]{64}$/)
  expect(lineOf({ body: { customer: 'ada' } })).toBe(lines[0])
})
