import { expect, test } from 'vitest'
import { relativeTime } from './relative-time.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

test.each([
  [0, 'just now'],
  [-59_999, 'just now'],
  [-MINUTE, '1 minute ago'],
  [-2 * HOUR + 1, '1 hour ago'],
  [-DAY, 'yesterday'],
  [-7 * DAY + 1, '6 days ago'],
  [-8 * DAY, 'last week'],
  [-400 * DAY, 'last year'],
  [MINUTE - 1, 'just now'],
  [90 * MINUTE, 'in 1 hour'],
  [2 * HOUR - MINUTE, 'in 1 hour'],
  [2 * HOUR - MINUTE + 1, 'in 2 hours'],
  [7 * DAY - 1, 'in 7 days'],
  [7 * DAY - MINUTE, 'in 6 days'],
])('%i ms from now is %s', (distance, words) => {
  expect(relativeTime(1_800_000_000_000 + distance, 1_800_000_000_000)).toBe(words)
})
