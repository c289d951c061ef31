import type { Json } from '#src/sdk/json.ts'

/**
 * Most characters that the inputs and outputs of one run may have together. All of them are in memory until its log is
 * written, so without a limit one graph of many large steps would end the process and every other run with it.
 */
export const MAX_RUN_SIZE = 32_000_000

/** About the length of the value as JSON, without making it. */
export function sizeOf(value: Json): number {
  if (typeof value === 'string') return value.length + 2
  if (typeof value !== 'object' || value === null) return 8
  let size = 2
  if (Array.isArray(value)) for (const part of value) size += sizeOf(part)
  else for (const [name, part] of Object.entries(value)) size += name.length + 4 + sizeOf(part)
  return size
}
