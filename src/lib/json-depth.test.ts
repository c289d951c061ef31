import { expect, test } from 'vitest'
import { isTooDeep } from './json-depth.ts'

test.each([
  ['[[1]]', 2, false],
  ['[[[1]]]', 2, true],
  ['{"a":{"b":[]}}', 3, false],
  ['{"a":{"b":[]}}', 2, true],
  ['"[[[[["', 1, false],
  [String.raw`["\"[[[["]`, 1, false],
  [String.raw`["\\",[[1]]]`, 2, true],
  ['[],[],[]', 1, false],
])('%s with at most %i levels is too deep: %s', (json, max, expected) => {
  expect(isTooDeep(json, max)).toBe(expected)
})
