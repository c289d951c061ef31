import { z } from '#src/lib/zod.ts'
import { defineNode } from '#src/sdk/define-node.ts'
import { field } from './field-hints.ts'

export const stop = defineNode({
  type: 'stop',
  version: 1,
  title: 'Stop',
  description: 'Ends the whole run here, as succeeded or as failed. What has not run yet is skipped.',
  category: 'logic',
  icon: 'circle-stop',
  config: z.strictObject({
    status: field(z.enum(['succeeded', 'failed']).default('succeeded'), {
      title: 'The run has',
      description: 'How the run is listed.',
      control: 'select',
      options: [
        { value: 'succeeded', label: 'Succeeded' },
        { value: 'failed', label: 'Failed' },
      ],
    }),
    message: field(z.string().max(1000).default(''), {
      title: 'Message',
      description: 'Why, for whoever reads the run.',
      control: 'text',
      placeholder: 'Nothing to do: the order is paid',
    }),
  }),
  ports: [],
  reaches: 'nothing',
  effect: 'pure',
  output: () => ({
    type: 'object',
    properties: { status: { type: 'string' }, message: { type: 'string' } },
    required: ['status', 'message'],
  }),
  run: (_context, { status, message }) => ({
    output: { status, message },
    end: { status, message: message === '' ? 'The run was stopped by its workflow' : message },
  }),
})
