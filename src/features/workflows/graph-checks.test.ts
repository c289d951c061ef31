import { expect, test } from 'vitest'
import { createExpressions } from '#src/lib/expressions/expressions.ts'
import { matchesLinearly } from '#src/lib/expressions/linear-regexp.node.ts'
import { Graph } from '#src/lib/graph/graph.schema.ts'
import { createNodes } from '#src/nodes/index.ts'
import { createGraphCheck } from './graph-checks.server.ts'
import { billReceived, emptyWorkflow } from './starter-workflow.ts'

const nodes = createNodes({ isPureTool: () => true, outputsOf: () => undefined })
const check = createGraphCheck(nodes, createExpressions({ matches: matchesLinearly }))
const codes = (graph: Graph) => check(graph, { publishing: true }).map(({ code }) => code)

const withSet = (disabled: boolean): Graph =>
  Graph.parse({
    nodes: [...emptyWorkflow.nodes, { id: 'n_set', key: 'note', type: 'set', name: 'Note', disabled }],
    edges: [{ from: 'n_start', to: 'n_set' }],
  })

test('a start without a step can be tried and is not published', () => {
  expect(check(emptyWorkflow)).toEqual([])
  expect(check(emptyWorkflow, { publishing: true })).toEqual([
    {
      severity: 'error',
      code: 'STEP_MISSING',
      message: 'Add a step: something starts this workflow, but then it does nothing',
    },
  ])
})

test('a step that is switched off is none', () => {
  expect(codes(withSet(true))).toEqual(['STEP_MISSING'])
  expect(codes(withSet(false))).not.toContain('STEP_MISSING')
})

test('a workflow without a start is told to add one, not to add a step', () => {
  expect(codes(Graph.parse({}))).toEqual(['TRIGGER_MISSING'])
})

test('the starter workflow can be published', () => {
  expect(codes(billReceived)).toEqual([])
})
