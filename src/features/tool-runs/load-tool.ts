import { findBuiltin } from '#src/features/catalog/find-builtin.ts'
import type { Tool } from '#src/sdk/index.ts'

/** What runs need. A browser has no more of a tool (`scripts/lib/browser-tools.ts`). */
type RunnableTool = Pick<Tool, 'slug' | 'input' | 'mayRunLong' | 'run'>

/** The code of a built-in tool, ready to run; fetched at its first use. */
export async function loadTool(slug: string): Promise<RunnableTool> {
  const tool = await findBuiltin(slug)
  if (tool === undefined) throw new Error(`No built-in tool ${slug}`)
  await tool.prepare?.()
  return tool
}
