import { expect, test } from 'vitest'
import { sortRows } from './sort-rows.ts'

const sorted = (values: readonly unknown[], direction: 'ascending' | 'descending') =>
  sortRows(
    values.map((value, place) => ({ value, place })),
    { key: 'value', direction },
  ).map(({ value }) => value)

test.each([
  ['numbers', [10, 9, -1, 1e3], [-1, 9, 10, 1e3], [1e3, 10, 9, -1]],
  ['numbers in texts', ['1,234.50', '99', '-3'], ['-3', '99', '1,234.50'], ['1,234.50', '99', '-3']],
  [
    'words',
    ['b', 'Ä', 'a', 'item 10', 'item 9'],
    ['a', 'Ä', 'b', 'item 9', 'item 10'],
    ['item 10', 'item 9', 'b', 'Ä', 'a'],
  ],
  ['numbers before words', ['x', 2], [2, 'x'], ['x', 2]],
  ['nothing last', [null, 2, '', 1, undefined], [1, 2, null, '', undefined], [2, 1, null, '', undefined]],
  ['flags', [true, false], [false, true], [true, false]],
])('%s', (_, values, up, down) => {
  expect(sorted(values, 'ascending')).toEqual(up)
  expect(sorted(values, 'descending')).toEqual(down)
})

test('equal cells keep their order, and the rows themselves are not touched', () => {
  const rows = [
    { a: 1, b: 'first' },
    { a: 0, b: 'other' },
    { a: 1, b: 'second' },
  ]
  const names = (direction: 'ascending' | 'descending') => sortRows(rows, { key: 'a', direction }).map(({ b }) => b)
  expect(names('ascending')).toEqual(['other', 'first', 'second'])
  expect(names('descending')).toEqual(['first', 'second', 'other'])
  expect(rows[0]?.b).toBe('first')
})
