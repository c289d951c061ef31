import { expect, test } from 'vitest'
import type { Json } from '#src/sdk/json.ts'
import { sizeOf } from './run-size.ts'

test.each<[Json, number]>([
  ['four', 6],
  [12, 8],
  [null, 8],
  [[], 2],
  [['a', 'b'], 8],
  [{ name: 'Ada', list: [true] }, 2 + (8 + 5) + (8 + 10)],
])('the size of %j is %i', (value, size) => {
  expect(sizeOf(value)).toBe(size)
})
