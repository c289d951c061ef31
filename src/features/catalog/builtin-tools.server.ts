import type { Field, FieldSpec, Tool } from '#src/sdk/index.ts'
import type { Db } from '#src/server/database.ts'
import { tools } from '#src/tools/index.ts'
import { changedBuiltins } from './changed-builtins.queries.ts'
import { findBuiltin } from './find-builtin.ts'
import { clearSlugs, holdTags, renameBuiltin, saveTool, type ToolToSave } from './save-tool.queries.ts'

/** Fields by name, in the order of the form. */
export const toInputSchema = (fields: readonly Field[]): Record<string, FieldSpec> =>
  Object.fromEntries(fields.map(({ name, ...spec }) => [name, spec]))

/** What is asked of built-in tools before anybody runs one: all of it data. */
export const LISTED = [
  ...(['slug', 'formerSlugs', 'title', 'description', 'category', 'tags', 'keywords'] as const),
  ...(['input', 'output', 'needs', 'mayRunLong'] as const),
]
export type ListedTool = Pick<Tool, (typeof LISTED)[number]>

export async function listBuiltins(): Promise<Tool[]> {
  const all = await Promise.all(Object.keys(tools).map(async (slug) => findBuiltin(slug)))
  return all.filter((tool) => tool !== undefined)
}

/** Brings the catalogue up to date with the built-in tools of this release; they are loaded when nobody has their list. */
export async function syncBuiltins(db: Db, listed?: readonly ListedTool[]): Promise<number> {
  const builtins = listed ?? (await listBuiltins())
  await db.transaction().execute(async (transaction) => {
    await holdTags(transaction)
    await clearSlugs(
      transaction,
      builtins.map(({ slug }) => slug),
    )
    for (const { formerSlugs, slug } of builtins)
      if (formerSlugs !== undefined) await renameBuiltin(transaction, formerSlugs, slug)
    for (const tool of await changedBuiltins(transaction, builtins.map(toSaved))) await saveTool(transaction, tool)
  })
  return builtins.length
}

const toSaved = (tool: ListedTool): ToolToSave => ({
  ...tool,
  keywords: tool.keywords ?? [],
  ownerId: null,
  creatorName: '',
  kind: 'builtin',
  inputSchema: toInputSchema(tool.input),
  outputSchema: tool.output,
  code: null,
})
