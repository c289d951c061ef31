import { fulfils } from '#src/lib/same-json.ts'
import type { Tool } from '#src/sdk/index.ts'
import { runTool } from '#src/sdk/run-tool.ts'

interface Verified {
  readonly passed: number
  readonly of: number
}

const known = new Map<string, Promise<Verified>>()

/** How many of a built-in tool's published cases come out right in this very process; computed once. */
export function verifiedCases(tool: Tool): Promise<Verified> {
  const counting = known.get(tool.slug)
  if (counting !== undefined) return counting
  const counted = countPassed(tool)
  known.set(tool.slug, counted)
  // What failed once, such as the load of a library, may work the next time.
  counted.catch(() => known.delete(tool.slug))
  return counted
}

export async function countPassed(tool: Pick<Tool, 'examples' | 'input' | 'prepare' | 'run'>): Promise<Verified> {
  await tool.prepare?.()
  const passed = tool.examples.filter(({ input, output }) => {
    const outcome = runTool(tool, input)
    return outcome.ok && fulfils(outcome.outputs, output)
  })
  return { passed: passed.length, of: tool.examples.length }
}
