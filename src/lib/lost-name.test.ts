import { expect, test } from 'vitest'
import { lostName } from './lost-name.ts'

test.each([
  ['{"a": 1, "b": {"a": 2}, "c": [{"a": 3}, {"a": 4}]}', undefined],
  ['{"a": "a", "b": ["a", "a"]}', undefined],
  ['{"a": "\\"b\\": {", "b": 1}', undefined],
  ['{"a": 1, "b": {"c": 1, "c" : 2}}', 'c'],
  ['{"a": 1, "\\u0061": 2}', 'a'],
  ['[{"a": 1}, {"b": {}, "a": 1, "a": 1}]', 'a'],
  ['{"a": {"__proto__": 1}}', '__proto__'],
])('of %s, %s would be lost', (text, name) => {
  expect(lostName(text)).toBe(name)
})
