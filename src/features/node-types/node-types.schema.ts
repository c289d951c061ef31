import { endpoint } from '#src/lib/contract.ts'
import { z } from '#src/lib/zod.ts'

export const NodeTypeEntry = z.object({
  type: z.string(),
  version: z.int(),
  title: z.string(),
  description: z.string(),
  category: z.enum(['trigger', 'logic', 'action', 'note']),
  icon: z.string(),
  /** Why it cannot be used on this server. */
  off: z.string().optional(),
  /** Why it is not tried again and has no time limit, and what to do instead. */
  triedOnce: z.string().optional(),
  /** Names of the ways out; or one for each item of a setting, called by its `id`, and one for what fits none. */
  ports: z.union([z.array(z.string()), z.object({ each: z.string(), otherwise: z.string() })]),
  /** The way out of a loop that leads to the steps which it repeats. */
  bodyPort: z.string().optional(),
  effect: z.enum(['pure', 'read', 'idempotent-write', 'write', 'varies']),
  /** Whether it looks for events by itself, from time to time. */
  polls: z.boolean(),
  /** JSON Schema 2020-12 of the config; its keywords, such as `control` and `options`, draw the form. */
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
      /** JSON Schemas of what the expression may name: trigger, steps by key, vars, and in lists item and index. */
      scope: z
        .strictObject({
          trigger: z.record(z.string(), z.json()).optional(),
          item: z.record(z.string(), z.json()).optional(),
          index: z.record(z.string(), z.json()).optional(),
          steps: z.record(z.string(), z.record(z.string(), z.json())).default({}),
          vars: z.record(z.string(), z.json()).optional(),
        })
        .default({ steps: {} }),
    }),
    answer: z.object({ valid: z.boolean(), problems: z.array(Problem) }),
  }),
}
