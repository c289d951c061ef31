import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Tool } from '#src/sdk/index.ts'
import { type ListedTool, listBuiltins } from './builtin-tools.server.ts'

const FILE = join(import.meta.dirname, '../../../build/tools.json')

const toListed = (tool: Tool): ListedTool => ({
  slug: tool.slug,
  ...(tool.formerSlugs && { formerSlugs: tool.formerSlugs }),
  title: tool.title,
  description: tool.description,
  category: tool.category,
  tags: tool.tags,
  ...(tool.keywords && { keywords: tool.keywords }),
  input: tool.input,
  output: tool.output,
  ...(tool.needs && { needs: tool.needs }),
  ...(tool.mayRunLong !== undefined && { mayRunLong: tool.mayRunLong }),
})

/** For the build: what `readListedTools` finds. */
export const writeListedTools = async (file = FILE): Promise<void> =>
  writeFile(file, JSON.stringify((await listBuiltins()).map(toListed)))

/** As the build left them: to load a hundred tools with their libraries takes a sixth of a start. */
export const readListedTools = async (file = FILE): Promise<ListedTool[]> => JSON.parse(await readFile(file, 'utf8'))
