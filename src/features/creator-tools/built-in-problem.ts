import type { Tool } from '#src/sdk/index.ts'
import { runTool } from '#src/sdk/run-tool.ts'
import { detailsOf, differencesOf } from './example-words.ts'

export type BuiltIn = () => Promise<Tool>

/** What it fetches to run comes from the disk. */
const READY_MS = 30_000

async function madeReady(load: BuiltIn): Promise<Tool> {
  const tool = await load()
  await tool.prepare?.()
  return tool
}

/**
 * What is wrong with the first example of a built-in tool; undefined when it comes out. @throws what the tool throws, or
 * when it is not ready in time
 */
export async function builtInProblem(load: BuiltIn, readyMs = READY_MS): Promise<string | undefined> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`Not ready after ${readyMs} ms`)), readyMs)
  const tool = await Promise.race([madeReady(load), late]).finally(() => clearTimeout(timer))
  const [example] = tool.examples
  if (example === undefined) return undefined
  const outcome = runTool(tool, example.input)
  const differences = outcome.ok ? differencesOf(example.output, outcome.outputs) : []
  const error = outcome.ok ? null : outcome.error.message
  return detailsOf({ example: 0, title: example.title, error, differences })[0]?.message
}
