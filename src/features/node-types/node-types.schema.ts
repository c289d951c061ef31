import { endpoint } from '#src/lib/contract.ts'
import { z } from '#src/lib/zod.ts'

export const NodeTypeEntry = z.object({
  type: z.string(),
  version: z.int(),
  title: z.string(),
  description: z.string(),
  category: z.enum(['trigger', 'logic', 'action']),
  icon: z.string(),
  ports: z.array(z.string()),
  effect: z.enum(['pure', 'read', 'idempotent-write', 'write', 'varies']),
  /** JSON Schema 2020-12 of the config; its keywords `control`, `options`, `showIf` draw the form. */
  configSchema: z.record(z.string(), z.json()),
})
export type NodeTypeEntry = z.infer<typeof NodeTypeEntry>

const Problem = z.object({
  code: z.string(),
  message: z.string(),
  range: z.object({ start: z.int(), end: z.int() }).optional(),
})

export const nodeTypesContract = {
  list: endpoint({
    method: 'GET',
    path: '/api/nodes',
    scope: 'read',
    summary: 'Node types for workflows, with the JSON Schemas of their configs',
    answer: z.object({ nodes: z.array(NodeTypeEntry) }),
  }),
  checkExpression: endpoint({
    method: 'POST',
    path: '/api/expressions/check',
    summary: 'Check one expression, or text with {{ expressions }} in it',
    body: z.strictObject({
      expression: z.string().max(20_000),
      /** JSON Schemas of what the expression may name: trigger, steps by key, and vars. */
      scope: z
        .strictObject({
          trigger: z.record(z.string(), z.json()).optional(),
          steps: z.record(z.string(), z.record(z.string(), z.json())).default({}),
          vars: z.record(z.string(), z.json()).optional(),
        })
        .default({ steps: {} }),
    }),
    answer: z.object({ valid: z.boolean(), problems: z.array(Problem) }),
  }),
}
