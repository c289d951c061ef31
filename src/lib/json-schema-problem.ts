import { z } from './zod.ts'

/** What is wrong with a value by a JSON Schema, with the place; undefined when it fits. */
export function jsonSchemaProblem(schema: Readonly<Record<string, unknown>>, value: unknown): string | undefined {
  const parsed = z.fromJSONSchema(schema).safeParse(value)
  const [issue] = parsed.error?.issues ?? []
  if (issue === undefined) return undefined
  return issue.path.length === 0 ? issue.message : `${issue.path.join('.')}: ${issue.message}`
}
