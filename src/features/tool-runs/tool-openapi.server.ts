import type { ToolRow } from '#src/features/catalog/catalog.queries.ts'
import { isFree } from '#src/features/checkout/access.ts'
import type { FieldSpec } from '#src/sdk/fields.ts'
import type { OutputSpec } from '#src/sdk/outputs.ts'
import { openApiAround } from '#src/server/http/openapi.ts'
import { inputSchemaOf, type JsonSchema, outputSchemaOf } from './field-schemas.ts'
import { MAX_RUN_BYTES, toolRunsContract } from './tool-runs.schema.ts'

interface ToolOpenApiOptions {
  /** Origin without a trailing slash. */
  readonly server: string
  /** Inputs that show what a run looks like. */
  readonly example: Readonly<Record<string, unknown>> | undefined
}

const json = (schema: JsonSchema, more: JsonSchema = {}) => ({ content: { 'application/json': { schema, ...more } } })

const answerOf = (outputs: JsonSchema): JsonSchema => ({
  type: 'object',
  required: ['outputs', 'durationMs'],
  properties: { outputs, durationMs: { type: 'number', description: 'Milliseconds' } },
})

/** The OpenAPI 3.1 document of one tool: the form's fields and the outputs as JSON Schemas. */
export function toolOpenApi(row: ToolRow, { server, example }: ToolOpenApiOptions): JsonSchema {
  // Written by saveTool, as fields and outputs.
  const input = inputSchemaOf(row.input_schema as Record<string, FieldSpec>)
  const outputs = outputSchemaOf(row.output_schema as Record<string, OutputSpec>)
  const needsNobody = isFree(row)
  return openApiAround({
    info: { title: row.title, version: String(row.version), description: row.description },
    server,
    paths: {
      [`/api/tools/${row.slug}/run`]: {
        post: {
          operationId: 'run',
          summary: `Run ${row.title}`,
          security: [...(needsNobody ? [{}] : []), { session: [] }, { apiKey: [toolRunsContract.run.scope] }],
          parameters: [
            {
              name: 'X-Requested-With',
              in: 'header',
              required: true,
              description: 'Any value; not needed beside an API key',
              schema: { type: 'string' },
            },
          ],
          requestBody: {
            required: true,
            description: `At most ${MAX_RUN_BYTES} bytes`,
            ...json({ $ref: '#/components/schemas/Input' }, example && { example }),
          },
          responses: {
            200: { description: 'The outputs', ...json(answerOf({ $ref: '#/components/schemas/Outputs' })) },
            default: {
              description: `Failure, such as ${toolRunsContract.run.errors?.join(', ')}`,
              ...json({ $ref: '#/components/schemas/ErrorEnvelope' }),
            },
          },
        },
      },
    },
    schemas: { Input: input, Outputs: outputs },
  })
}
