import { expect, test } from 'vitest'
import { pauseAfter } from './after-poll.ts'

const minutes = (count: number) => count * 60_000

test.each([
  ['after a success', { everySeconds: 900, failures: 0 }, minutes(15)],
  ['after a success nobody asks for more', { everySeconds: 900, failures: 0, retryAfterMs: minutes(60) }, minutes(15)],
  ['the first failure', { everySeconds: 60, failures: 1 }, minutes(2)],
  ['the third', { everySeconds: 60, failures: 3 }, minutes(8)],
  ['at most six hours', { everySeconds: 60, failures: 500 }, minutes(360)],
  ['or the interval, where that is longer', { everySeconds: 86_400, failures: 3 }, minutes(1440)],
  ['what the other side asks for', { everySeconds: 60, failures: 1, retryAfterMs: minutes(30) }, minutes(30)],
  ['up to a day', { everySeconds: 60, failures: 1, retryAfterMs: minutes(100_000) }, minutes(1440)],
])('%s', (_what, look, pause) => {
  expect(pauseAfter(look)).toBe(pause)
})
