import { expect, test } from 'vitest'
import { countdownText } from './countdown-text.ts'

test.each([
  [-5000, 'now'],
  [0, 'now'],
  [1, 'in 1 s'],
  [12_000, 'in 12 s'],
  [60_000, 'in 1 min'],
  [61_000, 'in 1 min 1 s'],
  [3_605_000, 'in 1 h'],
  [7_260_000, 'in 2 h 1 min'],
  [90_000_000, 'in 1 d 1 h'],
])('%i ms is %s', (ms, text) => {
  expect(countdownText(ms)).toBe(text)
})
