import { execFile } from 'node:child_process'
import { cp, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { staticChecks } from '../check-list.ts'

const root = join(import.meta.dirname, '../..')
const FOLDERS = new Set(['src', 'db', 'scripts', 'bench', 'e2e'])
let tree = ''
let report = ''

const findDeadCode = (cwd: string): Promise<string> =>
  new Promise((resolve) => {
    const [program = '', ...args] = staticChecks.find(({ name }) => name === 'dead code')?.command ?? []
    execFile(program, args, { cwd }, (_error, stdout, stderr) => resolve(stdout + stderr))
  })

// A copy of all our code and not a small example: one call of glob('src/**') anywhere makes knip take
// every file for used, and nothing would tell.
beforeAll(async () => {
  tree = await mkdtemp(join(tmpdir(), 'dead-code-'))
  for (const entry of await readdir(root, { withFileTypes: true }))
    if (entry.isFile() || FOLDERS.has(entry.name))
      await cp(join(root, entry.name), join(tree, entry.name), { recursive: true })
  await symlink(join(root, 'node_modules'), join(tree, 'node_modules'))
  await writeFile(join(tree, 'src/lib/orphan.ts'), 'export const orphan = 1\n')
  await writeFile(join(tree, 'src/lib/half.ts'), 'export const used = 1\nexport const unused = 2\n')
  await writeFile(join(tree, 'src/lib/half.test.ts'), "import { used } from './half.ts'\nused.toFixed()\n")
  report = await findDeadCode(tree)
}, 180_000)

afterAll(() => rm(tree, { recursive: true, force: true }))

test('a file that nothing imports is reported', () => {
  expect(report).toMatch(/^src\/lib\/orphan\.ts\s*$/m)
})

test('an export that nothing uses is reported', () => {
  expect(report).toMatch(/^unused\s+src\/lib\/half\.ts:2:14\s*$/m)
  expect(report).not.toMatch(/^used\s/m)
})
