import type { Field, FieldSpec, Tool } from '#src/sdk/index.ts'
import type { Db } from '#src/server/database.ts'
import { tools } from '#src/tools/index.ts'
import { saveTool } from './save-tool.queries.ts'

const loaders: Readonly<Record<string, (() => Promise<unknown>) | undefined>> = tools
const loaded = new Map<string, Promise<Tool>>()

/** The built-in tool of this slug, loaded on first use. */
export async function findBuiltin(slug: string): Promise<Tool | undefined> {
  if (!Object.hasOwn(tools, slug)) return undefined
  const known = loaded.get(slug) ?? (loaders[slug]?.() as Promise<Tool>)
  loaded.set(slug, known)
  return known
}

/** Fields by name, in the order of the form. */
export const toInputSchema = (fields: readonly Field[]): Record<string, FieldSpec> =>
  Object.fromEntries(fields.map(({ name, ...spec }) => [name, spec]))

export async function listBuiltins(): Promise<Tool[]> {
  const all = await Promise.all(Object.keys(tools).map(findBuiltin))
  return all.filter((tool) => tool !== undefined)
}

/** Brings the catalogue up to date with the built-in tools of this release. */
export async function syncBuiltins(db: Db): Promise<number> {
  const builtins = await listBuiltins()
  await db.transaction().execute(async (transaction) => {
    for (const tool of builtins)
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
  })
  return builtins.length
}
