import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

interface Row {
  readonly journal: string
  readonly cents: number
}

const text = readFileSync(new URL('../../../docs/money.md', import.meta.url), 'utf8')
const cellsOf = (line: string) =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())

/** The journals of one heading, in the order of its tables. */
function journalsOf(section: string): Map<string, number> {
  const sums = new Map<string, number>()
  const rows = section.split('\n').filter((line) => /^\|.*\| +−?\d+ \|$/.test(line))
  let current = ''
  for (const row of rows.map(cellsOf).map(
    ([journal = '', , cents = '']): Row => ({
      journal,
      cents: Number(cents.replace('−', '-')),
    }),
  )) {
    if (row.journal !== '') current = `${row.journal} ${sums.size}`
    sums.set(current, (sums.get(current) ?? 0) + row.cents)
  }
  return sums
}

const sections = new Map(text.split(/^## /m).map((part) => [part.slice(0, part.indexOf('\n')), part]))

const JOURNALS = [
  ['The sale', 3],
  ['With a coupon', 1],
  ['A tip', 3],
  ['With tax', 4],
  ['Half of it back', 1],
  ['The bank is asked to decide', 5],
  ["To the creator's bank", 4],
  ['A month of Pro', 7],
  ['What the provider charges for itself', 1],
  ['To our own bank', 2],
] as const

test('every journal of the page is looked at', () => {
  const withTables = [...sections].filter(([, section]) => section.includes('| Journal')).map(([heading]) => heading)
  expect(withTables).toEqual(JOURNALS.map(([heading]) => heading))
})

test.each(JOURNALS)('%s: each journal sums to zero', (heading, journals) => {
  expect([...journalsOf(sections.get(heading) ?? '').values()]).toEqual(Array.from({ length: journals }, () => 0))
})
