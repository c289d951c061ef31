import { z } from '#src/lib/zod.ts'
import { defineNode } from '#src/sdk/define-node.ts'
import type { JsonObject } from '#src/sdk/json.ts'

const STRING = { type: 'string' }
const shape = (properties: { [name: string]: JsonObject }): JsonObject => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
})
/** May be null. */
const MAYBE: JsonObject = {}

export const error = defineNode({
  type: 'error',
  version: 1,
  title: 'Failed workflow',
  description:
    'Starts when a run of another workflow fails whose settings name this one, except for runs that were started by hand. What happened is available as trigger.execution and trigger.workflow.',
  category: 'trigger',
  icon: 'siren',
  config: z.strictObject({}),
  ports: ['out'],
  reaches: 'nothing',
  effect: 'pure',
  output: () =>
    shape({
      execution: shape({
        id: STRING,
        url: STRING,
        trigger: STRING,
        startedAt: MAYBE,
        finishedAt: STRING,
        error: shape({
          code: STRING,
          message: STRING,
          details: { type: 'array', items: shape({ field: STRING, message: STRING }) },
        }),
        failedNode: MAYBE,
      }),
      workflow: shape({ id: STRING, name: STRING, version: { type: 'integer' } }),
    }),
  run: ({ trigger }) => ({ output: trigger }),
})
