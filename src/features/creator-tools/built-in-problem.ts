import type { Tool } from '#src/sdk/index.ts'
import { runTool } from '#src/sdk/run-tool.ts'
import { detailsOf, differencesOf } from './example-words.ts'

export type BuiltIn = () => Promise<Tool>

/** What is wrong with the first example of a built-in tool; undefined when it comes out. @throws what the tool throws */
export async function builtInProblem(load: BuiltIn): Promise<string | undefined> {
  const tool = await load()
  await tool.prepare?.()
  const [example] = tool.examples
  if (example === undefined) return undefined
  const outcome = runTool(tool, example.input)
  const differences = outcome.ok ? differencesOf(example.output, outcome.outputs) : []
  const error = outcome.ok ? null : outcome.error.message
  return detailsOf({ example: 0, title: example.title, error, differences })[0]?.message
}
