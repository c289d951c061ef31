import { z } from '#src/lib/zod.ts'
import { defineNode } from '#src/sdk/define-node.ts'
import { field, JsonValue } from './field-hints.ts'

export const manual = defineNode({
  type: 'manual',
  version: 1,
  title: 'Manual start',
  description: 'Starts the workflow when somebody presses Run. The input is available as trigger.',
  category: 'trigger',
  icon: 'play',
  config: z.strictObject({
    sample: field(JsonValue.optional(), {
      title: 'Sample input',
      description: 'Used as the input when a run is started without one.',
      control: 'json',
      placeholder: '{ "bill": 84.5 }',
    }),
  }),
  ports: ['out'],
  reaches: 'nothing',
  effect: 'pure',
  output: () => ({}),
  run: ({ trigger }) => ({ output: trigger }),
})
