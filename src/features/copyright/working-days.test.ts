import { expect, test } from 'vitest'
import { afterWorkingDays } from './working-days.ts'

test.each([
  // Monday 23 November 2026.
  ['2026-11-23T09:30:00Z', 1, '2026-11-24T09:30:00.000Z'],
  ['2026-11-23T09:30:00Z', 10, '2026-12-07T09:30:00.000Z'],
  ['2026-11-23T09:30:00Z', 14, '2026-12-11T09:30:00.000Z'],
  // A Friday and a Saturday.
  ['2026-11-27T23:59:00Z', 1, '2026-11-30T23:59:00.000Z'],
  ['2026-11-28T00:00:00Z', 10, '2026-12-11T00:00:00.000Z'],
])('%s and %i working days', (from, days, expected) => {
  expect(afterWorkingDays(new Date(from), days).toISOString()).toBe(expected)
})
