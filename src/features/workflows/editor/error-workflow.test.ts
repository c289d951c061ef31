import { expect, test } from 'vitest'
import { Graph } from '#src/lib/graph/graph.schema.ts'
import { setErrorWorkflow } from './error-workflow.ts'

const id = '01890000-0000-7000-8000-000000000001'

test('a workflow is named for failures, and none again; other settings stay', () => {
  const graph = Graph.parse({ settings: { timeoutMs: 5 } })
  const named = setErrorWorkflow(graph, id)
  expect(named.settings).toEqual({ timeoutMs: 5, errorWorkflowId: id })
  expect(setErrorWorkflow(named, '').settings).toEqual({ timeoutMs: 5 })
})
