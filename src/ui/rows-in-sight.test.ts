import { expect, test } from 'vitest'
import { rowsAround, rowsInSight } from './rows-in-sight.ts'

const even = (count: number, height = 100) => Array.from({ length: count }, () => height)

test.each([
  ['the beginning', even(1000), 0, 600, { first: 0, end: 14, before: 0, after: 98_600 }],
  ['the middle', even(1000), 50_000, 600, { first: 492, end: 514, before: 49_200, after: 48_600 }],
  ['the end', even(1000), 99_400, 600, { first: 986, end: 1000, before: 98_600, after: 0 }],
  ['above the list', even(1000), -500, 600, { first: 0, end: 9, before: 0, after: 99_100 }],
  ['far below it', even(10), 5000, 600, { first: 9, end: 10, before: 900, after: 0 }],
  ['rows of all heights', [50, 900, 50, 900, 50, 900], 1000, 100, { first: 1, end: 4, before: 50, after: 950 }],
  ['no row', [], 0, 600, { first: 0, end: 0, before: 0, after: 0 }],
])('of a tall list those near what is seen are drawn: %s', (_, heights, top, height, expected) => {
  expect(rowsInSight({ heights, top, height })).toEqual(expected)
})

test('a row that is far away is drawn with those around it', () => {
  expect(rowsAround(even(1000), 999)).toEqual({ first: 991, end: 1000, before: 99_100, after: 0 })
})
