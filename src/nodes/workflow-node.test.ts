import { afterEach, expect, test, vi } from 'vitest'
import type { NodeContext } from '#src/sdk/define-node.ts'
import { checkConfig } from './check-config.ts'
import { parseAndRun } from './test-context.ts'
import { workflowNode } from './workflow.node.ts'

const WORKFLOW = '0192f0c1-1111-7222-8333-444455556666'
afterEach(() => void vi.useRealTimers())

type Call = Parameters<NodeContext['callWorkflow']>[0]

test.each([
  [{}, { workflowId: WORKFLOW, input: null, waits: true }, true],
  [{ input: { n: 1 } }, { workflowId: WORKFLOW, input: { n: 1 }, waits: true }, true],
  [{ wait: false }, { workflowId: WORKFLOW, input: null, waits: false }, false],
])('called with %j it asks for %j; it waits: %s', async (given, expected, waits) => {
  vi.useFakeTimers({ now: Date.parse('2027-01-31T12:00:00Z') })
  const calls: Call[] = []
  const callWorkflow = async (call: Call) => {
    calls.push(call)
    return { executionId: 'run-2' }
  }
  const result = await parseAndRun(workflowNode, { workflow: WORKFLOW, ...given }, { callWorkflow })
  expect(calls).toEqual([expected])
  expect(result).toEqual({
    output: { executionId: 'run-2' },
    ...(waits && { pause: { until: '2028-01-31T12:00:00.000Z', endedBy: 'run' } }),
  })
})

const resume = (answer: Parameters<NonNullable<typeof workflowNode.resume>>[1]) =>
  workflowNode.resume?.(workflowNode.config.parse({ workflow: WORKFLOW }), answer)

test.each([[{ total: 3 }], [null], ['text']])('what the called one gave, %j, is what this step gives', (output) => {
  const answer = { status: 'succeeded', output, error: null }
  expect(resume({ kind: 'ended', answer })).toEqual({ output })
})

test.each([
  [
    'failed',
    { code: 'HTTP_STATUS', message: 'It answered 503' },
    'HTTP_STATUS',
    'The workflow failed: It answered 503',
  ],
  ['failed', null, 'CALL_FAILED', 'The workflow failed: It gave no reason'],
  ['cancelled', null, 'CALL_FAILED', 'The workflow was cancelled: It gave no reason'],
] as const)('one that %s with %j fails this step, and is not called again', (status, error, code, message) => {
  const answer = { status, output: null, error }
  expect(() => resume({ kind: 'ended', answer })).toThrow(expect.objectContaining({ code, message, permanent: true }))
})

test('one that is not done after a year fails this step', () => {
  expect(() => resume({ kind: 'due' })).toThrow(expect.objectContaining({ code: 'CALL_TOO_LONG', permanent: true }))
})

test.each([
  [{}, 'workflow', 'Choose a workflow'],
  // What is called is looked at before there is a run.
  [{ workflow: '{{ vars.workflow }}' }, 'workflow', 'Choose a workflow'],
])('%j is refused', (config, path, message) => {
  expect(checkConfig(workflowNode, config)).toEqual([{ path, message }])
})

test('an input may be worked out', () => {
  expect(checkConfig(workflowNode, { workflow: WORKFLOW, input: '{{ trigger.body }}' })).toEqual([])
})

test.each([
  [{ wait: true }, {}],
  [{ wait: false }, { type: 'object', properties: { executionId: { type: 'string' } }, required: ['executionId'] }],
])('with %j it is known to give %j', (config, schema) => {
  expect(workflowNode.output(config)).toEqual(schema)
})
