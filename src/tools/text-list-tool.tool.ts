import { type RandomBytes, randomBelow, seededBytes } from '#src/lib/random.ts'
import { badge, checkbox, defineTool, radio, select, string, text, textarea } from '#src/sdk/index.ts'
import { toNumber } from '#src/sdk/validate-input.ts'

const MOST_CHARACTERS = 5_000_000
const LARGEST_FILE = 5_000_000

const ACTIONS = {
  sort: 'Sort',
  dedupe: 'Remove duplicates',
  reverse: 'Reverse',
  shuffle: 'Shuffle',
  trim: 'Trim spaces',
  number: 'Number the lines',
} as const
const ORDERS = { alphabet: 'Alphabet', length: 'Length', numeric: 'Number' } as const

const byLetters = new Intl.Collator('en')
const byLettersOnly = new Intl.Collator('en', { sensitivity: 'accent' })

/** Numbers in their order, then everything else by alphabet. */
function sortedByNumber(items: readonly string[], direction: 1 | -1): string[] {
  const values = items.map((item) => ({ item, value: toNumber(item) }))
  const numbers = values.flatMap(({ item, value }) => (value === undefined ? [] : [{ item, value }]))
  const others = values.flatMap(({ item, value }) => (value === undefined ? [item] : []))
  const parts = [
    numbers.sort((a, b) => direction * (a.value - b.value)).map(({ item }) => item),
    others.sort((a, b) => direction * byLetters.compare(a, b)),
  ]
  return (direction === 1 ? parts : parts.reverse()).flat()
}

function sorted(items: readonly string[], { by, descending, ignoreCase }: Options): string[] {
  const direction = descending ? -1 : 1
  const { compare } = ignoreCase ? byLettersOnly : byLetters
  switch (by) {
    case 'alphabet':
      return items.toSorted((a, b) => direction * compare(a, b))
    case 'length':
      return items.toSorted((a, b) => direction * ([...a].length - [...b].length))
    case 'numeric':
      return sortedByNumber(items, direction)
  }
}

/** Fisher and Yates. */
function shuffled(items: readonly string[], bytes: RandomBytes): string[] {
  const result = [...items]
  for (let last = result.length - 1; last > 0; last--) {
    const chosen = randomBelow(last + 1, bytes)
    const [a = '', b = ''] = [result[chosen], result[last]]
    ;[result[chosen], result[last]] = [b, a]
  }
  return result
}

/** The first of those that are equal stays. */
function distinct(items: readonly string[], ignoreCase: boolean): string[] {
  const seen = new Set<string>()
  return items.filter((item) => {
    const key = ignoreCase ? item.toLowerCase() : item
    return !seen.has(key) && seen.add(key)
  })
}

interface Options {
  readonly by: keyof typeof ORDERS
  readonly descending: boolean
  readonly ignoreCase: boolean
  readonly bytes: RandomBytes
}

function changed(items: readonly string[], action: keyof typeof ACTIONS, options: Options): string[] {
  switch (action) {
    case 'sort':
      return sorted(items, options)
    case 'dedupe':
      return distinct(items, options.ignoreCase)
    case 'reverse':
      return items.toReversed()
    case 'shuffle':
      return shuffled(items, options.bytes)
    case 'trim':
      return items.map((item) => item.trim())
    case 'number':
      return items.map((item, index) => `${index + 1}. ${item}`)
  }
}

/** Lines; a text of one line with commas is a list of those. A line break at the end begins no line. */
function itemsOf(given: string): { items: string[]; separator: string } {
  const body = given.replace(/\r\n?/g, '\n').replace(/\n$/, '')
  if (body === '') return { items: [], separator: '\n' }
  if (body.includes('\n') || !body.includes(',')) return { items: body.split('\n'), separator: '\n' }
  return { items: body.split(',').map((item) => item.trim()), separator: ', ' }
}

