import { expect, test } from 'vitest'
import { runKeyOf } from './run-key.ts'

test.each([
  ['order-7', 'order-7'],
  [7, '7'],
  [{ id: 7 }, '{"id":7}'],
  ['x'.repeat(200), 'x'.repeat(200)],
  ['x'.repeat(201), null],
  ['', null],
  [null, null],
  [undefined, null],
  ['a\0b', null],
  ['\ud800', null],
])('%j names a run %j', (value, name) => {
  expect(runKeyOf(value)).toBe(name)
})
