import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const page = read('docs/proofs.md')
const promises = page.split('\n').filter((line) => /^\| .* \|$/.test(line) && !/^\| (-|What|Promise)/.test(line))

test('every promise names a proof', () => {
  expect(promises.length).toBeGreaterThan(50)
  expect(promises.filter((line) => !/\| `[^|]+ \|$/.test(line))).toEqual([])
})

test('every test that it names is there under its title', () => {
  const named = [...page.matchAll(/`([\w./-]+\.test\.ts)`: “([^”]+)”/g)]
  expect(named.length).toBeGreaterThan(80)
  const missing = named.filter(
    ([, file = '', title = '']) => !existsSync(join(root, file)) || !read(file).includes(title),
  )
  expect(missing.map(([whole]) => whole)).toEqual([])
  // A title without its file, or a file without a title, would be checked by nobody.
  expect([page.match(/“/g)?.length, page.match(/\.test\.ts`: /g)?.length]).toEqual([named.length, named.length])
})

test('every command that it names does what it is named for', () => {
  const commands = [...page.matchAll(/`npm run (chaos|bench) -- ([\w-]+)`/g)]
  expect(commands.length).toBe(page.match(/`npm run/g)?.length)
  const texts = { chaos: read('e2e/chaos/run.ts'), bench: read('bench/run.ts') + read('bench/shapes.ts') }
  const unknown = commands.filter(
    ([, command = '', name = '']) =>
      !new RegExp(`^\\s*(await measure\\('|if .*measure\\('|)'?${name}('?:|',)`, 'm').test(
        texts[command as keyof typeof texts],
      ),
  )
  expect(unknown.map(([whole]) => whole)).toEqual([])
})
