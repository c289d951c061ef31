import type { Tool } from '#src/sdk/index.ts'
import { importBuiltin } from './builtin-code.ts'

const loaded = new Map<string, Promise<Tool>>()

/** The built-in tool of this slug, loaded at its first use; a load that failed is tried again. Undefined for any other. */
export function findBuiltin(slug: string): Promise<Tool> | undefined {
  const known = loaded.get(slug)
  if (known !== undefined) return known
  const tool = importBuiltin(slug)
  if (tool === undefined) return undefined
  loaded.set(slug, tool)
  tool.catch(() => loaded.delete(slug))
  return tool
}
