import { expect, test } from 'vitest'
import { type AfterFailure, afterFailure, backoffMs, type Failure } from './after-failure.ts'

const failure = (changes: Partial<Failure> = {}): Failure => ({
  code: 'HTTP_STATUS',
  message: 'The server answered 503',
  permanent: false,
  ...changes,
})
const constant = { max: 2, backoff: 'constant', baseMs: 200 } as const
const exponential = { max: 3, backoff: 'exponential', baseMs: 1000 } as const
const DAY = 86_400_000
const stop: AfterFailure = { do: 'stop' }

test.each([
  ['no retry wanted', {}, failure(), 1, stop],
  ['first of two retries', { retry: constant }, failure(), 1, { do: 'retry', at: 10_200 }],
  ['second of two retries', { retry: constant }, failure(), 2, { do: 'retry', at: 10_200 }],
  ['two retries are spent', { retry: constant }, failure(), 3, stop],
  ['max 0 never retries', { retry: { ...constant, max: 0 } }, failure(), 1, stop],
  ['a permanent failure is not retried', { retry: constant }, failure({ permanent: true }), 1, stop],
  ['Retry-After is longer', { retry: constant }, failure({ retryAfterMs: 7000 }), 1, { do: 'retry', at: 17_000 }],
  ['Retry-After is shorter', { retry: exponential }, failure({ retryAfterMs: 10 }), 2, { do: 'retry', at: 12_000 }],
  [
    'Retry-After of a day is waited for',
    { retry: constant },
    failure({ retryAfterMs: DAY }),
    1,
    { do: 'retry', at: 10_000 + DAY },
  ],
  [
    'so is one of a week',
    { retry: constant },
    failure({ retryAfterMs: 7 * DAY }),
    1,
    { do: 'retry', at: 10_000 + 7 * DAY },
  ],
  ['a longer one is as good as never', { retry: constant }, failure({ retryAfterMs: 7 * DAY + 1 }), 1, stop],
  [
    'and takes the way for errors',
    { retry: constant, onError: 'branch' },
    failure({ retryAfterMs: 8 * DAY }),
    1,
    { do: 'go-on', port: 'error' },
  ],
  ['go on after the last retry', { retry: constant, onError: 'continue' }, failure(), 3, { do: 'go-on', port: 'out' }],
  [
    'go on behind a loop',
    { onError: 'continue', onwards: 'done' },
    failure({ permanent: true }),
    1,
    { do: 'go-on', port: 'done' },
  ],
  [
    'stop where nobody knows which way',
    { onError: 'continue', onwards: undefined },
    failure({ permanent: true }),
    1,
    { do: 'stop' },
  ],
  ['branch', { onError: 'branch' }, failure({ permanent: true }), 1, { do: 'go-on', port: 'error' }],
] as const)('%s', (_title, node, problem, attempt, expected) => {
  expect(
    afterFailure({ onError: 'stop', retry: undefined, onwards: 'out', ...node }, problem, attempt, {
      now: 10_000,
      chance: 0,
    }),
  ).toEqual(expected)
})

test.each([
  ['half', failure(), 0.5, 11_050],
  ['all', failure(), 1, 11_100],
  ['all, after what was asked for', failure({ retryAfterMs: 7000 }), 1, 17_700],
  ['six minutes at most', failure({ retryAfterMs: DAY }), 1, 10_000 + DAY + 360_000],
])('chance adds up to a tenth of the wait: %s', (_title, problem, chance, at) => {
  const node = { onError: 'stop', retry: exponential, onwards: 'out' } as const
  expect(afterFailure(node, problem, 1, { now: 10_000, chance })).toEqual({ do: 'retry', at })
})

test.each([
  [constant, [200, 200, 200]],
  [exponential, [1000, 2000, 4000]],
  [{ ...exponential, baseMs: 3_000_000 }, [3_000_000, 3_600_000, 3_600_000]],
])('waits before attempts 2, 3 and 4 with %j', (retry, expected) => {
  expect([1, 2, 3].map((attempt) => backoffMs(retry, attempt))).toEqual(expected)
})
