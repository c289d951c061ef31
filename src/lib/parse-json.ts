import { isTooDeep, MAX_JSON_DEPTH } from './json-depth.ts'

export type Parsed = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly problem: string }

/** Reads a JSON text (RFC 8259) that a person wrote. `problem` continues a sentence: "Schema must be JSON: …". */
export function parseJson(text: string, reviver?: (key: string, value: unknown) => unknown): Parsed {
  if (isTooDeep(text)) return { ok: false, problem: `must be nested at most ${MAX_JSON_DEPTH} levels deep` }
  try {
    return { ok: true, value: JSON.parse(text, reviver) }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return { ok: false, problem: `must be JSON: ${error.message}` }
  }
}
