import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { staticChecks } from '../check-list.ts'

const PROMISE = 'export const save = async () => 1'
const STATUS = "type Status = 'on' | 'off'\n"

/** [rule, file, what breaks it] */
const PLANTS: readonly (readonly [string, string, string])[] = [
  ['no-floating-promises', 'src/floating.ts', `${PROMISE}\nsave()`],
  ['no-misused-promises', 'src/misused.ts', `${PROMISE}\nif (save()) throw new Error('always')`],
  ['await-thenable', 'src/thenable.ts', 'export const two = await 2'],
  [
    'switch-exhaustiveness-check',
    'src/switch.ts',
    `${STATUS}export function f(s: Status) {\n  switch (s) {\n    case 'on':\n      return 1\n  }\n}`,
  ],
  ['no-console', 'src/console.ts', "console.log('here')"],
  ['no-focused-tests', 'src/focus.test.ts', "import { test } from 'vitest'\ntest.only('a', () => {})"],
  ['no-disabled-tests', 'src/skip.test.ts', "import { test } from 'vitest'\ntest.skip('a', () => {})"],
]

const root = join(import.meta.dirname, '../..')
let tree = ''
let found: readonly string[] = []

const lint = (cwd: string): Promise<string> =>
  new Promise((resolve) => {
    const [program = '', ...args] = staticChecks.find(({ name }) => name === 'lint with types')?.command ?? []
    execFile(program, [...args, '--format', 'unix'], { cwd }, (_error, stdout, stderr) => resolve(stdout + stderr))
  })

beforeAll(async () => {
  tree = await mkdtemp(join(tmpdir(), 'lint-rules-'))
  for (const name of ['package.json', 'tsconfig.base.json', '.oxlintrc.json'])
    await cp(join(root, name), join(tree, name))
  await writeFile(join(tree, 'tsconfig.json'), '{ "extends": "./tsconfig.base.json", "include": ["src", "scripts"] }')
  await symlink(join(root, 'node_modules'), join(tree, 'node_modules'))
  const clean = ['', 'scripts/say.ts', "console.log('scripts may talk')"] as const
  for (const [, name, text] of [...PLANTS, clean]) {
    await mkdir(dirname(join(tree, name)), { recursive: true })
    await writeFile(join(tree, name), `${text}\n`)
  }
  const report = await lint(tree)
  found = [...report.matchAll(/^(\S+?):\d+:\d+: .*\[Error\/[\w-]+\(([\w-]+)\)\]$/gm)].map(
    ([, at, name]) => `${name} ${at}`,
  )
}, 180_000)

afterAll(() => rm(tree, { recursive: true, force: true }))

test('each planted mistake is reported by its rule', () => {
  expect(found).toEqual(expect.arrayContaining(PLANTS.map(([name, file]) => `${name} ${file}`)))
})

test('scripts may write to the console', () => {
  expect(found.filter((at) => at.includes('scripts/'))).toEqual([])
})
