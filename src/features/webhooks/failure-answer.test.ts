import { expect, test } from 'vitest'
import type { ExecutionError } from '#src/engine/engine.ts'
import { createExpressions } from '#src/lib/expressions/expressions.ts'
import { matchesLinearly } from '#src/lib/expressions/linear-regexp.node.ts'
import { Graph } from '#src/lib/graph/graph.schema.ts'
import type { JsonObject } from '#src/sdk/json.ts'
import { failureAnswer } from './failure-answer.ts'

const { compile } = createExpressions({ matches: matchesLinearly })
const referencesOf = (expression: string) => compile(expression).references

/** hook → order (set, from the caller) → fetched (http) → failing: a node of this config. */
const aGraph = (config: JsonObject) =>
  Graph.parse({
    nodes: [
      { id: 'a', key: 'hook', type: 'webhook', name: 'Hook' },
      { id: 'b', key: 'order', type: 'set', name: 'Order', config: { values: { bill: '{{ trigger.body.bill }}' } } },
      { id: 'c', key: 'fetched', type: 'http', name: 'Fetched', config: { url: '{{ trigger.body.url }}' } },
      { id: 'd', key: 'fixed', type: 'set', name: 'Fixed', config: { values: { bill: 1 } } },
      { id: 'n', key: 'failing', type: 'tool', name: 'Failing', config },
    ],
    edges: [{ from: 'a', to: 'b' }],
  })

const answer = (config: JsonObject, error: Omit<ExecutionError, 'nodeId' | 'message'>) => {
  const { status, code, message, details } = failureAnswer(
    aGraph(config),
    { executionId: 'x', error: { nodeId: 'n', message: 'Failing: the reason', ...error } },
    referencesOf,
  )
  return { status, code, message, details }
}

const refusedBill = { code: 'INVALID_INPUT', details: [{ field: 'bill', message: 'Bill must be at least 0' }] }

test.each<[string, JsonObject, number]>([
  ['straight from the body', { input: { bill: '{{ trigger.body.bill }}' } }, 422],
  ['the whole body as the input', { input: '{{ trigger.body }}' }, 422],
  ['through a step that computes from it', { input: { bill: '{{ steps.order.bill * 2.0 }}' } }, 422],
  ['a number of the workflow itself', { input: { bill: -5 } }, 500],
  ['an input that the workflow leaves out', { input: {} }, 500],
  ['what a service answered', { input: { bill: '{{ steps.fetched.body.bill }}' } }, 500],
  ['what the workflow set', { input: { bill: '{{ steps.fixed.bill }}' } }, 500],
  ['the caller and a service together', { input: { bill: '{{ trigger.body.bill + steps.fetched.body.fee }}' } }, 500],
  ['any step', { input: { bill: '{{ steps[trigger.body.key].bill }}' } }, 500],
])('a tool that refuses an input: %s', (_name, config, status) => {
  const refused = answer(config, refusedBill)
  expect(refused).toEqual(
    status === 422
      ? { status, message: 'Bill must be at least 0', ...refusedBill }
      : { status, code: 'EXECUTION_FAILED', message: 'The workflow failed before it answered', details: [] },
  )
})

test('a tool that cannot compute what the caller sent says why', () => {
  expect(answer({ input: { text: '{{ trigger.body.text }}' } }, { code: 'TOOL_ERROR' })).toEqual({
    status: 422,
    code: 'TOOL_ERROR',
    message: 'Failing: the reason',
    details: [],
  })
})

test('an expression that misses a field of the body names it', () => {
  const details = [{ field: 'bill', message: 'trigger.body has no field "bill"' }]
  const config = { input: { bill: '{{ trigger.body.bill }}', people: '{{ steps.fetched.body.n }}' } }
  expect(answer(config, { code: 'EXPRESSION_FAILED', path: 'input.bill', details })).toEqual({
    status: 422,
    code: 'INVALID_INPUT',
    message: 'trigger.body has no field "bill"',
    details,
  })
  expect(answer(config, { code: 'EXPRESSION_FAILED', path: 'input.people' }).status).toBe(500)
})

test.each([
  ['EGRESS_CONNECTION', 502, 'UPSTREAM_FAILED'],
  ['EGRESS_BLOCKED', 502, 'UPSTREAM_FAILED'],
  ['HTTP_STATUS', 502, 'UPSTREAM_FAILED'],
  ['INVALID_RESPONSE', 502, 'UPSTREAM_FAILED'],
  ['EGRESS_TIMEOUT', 504, 'UPSTREAM_TIMEOUT'],
  ['NODE_TIMEOUT', 504, 'UPSTREAM_TIMEOUT'],
  ['RUN_TIMEOUT', 504, 'UPSTREAM_TIMEOUT'],
  ['SERVICE_UNAVAILABLE', 503, 'SERVICE_UNAVAILABLE'],
  ['EGRESS_REQUEST', 500, 'EXECUTION_FAILED'],
  ['NODE_CRASHED', 500, 'EXECUTION_FAILED'],
  ['NOT_FOUND', 500, 'EXECUTION_FAILED'],
])('%s answers %d and tells nothing of the workflow', (code, status, told) => {
  const failure = answer({ input: { bill: '{{ trigger.body.bill }}' } }, { code })
  expect([failure.status, failure.code]).toEqual([status, told])
  expect(failure.message).not.toContain('reason')
})
