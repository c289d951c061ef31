import { expect, test } from 'vitest'
import { fulfils, isSameJson } from './same-json.ts'

test.each([
  [1, 1, true],
  ['1', 1, false],
  [null, null, true],
  [null, {}, false],
  [[], {}, false],
  [[1, 2], [1, 2], true],
  [[1, 2], [2, 1], false],
  [{ a: 1, b: [{ c: null }] }, { b: [{ c: null }], a: 1 }, true],
  [{ a: 1 }, { a: 1, b: 2 }, false],
  [{ a: undefined }, { b: undefined }, false],
])('%j and %j: %s', (one, other, same) => {
  expect(isSameJson(one, other)).toBe(same)
})

test('outputs that a case does not name do not count', () => {
  expect(fulfils({ total: 12, note: 'x' }, { total: 12 })).toBe(true)
  expect(fulfils({ note: 'x' }, { total: 12 })).toBe(false)
})
