import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const pages = readdirSync(join(root, 'docs')).filter((file) => file.endsWith('proofs.md'))
const commandFiles = {
  chaos: read('e2e/chaos/run.ts'),
  bench: read('bench/run.ts') + read('bench/shapes.ts'),
} as const

const { scripts } = JSON.parse(read('package.json')) as { scripts: Readonly<Record<string, string>> }

/** Whether a command does what it is named for; one without a name is all of its script. */
function isThere(command: string, name: string | undefined): boolean {
  if (name === undefined) return Object.hasOwn(scripts, command)
  const text = commandFiles[command as keyof typeof commandFiles] as string | undefined
  return new RegExp(`^\\s*(await measure\\('|if .*measure\\('|)'?${name}('?:|',)`, 'm').test(text ?? '')
}

test('there are pages of promises', () => {
  expect(pages).toContain('proofs.md')
})

describe.each(pages)('docs/%s', (file) => {
  const page = read(`docs/${file}`)
  const promises = page.split('\n').filter((line) => /^\| .* \|$/.test(line) && !/^\| (-|What|Promise)/.test(line))

  test('every promise names a proof', () => {
    expect(promises.length).toBeGreaterThan(15)
    expect(promises.filter((line) => !/\| `[^|]+ \|$/.test(line))).toEqual([])
  })

  test('every test that it names is there under its title', () => {
    const named = [...page.matchAll(/`([\w./-]+\.test\.tsx?)`: “([^”]+)”/g)]
    expect(named.length).toBeGreaterThan(15)
    const missing = named.filter(
      ([, source = '', title = '']) => !existsSync(join(root, source)) || !read(source).includes(title),
    )
    expect(missing.map(([whole]) => whole)).toEqual([])
    // A title without its file, or a file without a title, would be checked by nobody.
    expect([page.match(/“/g)?.length, page.match(/\.test\.tsx?`: /g)?.length]).toEqual([named.length, named.length])
  })

  test('every command that it names does what it is named for', () => {
    const commands = [...page.matchAll(/`npm run (\w+)(?: -- ([\w-]+))?`/g)]
    expect(commands.length).toBe(page.match(/`npm run/g)?.length ?? 0)
    const unknown = commands.filter(([, command = '', name]) => !isThere(command, name))
    expect(unknown.map(([whole]) => whole)).toEqual([])
  })
})

test('every rule of the money is looked at, and every rule that is looked at is named', () => {
  const sources = [
    ...globSync(join(root, 'src/features/ledger/*checks.queries.ts')),
    join(root, 'src/features/subscriptions/check-histories.server.ts'),
  ].map((file) => readFileSync(file, 'utf8'))
  const looked = sources.flatMap((text) => [...text.matchAll(/\bname: '([^']+)'/g)].map(([, name]) => name))
  const lines = read('docs/money-proofs.md').split('\n')
  const promised = lines.filter((line) => /^\| \d+\. .* \| `.* \| `/.test(line) && line.split(' | ').length === 3)
  const named = promised.flatMap((line) =>
    [...(line.split(' | ')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, name]) => name),
  )
  expect(promised.map((line) => Number(line.slice(2).split('.')[0]))).toEqual(
    Array.from({ length: 18 }, (_, n) => n + 1),
  )
  expect([...new Set(named)].filter((name) => !looked.includes(name))).toEqual([])
  // These two have no number in the list of invariants.
  expect(new Set(looked.filter((name) => !named.includes(name)))).toEqual(new Set(['Pro', 'sales counted']))
})
