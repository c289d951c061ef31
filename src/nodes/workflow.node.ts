import { z } from '#src/lib/zod.ts'
import { defineNode } from '#src/sdk/define-node.ts'
import { NodeError } from '#src/sdk/node-error.ts'
import { field, JsonValue } from './field-hints.ts'

/** Nothing runs as long as that; a run that never ends must not keep another one for ever. */
const MAX_WAIT_MS = 365 * 86_400_000

const Ended = z.object({
  status: z.enum(['succeeded', 'failed', 'cancelled']),
  output: z.json(),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
})

export const workflowNode = defineNode({
  type: 'workflow',
  version: 1,
  title: 'Call a workflow',
  description: 'Runs another workflow of yours, as it is published at that moment, in an execution of its own.',
  category: 'action',
  icon: 'workflow',
  config: z.strictObject({
    workflow: field(z.uuid('Choose a workflow'), {
      title: 'Workflow',
      description: 'One of your published workflows.',
      control: 'workflow',
    }),
    input: field(JsonValue.default(null), {
      title: 'Input',
      description: 'What its trigger gets.',
      control: 'json',
      placeholder: '{ "order": "{{ trigger.body.id }}" }',
    }),
    wait: field(z.boolean().default(true), {
      title: 'Wait for its end',
      description:
        'Then its output is the output of this step, and it stops with this run. Otherwise this step is done at once.',
      control: 'switch',
    }),
  }),
  ports: ['out'],
  fixed: ['workflow', 'wait'],
  triedOnce: 'Set “Try again” and “Time limit” at the steps of the workflow that it calls.',
  reaches: 'outside',
  effect: 'write',
  output: ({ wait }) =>
    wait === false
      ? { type: 'object', properties: { executionId: { type: 'string' } }, required: ['executionId'] }
      : {},
  run: async ({ callWorkflow }, { workflow, input, wait }) => {
    const { executionId } = await callWorkflow({ workflowId: workflow, input, waits: wait })
    const until = new Date(Date.now() + MAX_WAIT_MS).toISOString()
    return { output: { executionId }, ...(wait && { pause: { until, endedBy: 'run' as const } }) }
  },
  resume: (_config, end) => {
    if (end.kind === 'due')
      throw new NodeError({ code: 'CALL_TOO_LONG', message: 'The workflow was not done after a year', permanent: true })
    const { status, output, error } = Ended.parse(end.answer)
    if (status === 'succeeded') return { output }
    const message = error?.message ?? 'It gave no reason'
    throw new NodeError({
      code: error?.code ?? 'CALL_FAILED',
      message: `The workflow ${status === 'failed' ? status : 'was cancelled'}: ${message}`,
      permanent: true,
    })
  },
})
