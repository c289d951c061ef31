import { expect, test } from 'vitest'
import { createExpressions } from '#src/lib/expressions/expressions.ts'
import { matchesLinearly } from '#src/lib/expressions/linear-regexp.node.ts'
import { Graph } from '#src/lib/graph/graph.schema.ts'
import type { Json } from '#src/sdk/json.ts'
import { workflowOf } from './workflow-of-tool.ts'

const tool = { slug: 'json-formatter', title: 'JSON Formatter', version: 3 }

test('is a start and the tool in its version, and a graph that the server takes', () => {
  const { name, graph } = workflowOf(tool, { json: '[1]' })
  expect(name).toBe('JSON Formatter')
  const { nodes, edges } = Graph.parse(graph)
  expect(nodes.map(({ type }) => type)).toEqual(['manual', 'tool'])
  expect(nodes[1]?.config).toEqual({ tool: 'json-formatter', version: 3, input: { json: '[1]' } })
  expect(edges).toEqual([{ from: 'n_start', port: 'out', to: 'n_tool' }])
})

test.each([
  'Hello {{ name }}',
  '{{',
  '{{{{ a }}}}',
  '{{ "{{" }}',
  'no braces { at } all',
  ['{{ a }}', { deep: '{{ b }}' }, 1, null, true],
])('%j arrives in the tool as it was typed', (typed: Json) => {
  const { graph } = workflowOf(tool, { typed })
  const config = graph.nodes[1]?.config as { input: { typed: Json } }
  const { compileTemplate } = createExpressions({ matches: matchesLinearly })
  expect(compileTemplate(config.input.typed).render({ trigger: null })).toEqual(typed)
})
