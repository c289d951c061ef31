import { expect, test } from 'vitest'
import { Graph } from '#src/lib/graph/graph.schema.ts'
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

test('a run begins with the sample of a manual start, or with a body for a webhook', () => {
  expect(sampleInput(graphWith('manual', { sample: { a: 1 } }))).toEqual({ a: 1 })
  expect(sampleInput(emptyWorkflow)).toBeNull()
  expect(sampleInput(billReceived)).toEqual({ bill: 84.5 })
  expect(sampleInput(Graph.parse({}))).toBeNull()
})

test('the curl line is exact', () => {
  expect(curlFor(billReceived, 'http://localhost:3000/hooks/1/s')).toBe(
    `curl -X POST 'http://localhost:3000/hooks/1/s' -H 'Content-Type: application/json' -d '{"bill":84.5}'`,
  )
  expect(curlFor(graphWith('webhook', { methods: ['GET', 'POST'] }), "http://x/it's")).toBe(
    `curl -X GET 'http://x/it'\\''s'`,
  )
})