export const textListTool = defineTool({
  slug: 'text-list-tool',
  title: 'List Sorter and Cleaner',
  description: 'Sorts, reverses, shuffles, numbers or trims the lines of a list, or removes its duplicates.',
  category: 'developer',
  tags: ['text', 'list', 'lines'],
  keywords: [
    'sort lines',
    'alphabetical order',
    'remove duplicate lines',
    'dedupe',
    'unique lines',
    'reverse list',
    'shuffle list',
    'number lines',
    'trim',
    'list randomizer',
  ],
  input: [
    textarea('text', {
      label: 'List',
      help: 'One item a line, or one line with commas.',
      placeholder: 'banana\napple\ncherry',
      default: '',
      maxLength: MOST_CHARACTERS,
      maxBytes: LARGEST_FILE,
    }),
    radio('action', { label: 'Action', default: 'sort', options: ACTIONS }),
    select('by', {
      label: 'Sort by',
      default: 'alphabet',
      options: ORDERS,
      aliases: { alphabetic: 'alphabet', alphabetical: 'alphabet', number: 'numeric' },
      showIf: { field: 'action', in: ['sort'] },
    }),
    checkbox('descending', { label: 'Largest first', showIf: { field: 'action', in: ['sort'] } }),
    checkbox('ignoreCase', { label: 'Ignore case', showIf: { field: 'action', in: ['sort', 'dedupe'] } }),
    checkbox('dropEmpty', { label: 'Leave out empty lines' }),
    string('seed', {
      label: 'Seed',
      help: 'The same word gives the same order; empty shuffles at random.',
      default: '',
      maxLength: 100,
      showIf: { field: 'action', in: ['shuffle'] },
    }),
  ],
  output: {
    result: text('Result', { format: 'code', primary: true }),
    count: badge('Items'),
    removed: badge('Items removed'),
  },
  mayRunLong: true,
  needs: ['chance at times'],
  run: ({ text: given, action, dropEmpty, seed, ...options }, world) => {
    const { items, separator } = itemsOf(given)
    const bytes = seed === '' ? world.randomBytes : seededBytes(seed)
    const all = changed(items, action, { ...options, bytes })
    const kept = dropEmpty ? all.filter((item) => item.trim() !== '') : all
    return { result: kept.join(separator), count: kept.length, removed: items.length - kept.length }
  },
  examples: [
    {
      title: 'By alphabet',
      input: { text: 'apple\npineaple\nlemon\norange', action: 'sort', by: 'alphabet' },
      output: { result: 'apple\nlemon\norange\npineaple' },
      source: 'omni-tools, sort list tests: alphabetic, increasing',
    },
    {
      title: 'By length',
      input: { text: '415689521, 3, 126, 12, 1523', action: 'sort', by: 'length' },
      output: { result: '3, 12, 126, 1523, 415689521' },
      source: 'omni-tools, sort list tests: by length, increasing',
    },
    {
      title: 'By number',
      input: { text: '9, 8, 7, 4, 2, 2, 5', action: 'sort', by: 'numeric' },
      output: { result: '2, 2, 4, 5, 7, 8, 9' },
      source: 'omni-tools, sort list tests: numeric, increasing',
    },
    {
      title: 'Capitals and signs',
      input: { text: 'Apple\npineaple\nlemon\nOrange\n1\n9\n@\n+', action: 'sort', by: 'alphabet' },
      output: { result: '@\n+\n1\n9\nApple\nlemon\nOrange\npineaple' },
      source: 'omni-tools, sort list tests: alphabetic with symbols, not case sensitive',
    },
  ],
  method: {
    formula:
      'By alphabet: the Unicode collation for English, in which signs come before digits and digits before letters. By number: numbers first, the rest by alphabet. Shuffle: Fisher and Yates by numbers of a cryptographic source, or by xorshift32 from the seed.',
    rounding: 'None.',
    notes: 'Equal items keep their order. Of duplicates the first stays. Length is counted in characters.',
  },
  sources: [
    {
      title: 'Unicode Technical Standard #10, Unicode Collation Algorithm',
      url: 'https://www.unicode.org/reports/tr10/',
    },
    { title: 'omni-tools, list tools', url: 'https://github.com/iib0011/omni-tools' },
  ],
})
