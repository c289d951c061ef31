import { expect, test } from 'vitest'
import { valueAt } from './value-at.ts'

test.each([
  ['', { a: 1 }],
  ['a', 1],
  ['b.0.c', undefined],
  ['toString', undefined],
  ['__proto__', undefined],
  ['a.b', undefined],
])('%s', (path, found) => {
  expect(valueAt({ a: 1 }, path)).toEqual(found)
})

test('an entry of a list', () => {
  expect([valueAt({ b: [{ c: null }] }, 'b.0.c'), valueAt([1, 2], '1'), valueAt([1], 'length')]).toEqual([null, 2, 1])
})
