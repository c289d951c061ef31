import { isTooDeep } from '#src/lib/json-depth.ts'
import { misfits } from '#src/lib/json-schema-misfits.ts'
import type { Json, JsonObject } from '#src/sdk/json.ts'

export type ReadAnswer =
  | { readonly ok: true; readonly value: Json }
  /** Why it is not what was asked for, in lines for the model. */
  | { readonly ok: false; readonly problems: readonly string[] }

/** Models like to wrap JSON into a block of Markdown, whatever they are told. */
const unwrapped = (text: string): string => /^\s*```(?:json)?\s*\n([\s\S]*?)\n?```\s*$/.exec(text)?.[1] ?? text

function parse(text: string): Json | undefined {
  try {
    return isTooDeep(text) ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The answer of a model that was asked for JSON. */
export function readAnswer(text: string, schema: JsonObject): ReadAnswer {
  const value = parse(unwrapped(text))
  if (value === undefined) return { ok: false, problems: ['the whole: it is not JSON'] }
  const problems = misfits(schema, value)
  return problems.length === 0 ? { ok: true, value } : { ok: false, problems }
}

/** What a model is told beside the question: not every server hands the schema on to it. */
export const asksForJson = (schema: JsonObject): string =>
  `Answer with JSON only, without any other text, that fits this JSON Schema:\n${JSON.stringify(schema)}`

export const asksAgain = (problems: readonly string[]): string =>
  `Your answer does not fit:\n${problems.map((problem) => `- ${problem}`).join('\n')}\nAnswer again with the corrected JSON only.`
