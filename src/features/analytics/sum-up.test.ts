import { expect, test } from 'vitest'
import { daysOf, percentile, toAnalytics } from './sum-up.ts'

/** What duration_bucket of the database gives. */
const bucketOf = (ms: number) => Math.floor(Math.log(Math.max(ms, 0.1)) / Math.log(1.02))

/** The definition: the value at the nearest rank of the sorted durations. */
const exactly = (durations: readonly number[], share: number) =>
  durations.toSorted((a, b) => a - b)[Math.ceil(share * durations.length) - 1] ?? Number.NaN

test.each([0.5, 0.95, 0.99])('percentile %d is at most 1 %% beside the one of the durations themselves', (share) => {
  // A long tail: 0.1 ms to three hours.
  const durations = Array.from({ length: 1000 }, (_, n) => 0.1 * 1.0175 ** ((n * 7919) % 1000))
  const buckets = durations.map((ms) => ({ bucket: bucketOf(ms), runs: 1 }))
  expect(Math.abs((percentile(buckets, share) ?? 0) / exactly(durations, share) - 1)).toBeLessThan(0.01)
})

test('without runs there is no percentile', () => {
  expect(percentile([], 0.5)).toBe(null)
})

test('a range has all of its days, over the end of February too', () => {
  expect(daysOf('2028-02-27', '2028-03-01')).toEqual(['2028-02-27', '2028-02-28', '2028-02-29', '2028-03-01'])
})

test('days without runs are there, and the total is that of all days', () => {
  const { total, days } = toAnalytics(
    { from: '2026-03-01', to: '2026-03-02', timeZone: 'UTC' },
    {
      days: [{ day: '2026-03-02', runs: 7, succeeded: 3, failed: 1, cancelled: 2 }],
      buckets: [{ day: '2026-03-02', bucket: 0, runs: 3 }],
      failures: [],
      timeSavedSeconds: 90,
    },
  )
  const none = { runs: 0, succeeded: 0, failed: 0, cancelled: 0, successRate: null, p50: null, p95: null, p99: null }
  const some = { runs: 7, succeeded: 3, failed: 1, cancelled: 2, successRate: 0.75, timeSavedSeconds: 270 }
  expect(days[0]).toEqual({ day: '2026-03-01', ...none, timeSavedSeconds: 0 })
  expect(days[1]).toMatchObject({ day: '2026-03-02', ...some })
  expect(total).toMatchObject(some)
})
