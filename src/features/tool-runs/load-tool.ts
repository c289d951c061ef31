import type { Tool } from '#src/sdk/index.ts'
import { tools } from '#src/tools/index.ts'

const loaders: Readonly<Record<string, (() => Promise<unknown>) | undefined>> = tools

/** Whether this release can run the tool by itself, without a sandbox. */
export const isBuiltIn = (slug: string): boolean => Object.hasOwn(tools, slug)

/** The code of a built-in tool; fetched at its first use. */
export const loadTool = (slug: string): Promise<Tool> => {
  const load = isBuiltIn(slug) ? loaders[slug] : undefined
  return load === undefined
    ? Promise.reject(new Error(`No built-in tool ${slug}`))
    : // The list holds tools alone; their inputs are too different for one common type.
      (load() as Promise<Tool>)
}
