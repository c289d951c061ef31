import type { Tool } from '#src/sdk/index.ts'
import { tools } from '#src/tools/index.ts'

const loaders: Readonly<Record<string, (() => Promise<unknown>) | undefined>> = tools

/** Whether this release can run the tool by itself, without a sandbox. For the server: a browser is not sent the list. */
export const isBuiltIn = (slug: string): boolean => Object.hasOwn(tools, slug)

/**
 * Loads the code of a built-in tool; undefined for any other. In a browser the slug alone leads to the file
 * (`scripts/lib/browser-tools.ts`), and a tool that is not there rejects.
 */
export const importBuiltin = (slug: string): Promise<Tool> | undefined =>
  // The list holds tools alone; their inputs are too different for one common type.
  isBuiltIn(slug) ? (loaders[slug]?.() as Promise<Tool> | undefined) : undefined
