import { expect, test } from 'vitest'
import { pausedUntil } from './muting.ts'

const NOW = new Date('2026-11-22T12:00:00Z')
const outcome = (upheld: boolean, closed: string) => ({ upheld, closed_at: new Date(closed) })
const groundless = (count: number, latest: string) =>
  Array.from({ length: count }, (_, n) => outcome(false, n === 0 ? latest : '2026-10-01T12:00:00Z'))

test.each([
  ['nothing decided yet', [], null],
  ['four in a row', groundless(4, '2026-11-20T12:00:00Z'), null],
  ['five in a row', groundless(5, '2026-11-20T12:00:00Z'), '2026-12-20T12:00:00.000Z'],
  ['the last of five a month ago', groundless(5, '2026-10-23T12:00:00Z'), null],
  ['one of five upheld', [...groundless(4, '2026-11-20T12:00:00Z'), outcome(true, '2026-09-01T12:00:00Z')], null],
  [
    'an earlier one upheld',
    [...groundless(5, '2026-11-20T12:00:00Z'), outcome(true, '2026-09-01T12:00:00Z')],
    '2026-12-20T12:00:00.000Z',
  ],
])('%s', (_, outcomes, until) => {
  expect(pausedUntil(outcomes, NOW)?.toISOString() ?? null).toBe(until)
})
