import { expect, test } from 'vitest'
import { durationText } from './duration.ts'

test.each([
  [0, '< 1 ms'],
  [0.99, '< 1 ms'],
  [1, '1 ms'],
  [830.4, '830 ms'],
  [999.4, '999 ms'],
  [999.6, '1 s'],
  [1420, '1.4 s'],
  [59_900, '59.9 s'],
  [59_960, '1 min 0 s'],
  [125_000, '2 min 5 s'],
  [3_599_600, '1 h 0 min'],
  [7_260_000, '2 h 1 min'],
])('%d ms is "%s"', (ms, text) => {
  expect(durationText(ms)).toBe(text)
})
