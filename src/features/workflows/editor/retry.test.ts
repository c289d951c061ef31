import { expect, test } from 'vitest'
import { GraphNode } from '#src/lib/graph/graph.schema.ts'
import { optionsWith, retryOf, TIMES, timeLimitOptions, toRetry, WAITS, withTimeLimit } from './retry.ts'

const step = GraphNode.parse({ id: 'n', key: 'call', type: 'http', name: 'Call' })
const retry = { max: 7, backoff: 'constant', baseMs: 90_000 } as const

test('a step is not tried again unless it says so', () => {
  expect(retryOf(step)).toEqual({ times: 0, baseMs: 1000, backoff: 'exponential' })
  expect(toRetry({ ...step, retry }, { times: 0, baseMs: 1000, backoff: 'constant' })).toEqual(step)
})

test('what the form says is what the graph gets', () => {
  const node = toRetry(step, { times: 3, baseMs: 5000, backoff: 'exponential' })
  expect(node.retry).toEqual({ max: 3, backoff: 'exponential', baseMs: 5000 })
  expect(GraphNode.parse(node)).toEqual(node)
  expect(retryOf({ ...step, retry })).toEqual({ times: 7, baseMs: 90_000, backoff: 'constant' })
})

test('a value that the form does not offer is kept', () => {
  expect(optionsWith(TIMES, 7).map(({ label }) => label)).toEqual([
    'Never',
    'Once',
    '2 times',
    '3 times',
    '5 times',
    '7 times',
    '10 times',
  ])
  expect(optionsWith(WAITS, 90_000).map(({ label }) => label)).toEqual([
    '1 s',
    '5 s',
    '30 s',
    '1 min',
    '1.5 min',
    '5 min',
  ])
  expect(optionsWith(WAITS, 1000)).toHaveLength(5)
})

test('the time limit of a step is one of the usual ones, or what was set before', () => {
  const usual = ['As usual: 5 min', '5 s', '30 s', '1 min', '5 min', '15 min', '60 min']
  expect(timeLimitOptions(undefined).map(({ label }) => label)).toEqual(usual)
  expect(timeLimitOptions(9000)[2]).toEqual({ value: '9000', label: '9 s' })
  const limited = withTimeLimit(step, 9000)
  expect(GraphNode.parse(limited)).toEqual({ ...step, timeoutMs: 9000 })
  expect(withTimeLimit(limited, undefined)).toEqual(step)
})
