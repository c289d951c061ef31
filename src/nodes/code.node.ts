import { z } from '#src/lib/zod.ts'
import { defineNode } from '#src/sdk/define-node.ts'
import { LIMITS } from '#src/sdk/sandbox-limits.ts'
import { field, JsonValue } from './field-hints.ts'

const MAX_CODE = 100_000
const { ms, memoryBytes, outputBytes } = LIMITS
const ALLOWED = `${ms / 1000} s of processor time, ${memoryBytes / 1024 / 1024} MB of memory, ${outputBytes / 1024} kB of result`

export const code = defineNode({
  type: 'code',
  version: 1,
  title: 'Code',
  description: 'Runs JavaScript of your own in the sandbox and gives what it returns.',
  category: 'action',
  icon: 'square-code',
  config: z.strictObject({
    input: field(z.record(z.string().min(1).max(100), JsonValue).default({}), {
      title: 'Input',
      description: 'Name and value of each property of input.',
      control: 'keyvalue',
    }),
    code: field(
      z
        .string()
        .max(MAX_CODE)
        .regex(/\brun\b/, 'The code must define a function run(input)'),
      {
        title: 'Code',
        description: `It defines run(input), which may be async. It has no network and no files; at most ${ALLOWED}.`,
        control: 'code',
        placeholder: 'function run({ orders }) {\n  return orders.length\n}',
      },
    ),
  }),
  ports: ['out'],
  templates: { code: 'never' },
  // It sees a clock and chance, so a repetition could give something else.
  reaches: 'nothing',
  effect: 'read',
  output: () => ({
    type: 'object',
    properties: { result: {}, console: { type: 'array', items: { type: 'string' } } },
    required: ['result', 'console'],
  }),
  run: async (context, { code: source, input }) => {
    const { value, console } = await context.runCode(source, input)
    return { output: { result: value, console: [...console] } }
  },
})
