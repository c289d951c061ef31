import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import type { IConfiguration } from 'dependency-cruiser'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { staticChecks } from '../check-list.ts'

interface Plant {
  readonly rule: string
  /** The file that breaks the rule and the module that it must not reach. */
  readonly from: string
  readonly to: string
  /** Where `from` does not import `to` itself: the import that leads there. */
  readonly via?: string
}

const PLANTS: readonly Plant[] = [
  { rule: 'no-circular', from: 'src/lib/egg.ts', to: 'src/lib/hen.ts' },
  { rule: 'unresolvable', from: 'src/lib/lost.ts', to: './nowhere.ts' },
  { rule: 'production-never-imports-tests', from: 'src/server/pool.ts', to: 'src/server/test-database.ts' },
  { rule: 'nothing-imports-app', from: 'scripts/boot.ts', to: 'src/app/main.ts' },
  { rule: 'source-never-imports-tooling', from: 'src/app/main.ts', to: 'scripts/build.ts' },
  {
    rule: 'browser-never-reaches-server',
    from: 'src/features/shop/shop.page.tsx',
    to: 'src/server/sql.ts',
    via: 'src/features/shop/price.ts',
  },
  { rule: 'lib-and-sdk-are-pure', from: 'src/sdk/define.ts', to: 'src/lib/money.ts' },
  { rule: 'lib-and-sdk-do-no-io', from: 'src/lib/load.ts', to: 'fs' },
  { rule: 'plumbing-knows-no-feature', from: 'src/server/mail.ts', to: 'src/features/shop/price.ts' },
  { rule: 'built-ins-and-engines-know-only-sdk-and-lib', from: 'src/engine/run.ts', to: 'src/server/sql.ts' },
  { rule: 'built-ins-stand-alone', from: 'src/nodes/if.node.ts', to: 'src/nodes/set.node.ts' },
  {
    rule: 'built-ins-only-through-their-index',
    from: 'src/features/shop/shop.server.ts',
    to: 'src/tools/rot13.tool.ts',
  },
  { rule: 'sandbox-bundle-is-closed', from: 'src/sandbox/runner.ts', to: 'node_modules/pino/pino.js' },
  {
    rule: 'feature-edges-are-named',
    from: 'src/features/shop/shop.server.ts',
    to: 'src/features/cart/cart.queries.ts',
  },
  { rule: 'ai-stays-at-home', from: 'src/nodes/ai.node.ts', to: 'node_modules/ai/dist/index.js' },
  { rule: 'zod-stays-at-home', from: 'src/server/env.ts', to: 'node_modules/zod/index.js' },
  { rule: 'dbos-stays-at-home', from: 'src/engine/start.ts', to: 'node_modules/@dbos-inc/dbos-sdk/dist/src/index.js' },
  { rule: 'pg-stays-at-home', from: 'src/features/shop/shop.server.ts', to: 'node_modules/pg/esm/index.mjs' },
  { rule: 'kysely-stays-at-home', from: 'src/features/shop/shop.server.ts', to: 'node_modules/kysely/dist/index.js' },
  { rule: 'cel-stays-at-home', from: 'src/nodes/set.node.ts', to: 'node_modules/@marcbachmann/cel-js/lib/index.js' },
  { rule: 'react-stays-at-home', from: 'src/lib/hook.ts', to: 'node_modules/react/index.js' },
  { rule: 'fastify-stays-at-home', from: 'src/features/shop/shop.server.ts', to: 'node_modules/fastify/fastify.js' },
  { rule: 'quickjs-stays-at-home', from: 'src/nodes/code.node.ts', to: 'node_modules/quickjs-wasi/dist/index.js' },
]

