import { expect, test } from 'vitest'
import { rangeIn, todayIn } from './range.ts'

test('what day it is depends on where', () => {
  const now = new Date('2026-03-01T02:30:00Z')
  expect([todayIn('America/New_York', now), todayIn('UTC', now)]).toEqual(['2026-02-28', '2026-03-01'])
})

const usual = { from: '2026-01-31', to: '2026-03-01', days: 30 }
test.each([
  ['', usual],
  ['days=7', { from: '2026-02-23', to: '2026-03-01', days: 7 }],
  ['days=8', usual],
  ['from=2026-02-01&to=2026-02-03', { from: '2026-02-01', to: '2026-02-03', days: null }],
  ['from=2026-02-03&to=2026-02-01', usual],
  ['from=2026-02-30&to=2026-03-01', usual],
  ['from=2020-02-01&to=2026-02-01', usual],
  ['from=soon&to=later', usual],
])('?%s', (search, range) => {
  expect(rangeIn(new URLSearchParams(search), '2026-03-01')).toEqual(range)
})
