import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Tool } from '#src/sdk/index.ts'
import { LISTED, type ListedTool, listBuiltins } from './builtin-tools.server.ts'

const FILE = join(import.meta.dirname, '../../../build/tools.json')

const toListed = (tool: Tool) => Object.fromEntries(LISTED.map((name) => [name, tool[name]]))

/** For the build: what `readListedTools` finds. */
export const writeListedTools = async (file = FILE): Promise<void> =>
  writeFile(file, JSON.stringify((await listBuiltins()).map(toListed)))

/** As the build left them: to load a hundred tools with their libraries takes a sixth of a start. */
export const readListedTools = async (file = FILE): Promise<ListedTool[]> => JSON.parse(await readFile(file, 'utf8'))
