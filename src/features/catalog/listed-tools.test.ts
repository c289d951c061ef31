import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { listBuiltins } from './builtin-tools.server.ts'
import { readListedTools, writeListedTools } from './listed-tools.server.ts'

const folder = mkdtempSync(join(tmpdir(), 'fettle-tools-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('a start reads of each tool what its file says', async () => {
  const file = join(folder, 'tools.json')
  await writeListedTools(file)
  const listed = await readListedTools(file)
  const written = (await listBuiltins()).map(
    ({ run: _, prepare: _load, examples: _cases, method: _how, sources: _from, isLarge: _size, ...listing }) => listing,
  )
  expect(listed).toHaveLength(115)
  // Nothing is lost in a file of JSON: no pattern, no infinite number, no function.
  expect(listed).toEqual(written.map(({ isConfidential: _, notice: _line, ...listing }) => listing))
})
