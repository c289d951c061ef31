import type { Json } from '#src/sdk/json.ts'

export const MAX_RUN_KEY = 200

/** What a run is called after a value of its event; null where that is no name that could be stored or typed. */
export function runKeyOf(value: Json | undefined): string | null {
  if (value === undefined || value === null) return null
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  // PostgreSQL takes neither U+0000 nor half of a surrogate pair.
  if (text === '' || text.length > MAX_RUN_KEY || text.includes('\0') || !text.isWellFormed()) return null
  return text
}
