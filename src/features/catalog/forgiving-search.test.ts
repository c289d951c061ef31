import { afterAll, beforeAll, expect, test } from 'vitest'
import { foldWords } from '#src/lib/search-words.ts'
import { freshDatabase, type TestDatabase } from '#src/server/test-database.ts'
import { listBuiltins, syncBuiltins } from './builtin-tools.server.ts'
import { SearchQuery } from './catalog.schema.ts'
import { searchOver } from './search.queries.ts'

let database: TestDatabase
let slugById: Map<string, string>
beforeAll(async () => {
  database = await freshDatabase()
  await syncBuiltins(database.db)
  const { rows } = await database.pool.query('select id, slug from tool')
  slugById = new Map(rows.map(({ id, slug }) => [id, slug]))
})
afterAll(() => database.drop())

async function firstFive(typed: string): Promise<(string | undefined)[]> {
  const { ids } = await searchOver(database.db)(SearchQuery.parse({ search: typed }))
  return ids.slice(0, 5).map((id) => slugById.get(id))
}

// A linear congruential generator, so that every run makes the same mistakes (Numerical Recipes, ranqd1).
function createChance(seed: number) {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz'
type Chance = (below: number) => number

/** One letter inserted, deleted, replaced, or swapped with the next. */
function misspell(word: string, chance: Chance): string {
  const at = chance(word.length)
  const letter = LETTERS[chance(26)]
  switch (chance(4)) {
    case 0:
      return word.slice(0, at) + letter + word.slice(at)
    case 1:
      return word.slice(0, at) + word.slice(at + 1)
    case 2:
      return word.slice(0, at) + letter + word.slice(at + 1)
    default: {
      const before = Math.min(at, word.length - 2)
      return word.slice(0, before) + word[before + 1] + word[before] + word.slice(before + 2)
    }
  }
}

test('two words that are written as one are looked for as both', async () => {
  expect((await firstFive('wordcount'))[0]).toBe('text-statistics')
  expect((await firstFive('loancalculator'))[0]).toBe('loan-payment')
})

const longestOf = (words: readonly string[]) =>
  words.reduce((longest, word) => (word.length > longest.length ? word : longest))

test.each([1, 2, 3])(
  'seed %i: with one mistake in the longest word of its title a tool is among the first five',
  async (seed) => {
    const chance = createChance(seed)
    const builtins = await listBuiltins()
    const missed: string[] = []
    for (const { slug, title } of builtins) {
      const words = foldWords(title)
      const longest = longestOf(words)
      const typed = words.map((word) => (word === longest ? misspell(word, chance) : word)).join(' ')
      if (!(await firstFive(typed)).includes(slug)) missed.push(`${typed} → ${slug}`)
    }
    expect(builtins.length).toBeGreaterThanOrEqual(115)
    expect(missed.length / builtins.length, missed.join('\n')).toBeLessThanOrEqual(0.05)
  },
)

test.each([
  ['base 64', 'base64'],
  ['base64', 'base64'],
  ['BASE-64', 'base64'],
  ['rot 13', 'rot13'],
  ['sha 256', 'hash-generator'],
  ['kg to lb', 'unit-converter'],
  ['kilograms to pounds', 'unit-converter'],
  ['kilos in lbs', 'unit-converter'],
  ['km to miles', 'unit-converter'],
  ['kilometers to miles', 'unit-converter'],
  ['°c to °f', 'unit-converter'],
  ['fahrenheit celsius', 'unit-converter'],
  ['litres to gallons', 'unit-converter'],
  ['inch to cm', 'unit-converter'],
  ['kph to mph', 'engineering-units'],
  ['mb to gb', 'data-size-converter'],
  ['color picker', 'color-converter'],
  ['colour picker', 'color-converter'],
  ['beautify json', 'json-formatter'],
  ['prettify json', 'json-formatter'],
  ['guid', 'uuid-generator'],
  ['epoch', 'timestamp-converter'],
  ['regexp', 'regex-tester'],
  ['qr', 'qr-code-generator'],
  ['gratuity', 'tip-calculator'],
  ['home loan', 'mortgage-calculator'],
  ['word count', 'text-statistics'],
  ['upper case', 'text-case-converter'],
  ['time zone', 'timezone-converter'],
  ['timezone', 'timezone-converter'],
  ['pass word generator', 'password-generator'],
  ['yaml to json', 'data-format-converter'],
  ['crontab', 'cron-explainer'],
])('"%s" finds %s among the first five', async (typed, slug) => {
  expect(await firstFive(typed)).toContain(slug)
})

test.each([
  ['Càlcùlàtor', 'calculator'],
  ['pâlétte génerator', 'palette generator'],
  ['ÚNÍT', 'unit'],
])('accents do not count: "%s" finds what "%s" finds', async (accented, plain) => {
  const found = await firstFive(plain)
  expect(found).not.toEqual([])
  expect(await firstFive(accented)).toEqual(found)
})

test.each([
  ['qrcode', 'qr-code-generator'],
  ['jsonformatter', 'json-formatter'],
  ['f to c', 'unit-converter'],
  ['C in F', 'unit-converter'],
])('“%s” finds %s first', async (typed, slug) => {
  expect((await firstFive(typed))[0]).toBe(slug)
})
