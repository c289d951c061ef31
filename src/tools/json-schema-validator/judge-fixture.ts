import { runTool } from '#src/sdk/run-tool.ts'
import { jsonSchemaValidator } from '../json-schema-validator.tool.ts'

export const outcomeOf = (schema: unknown, data: unknown, draft = 'auto') =>
  runTool(jsonSchemaValidator, { schema: JSON.stringify(schema), data: JSON.stringify(data), draft })

/** Throws where the schema is refused. */
export function isValid(schema: unknown, data: unknown, draft?: string): unknown {
  const outcome = outcomeOf(schema, data, draft)
  if (!outcome.ok) throw new Error(outcome.error.message)
  return outcome.outputs.valid
}
