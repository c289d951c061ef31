import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from '#src/lib/zod.ts'
import { environmentVariables, parseEnv } from '#src/server/env.ts'
import { EnvError } from '#src/server/env-values.ts'

const root = join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const readme = read('README.md')

const decisions = readdirSync(join(root, 'docs/decisions')).map((name) => `docs/decisions/${name}`)
const guides = ['docs/adding-a-tool.md', 'docs/adding-a-node.md', 'docs/adding-a-feature.md']
/** What speaks of the code as it is; the guides speak of files that their readers will make. */
const truths = ['README.md', 'docs/architecture.md', 'docs/more-than-one-machine.md', 'docs/glossary.md', ...decisions]

/** The text between a heading and the next one. */
function section(text: string, heading: string): string {
  const [, rest] = text.split(`\n## ${heading}\n`)
  if (rest === undefined) throw new Error(`There is no section "${heading}"`)
  return rest.split(/^## /m)[0] ?? ''
}

/** `[text](target)` and `![text](target)` within the project, as paths from its root. */
function linksIn(file: string): string[] {
  const targets = [...read(file).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target)
  const ours = targets.filter((target) => !/^(https?:|#)/.test(target))
  return ours.map((target) => join(dirname(file), target.replace(/#.*$/, '')))
}

/** Written by a command, so not there in a clean clone. */
const MADE = new Set(['bench/results'])

/** Paths of our folders in code spans. */
const pathsIn = (file: string): string[] =>
  [...read(file).matchAll(/`((?:src|db|scripts|e2e|bench|docs)\/[\w./{},-]+)`/g)]
    .flatMap(([, path = '']) => expandBraces(path))
    .filter((path) => !MADE.has(path))

/** "src/{a,b}.ts" → "src/a.ts", "src/b.ts" */
function expandBraces(path: string): string[] {
  const found = /^(.*)\{([^}]*)\}(.*)$/.exec(path)
  if (found === null) return [path]
  const [, before, names = '', after] = found
  return names.split(',').flatMap((name) => expandBraces(`${before}${name}${after}`))
}

test('the README names every environment variable with its sentence', () => {
  const rows = [...section(readme, 'Environment').matchAll(/^\| `([A-Z_]+)` +\| (.*?) +\|$/gm)]
  expect(rows.map(([, name, description]) => ({ name, description }))).toEqual(environmentVariables)
})

test('the README shows what a wrong value of a variable is answered with', () => {
  const [, name = '', value = '', sentence = ''] = /^\$ ([A-Z_]+)=(\S+) npm start\n(.+)$/m.exec(readme) ?? []
  expect(() => parseEnv({ [name]: value })).toThrow(new EnvError(sentence))
})

test('the README names every command', () => {
  const { scripts } = z.object({ scripts: z.record(z.string(), z.string()) }).parse(JSON.parse(read('package.json')))
  const named = new Set(
    [...readme.matchAll(/\bnpm (?:run ([a-z][a-z0-9:]*)|(start|test)\b)/g)].map(([, run, own]) => run ?? own),
  )
  expect(named).toEqual(new Set(Object.keys(scripts)))
})

test.each([...truths, ...guides])('every link in %s leads somewhere', (file) => {
  expect(linksIn(file).filter((path) => !existsSync(join(root, path)))).toEqual([])
})

test.each(truths)('every file that %s names exists', (file) => {
  expect(pathsIn(file).filter((path) => !existsSync(join(root, path)))).toEqual([])
})

test('every decision has its number, and says what a reader looks for', () => {
  const names = decisions.map((file) => file.replace('docs/decisions/', '')).toSorted()
  const numbers = names.map((name) => name.slice(0, 3))
  // A number is given when work begins, so one may be missing until that lands; none is given twice.
  expect(numbers).toEqual([...new Set(numbers)])
  for (const number of numbers) expect(number).toMatch(/^\d{3}$/)
  for (const name of names) {
    const text = read(`docs/decisions/${name}`)
    expect(text, name).toMatch(
      new RegExp(`^# ${name.slice(0, 3)} .+\\n\\n\\d{4}-\\d\\d-\\d\\d · (accepted|superseded by \\d{3})`),
    )
    expect(
      [...text.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading),
      name,
    ).toEqual(['Context', 'Decision', 'Alternatives considered', 'Consequences'])
  }
})

test('the architecture page leads to every decision', () => {
  expect(linksIn('docs/architecture.md')).toEqual(expect.arrayContaining(decisions))
})
