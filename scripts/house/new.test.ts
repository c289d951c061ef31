import { execFile } from 'node:child_process'
import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { staticChecks } from '../check-list.ts'

const root = join(import.meta.dirname, '../..')
const FOLDERS = new Set(['src', 'db', 'scripts', 'bench', 'e2e'])
const MADE = {
  tool: ['src/tools/sample-tool.tool.ts', 'src/tools/index.ts'],
  node: ['src/nodes/sample-node.node.ts', 'src/nodes/sample-node.test.ts', 'src/nodes/index.ts'],
  integration: [
    'src/integrations/sample-integration/sample-integration.test.ts',
    'src/integrations/sample-integration/get-item.action.ts',
    'src/integrations/sample-integration/index.ts',
    'src/integrations/index.ts',
  ],
  feature: [
    'src/features/sample-feature/sample-feature.schema.ts',
    'src/features/sample-feature/sample-feature.server.ts',
    'src/features/sample-feature/sample-feature.test.ts',
    'src/app/server.ts',
  ],
} as const
const KINDS = Object.keys(MADE)
let tree = ''

interface Ended {
  readonly code: number
  readonly output: string
}
const run = (args: readonly string[]): Promise<Ended> =>
  new Promise((resolve) => {
    const child = execFile(process.execPath, args, { cwd: tree }, (_error, stdout, stderr) =>
      resolve({ code: child.exitCode ?? -1, output: stdout + stderr }),
    )
  })
const make = (...args: string[]) => run(['scripts/new.ts', ...args])
const made = new Map<string, Ended>()

beforeAll(async () => {
  tree = await mkdtemp(join(tmpdir(), 'new-'))
  for (const entry of await readdir(root, { withFileTypes: true }))
    if (entry.isFile() || FOLDERS.has(entry.name))
      await cp(join(root, entry.name), join(tree, entry.name), { recursive: true })
  await symlink(join(root, 'node_modules'), join(tree, 'node_modules'))
  for (const { name, content } of [inBrowser, onServer]) await writeFile(join(tree, name), JSON.stringify(content))
  for (const kind of KINDS) made.set(kind, await make(kind, `sample-${kind}`))
}, 180_000)

afterAll(() => rm(tree, { recursive: true, force: true }))

test.each(Object.entries(MADE))('%s: names its files and its list', (kind, files) => {
  const { code, output } = made.get(kind) ?? { code: -1, output: '' }
  expect(new Set(output.split('\n').filter((line) => line.startsWith('src/')))).toEqual(new Set(files))
  expect(code).toBe(0)
})

test('each list has one more entry', async () => {
  const text = (file: string) => readFile(join(tree, file), 'utf8')
  expect(await text('src/tools/index.ts')).toContain(
    "  'sample-tool': () => import('./sample-tool.tool.ts').then((module) => module.sampleTool),\n}",
  )
  expect(await text('src/nodes/index.ts')).toMatch(/,\n {4}'sample-node': sampleNodeNode,\n {2}\}\)/)
  expect(await text('src/integrations/index.ts')).toContain("  'sample-integration': sampleIntegration,\n}")
  expect(await text('src/app/server.ts')).toContain('    ...sampleFeatureRoutes(),\n  ]')
})

// The whole project is checked beside these tests: here the made files are enough, where a check can be asked of files.
const files = [...new Set(Object.values(MADE).flat())]
const project = (name: string, files: readonly string[]) => ({
  name: `made.${name}.json`,
  content: {
    extends: `./tsconfig.${name}.json`,
    // The copy shares node_modules, and with it the compiler's cache of the original.
    compilerOptions: { incremental: false },
    include: ['src/**/*.d.ts'],
    files,
  },
})
// The compiler takes a project alone. It reads what these files import too, but no other tests.
const inBrowser = project(
  'browser',
  files.filter((file) => file.endsWith('.schema.ts') || file.startsWith('src/tools/')),
)
const onServer = project('server', files)
const narrowed: Readonly<Record<string, readonly string[]>> = {
  'format and lint': files,
  'lint with types': files,
  // Two steps far: one leaves out what the made files import.
  'import rules': ['--max-depth', '2', ...files],
  'types: browser': ['-p', inBrowser.name],
  'types: server': ['-p', onServer.name],
  'types: sandbox': ['--incremental', 'false'],
}

describe('what was made', () => {
  test.each(staticChecks)(
    'passes: $name',
    async ({ name, command }) => {
      const { output } = await run([...command.slice(1).filter((arg) => !FOLDERS.has(arg)), ...(narrowed[name] ?? [])])
      expect(output.split('\n').filter((line) => line.includes('sample-'))).toEqual([])
    },
    180_000,
  )

  test('passes its own tests and those of the lists', async () => {
    const own = [
      'src/tools/tools.test.ts',
      'src/nodes/sample-',

      'src/integrations/sample-',
      'src/features/sample-',
    ]
    const { code, output } = await run(['node_modules/vitest/vitest.mjs', 'run', ...own])
    expect({ code, output }).toMatchObject({ code: 0 })
    for (const title of [
      'tools.test.ts',
      'sample-node.test.ts',
      'sample-integration.test.ts',
      'sample-feature.test.ts',
    ])
      expect(output).toContain(title)
  }, 180_000)
})

describe('refuses in one sentence', () => {
  test.each([
    [['gadget', 'x'], 'usage: npm run new tool|node|integration|feature <name>\n'],
    [
      ['tool'],
      '"" is not a name: use up to 50 lower-case letters and digits in words joined by hyphens, such as word-count.\n',
    ],
    [
      ['tool', '../evil'],
      '"../evil" is not a name: use up to 50 lower-case letters and digits in words joined by hyphens, such as word-count.\n',
    ],
    [['node', 'if'], '"if" is a word of the language: choose another name.\n'],
    [['tool', 'sample-tool'], 'src/tools/sample-tool.tool.ts exists already: choose another name.\n'],
  ])('%j', async (args, output) => {
    expect(await make(...args)).toEqual({ code: 1, output })
  })
})
