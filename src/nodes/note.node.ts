import { z } from '#src/lib/zod.ts'
import { defineNode } from '#src/sdk/define-node.ts'
import { field } from './field-hints.ts'

export const note = defineNode({
  type: 'note',
  version: 1,
  title: 'Note',
  description: 'Text for whoever reads the workflow. It never runs.',
  category: 'note',
  icon: 'sticky-note',
  config: z.strictObject({
    text: field(z.string().max(10_000).default(''), {
      title: 'Text',
      description: 'What should be remembered of this workflow.',
      control: 'multiline',
    }),
  }),
  ports: [],
  reaches: 'nothing',
  effect: 'pure',
  output: () => ({ type: 'null' }),
  run: () => ({ output: null }),
})
