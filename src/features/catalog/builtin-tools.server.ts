import type { Field, FieldSpec, Tool } from '#src/sdk/index.ts'
import type { Db } from '#src/server/database.ts'
import { tools } from '#src/tools/index.ts'
import { findBuiltin } from './find-builtin.ts'
import { clearSlugs, renameBuiltin, saveTool } from './save-tool.queries.ts'

/** Fields by name, in the order of the form. */
export const toInputSchema = (fields: readonly Field[]): Record<string, FieldSpec> =>
  Object.fromEntries(fields.map(({ name, ...spec }) => [name, spec]))

export async function listBuiltins(): Promise<Tool[]> {
  const all = await Promise.all(Object.keys(tools).map(async (slug) => findBuiltin(slug)))
  return all.filter((tool) => tool !== undefined)
}

/** Brings the catalogue up to date with the built-in tools of this release. */
export async function syncBuiltins(db: Db): Promise<number> {
  const builtins = await listBuiltins()
  await db.transaction().execute(async (transaction) => {
    const slugs = builtins.map(({ slug }) => slug)
    await clearSlugs(transaction, slugs)
    for (const tool of builtins) {
      if (tool.formerSlugs !== undefined) await renameBuiltin(transaction, tool.formerSlugs, tool.slug)
      await saveTool(transaction, {
        ...tool,
        keywords: tool.keywords ?? [],
        ownerId: null,
        creatorName: '',
        kind: 'builtin',
        inputSchema: toInputSchema(tool.input),
        outputSchema: tool.output,
        code: null,
      })
    }
  })
  return builtins.length
}
