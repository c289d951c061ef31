import { z } from '#src/lib/zod.ts'
import { defineNode } from '#src/sdk/define-node.ts'
import type { Json, JsonObject } from '#src/sdk/json.ts'
import { field, JsonValue } from './field-hints.ts'

export interface ToolNodeOptions {
  /** Whether this slug or id is a built-in tool: those compute in place, all others run in the sandbox. */
  isPureTool(slugOrId: string): boolean
  /** JSON Schema of a tool's outputs where it is known; absent means anything. */
  outputsOf?(slugOrId: string): JsonObject | undefined
}

const isPure = (tool: Json | undefined, { isPureTool }: ToolNodeOptions): boolean =>
  typeof tool === 'string' && isPureTool(tool)

export const createToolNode = (options: ToolNodeOptions) =>
  defineNode({
    type: 'tool',
    version: 1,
    title: 'Tool',
    description: 'Runs a tool of the marketplace and gives its outputs.',
    category: 'action',
    icon: 'wrench',
    config: z.strictObject({
      tool: field(z.string().min(1, 'Choose a tool').max(200), {
        title: 'Tool',
        description: 'The tool to run, by its short name or id.',
        control: 'tool',
        placeholder: 'tip-calculator',
      }),
      version: field(z.int32().min(1).optional(), {
        title: 'Version',
        description:
          'Stay with this version of the tool. Empty: the newest one at the moment when the workflow is published.',
        control: 'number',
      }),
      input: field(z.record(z.string(), JsonValue).default({}), {
        title: 'Input',
        description: 'A value for each input of the tool.',
        control: 'keyvalue',
      }),
    }),
    ports: ['out'],
    reaches: 'nothing',
    effect: ({ tool }) => (isPure(tool, options) ? 'pure' : 'read'),
    output: ({ tool }) => (typeof tool === 'string' ? options.outputsOf?.(tool) : undefined) ?? { type: 'object' },
    run: async (context, { tool, version, input }) => ({
      output: await context.runTool(tool, input, version === undefined ? {} : { version }),
    }),
  })
