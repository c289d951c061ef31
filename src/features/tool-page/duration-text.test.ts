import { expect, test } from 'vitest'
import { durationText } from './duration-text.ts'

test.each([
  [0, '<0.1 ms'],
  [0.04, '<0.1 ms'],
  [0.34, '0.3 ms'],
  [9, '9 ms'],
  [12.6, '13 ms'],
  [1204.2, '1,204 ms'],
])('%d is read as "%s"', (ms, text) => {
  expect(durationText(ms)).toBe(text)
})
