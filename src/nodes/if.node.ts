import { z } from '#src/lib/zod.ts'
import { defineNode } from '#src/sdk/define-node.ts'
import { notACondition } from './condition.ts'
import { field } from './field-hints.ts'

export const ifNode = defineNode({
  type: 'if',
  version: 1,
  title: 'If',
  description: 'Goes one way when the condition is true and the other way when it is false.',
  category: 'logic',
  icon: 'split',
  config: z.strictObject({
    condition: field(z.boolean({ error: ({ input }) => notACondition(input) }), {
      title: 'Condition',
      description: 'An expression that is true or false.',
      control: 'expression',
      decides: true,
      placeholder: '{{ trigger.body.bill > 100.0 }}',
    }),
  }),
  ports: ['true', 'false'],
  reaches: 'nothing',
  effect: 'pure',
  output: () => ({ type: 'boolean' }),
  run: (_context, { condition }) => ({ output: condition, port: String(condition) }),
})