/** What must stay allowed: [file, what it imports]. */
const ALLOWED: readonly (readonly [string, string])[] = [
  ['src/features/shop/shop.server.ts', "import '#src/features/cart/cart.schema.ts'"],
  ['src/features/shop/shop.server.ts', "import '#src/tools/index.ts'"],
  ['src/features/shop/shop.page.tsx', "import type { Sql } from '#src/server/sql.ts'\nexport type Row = Sql"],
  ['src/features/shop/shop.page.tsx', "import 'react'"],
  ['src/features/shop/shop.test.ts', "import '#src/app/main.ts'\nimport 'zod'\nimport './shop.server.ts'"],
  ['src/tools/index.ts', "export const tools = { rot13: () => import('./rot13.tool.ts') }"],
  ['src/tools/rot13.tool.ts', "import './rot13/alphabet.ts'\nimport '#src/lib/hen.ts'"],
  ['src/nodes/if.node.ts', "import './ports.ts'"],
  ['src/engine/direct-lane.ts', "import '@dbos-inc/dbos-sdk'\nimport 'pg'"],
  ['src/lib/zod.ts', "import 'zod'"],
  ['src/sandbox/runner.ts', "import 'quickjs-wasi'\nimport 'node:fs'\nimport '#src/lib/hen.ts'"],
  ['src/server/sql.ts', 'export type Sql = string'],
  ['src/features/cart/cart.queries.ts', "import 'kysely'"],
]

const root = join(import.meta.dirname, '../..')
const configFile = join(root, '.dependency-cruiser.mjs')
const { default: config }: { default: IConfiguration } = await import(configFile)
let tree = ''
let report = ''

function specifier(from: string, to: string): string {
  const name = /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(to)?.[1]
  if (name !== undefined) return name
  if (to.startsWith('src/')) return `#${to}`
  if (to.startsWith('.')) return to
  return to.includes('/') ? relative(dirname(from), to) : `node:${to}`
}

/** File → its text: every plant, every allowed import, and an empty file for whatever these name. */
function files(): Map<string, string> {
  const texts = new Map<string, string>([['src/lib/hen.ts', "import './egg.ts'\n"]])
  const write = (file: string, line: string) => texts.set(file, `${texts.get(file) ?? ''}${line}\n`)
  for (const { from, to, via } of PLANTS) {
    write(from, `import '${specifier(from, via ?? to)}'`)
    if (via !== undefined) write(via, `import '${specifier(via, to)}'`)
  }
  for (const [file, line] of ALLOWED) write(file, line)
  const named = [
    ...PLANTS.map(({ to }) => to),
    'src/features/cart/cart.schema.ts',
    'src/tools/rot13/alphabet.ts',
    'src/nodes/ports.ts',
  ]
  for (const file of named.filter((name) => /^(src|scripts)\//.test(name))) write(file, 'export {}')
  return texts
}

const run = (command: readonly string[], cwd: string): Promise<string> =>
  new Promise((resolve) => {
    const [program = '', ...args] = command
    execFile(program, args, { cwd }, (_error, stdout, stderr) => resolve(stdout + stderr))
  })

beforeAll(async () => {
  tree = await mkdtemp(join(tmpdir(), 'import-rules-'))
  for (const name of ['package.json', 'tsconfig.base.json', '.dependency-cruiser.mjs'])
    await cp(join(root, name), join(tree, name))
  await symlink(join(root, 'node_modules'), join(tree, 'node_modules'))
  for (const name of ['src', 'db', 'scripts', 'e2e', 'bench']) await mkdir(join(tree, name))
  for (const [name, text] of files()) {
    await mkdir(dirname(join(tree, name)), { recursive: true })
    await writeFile(join(tree, name), text)
  }
  const command = staticChecks.find(({ name }) => name === 'import rules')?.command ?? []
  report = await run(command, tree)
}, 180_000)

afterAll(() => rm(tree, { recursive: true, force: true }))

/** "rule: from → to" of every violation; files outside the tree are packages, reached through the link. */
const violations = () =>
  [...report.matchAll(/^ {2}error ([a-z-]+): (\S+) → ?\s+(\S+)/gm)].map(
    ([, rule, from, to]) => `${rule}: ${from} → ${to?.replace(/^.*(?=node_modules\/)/, '')}`,
  )

test('each planted import is reported, and nothing else', () => {
  const expected = PLANTS.map(({ rule, from, to }) => `${rule}: ${from} → ${to}`)
  expect(violations().toSorted()).toEqual(expected.toSorted())
})

describe('every rule', () => {
  const rules = new Map(config.forbidden?.map(({ name, comment }) => [name, comment]))

  test('has a plant', () => {
    expect(new Set(PLANTS.map(({ rule }) => rule))).toEqual(new Set(rules.keys()))
  })

  test.each([...rules])('%s says what to do instead', (name, comment) => {
    const words = (text: string) => text.replaceAll(/\s+/g, ' ')
    expect(words(report).split(` error ${name}: `)[1] ?? '').toContain(words(comment ?? 'a comment'))
  })
})
