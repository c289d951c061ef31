import { fulfils } from '#src/lib/same-json.ts'
import type { Tool } from '#src/sdk/index.ts'
import { runTool } from '#src/sdk/run-tool.ts'

interface Verified {
  readonly passed: number
  readonly of: number
}

const known = new Map<string, Promise<Verified | null>>()

/** How many of a built-in tool's published cases come out right in this very process; computed once. Null: it has none. */
export function verifiedCases(tool: Tool): Promise<Verified | null> {
  const counting = known.get(tool.slug)
  if (counting !== undefined) return counting
  const counted = countPassed(tool)
  known.set(tool.slug, counted)
  // What failed once, such as the load of a library, may work the next time.
  counted.catch(() => known.delete(tool.slug))
  return counted
}

export async function countPassed(
  tool: Pick<Tool, 'examples' | 'input' | 'prepare' | 'run'>,
): Promise<Verified | null> {
  const published = tool.examples.filter(({ isOurs }) => isOurs !== true)
  if (published.length === 0) return null
  await tool.prepare?.()
  const passed = published.filter(({ input, output }) => {
    const outcome = runTool(tool, input)
    return outcome.ok && fulfils(outcome.outputs, output)
  })
  return { passed: passed.length, of: published.length }
}
