import { expect, test } from 'vitest'
import { roundTo } from './round.ts'

test.each([
  [1.005, 2, 1.01],
  [-1.005, 2, -1.01],
  [0.1 + 0.2, 6, 0.3],
  [2.5, 0, 3],
  [-0.4, 0, 0],
  [1e21, 2, 1e21],
  [1e-7, 6, 0],
])('%d to %d decimals is %d', (value, decimals, rounded) => {
  expect(roundTo(value, decimals)).toBe(rounded)
})
