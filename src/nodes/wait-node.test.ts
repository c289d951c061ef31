import { expect, test, vi } from 'vitest'
import { checkConfig } from './check-config.ts'
import { parseAndRun } from './test-context.ts'
import { wait } from './wait.node.ts'

const NOW = Date.parse('2027-01-31T12:00:00Z')
const pauseOf = async (config: object) => {
  vi.useFakeTimers({ now: NOW })
  try {
    return (await parseAndRun(wait, config)).pause
  } finally {
    vi.useRealTimers()
  }
}

test.each([
  [{}, '2027-01-31T13:00:00.000Z'],
  [{ amount: 90, unit: 'seconds' }, '2027-01-31T12:01:30.000Z'],
  [{ amount: 1.5, unit: 'minutes' }, '2027-01-31T12:01:30.000Z'],
  [{ amount: 366, unit: 'days' }, '2028-02-01T12:00:00.000Z'],
  [{ mode: 'until', until: '2027-02-01T09:00:00+01:00' }, '2027-02-01T08:00:00.000Z'],
  [{ mode: 'until', until: '2027-03-01' }, '2027-03-01T00:00:00.000Z'],
  [{ mode: 'until', until: '2020-01-01T00:00:00Z' }, '2020-01-01T00:00:00.000Z'],
  [{ mode: 'until', until: '9999-01-01T00:00:00Z' }, '2028-02-01T12:00:00.000Z'],
])('%j waits until %s', async (config, until) => {
  expect(await pauseOf(config)).toEqual({ until })
})

test('a call may end the wait before its time', async () => {
  expect(await pauseOf({ mode: 'call', amount: 2, unit: 'days' })).toEqual({
    until: '2027-02-02T12:00:00.000Z',
    endedBy: 'call',
  })
})

test.each([
  [{ mode: 'until' }, 'until', 'Say until when to wait'],
  [
    { mode: 'until', until: 'tomorrow' },
    'until',
    'Write a time like 2027-01-31T09:00:00Z, or a date like 2027-01-31 for its beginning in UTC',
  ],
  [{ amount: 367, unit: 'days' }, 'amount', 'A step can wait 366 days at most'],
])('%j is refused', (config, path, message) => {
  expect(checkConfig(wait, config)).toEqual([{ path, message }])
})

test('an expression may say until when', () => {
  expect(checkConfig(wait, { mode: 'until', until: '{{ trigger.body.at }}' })).toEqual([])
})

const call = { method: 'POST', headers: {}, query: {}, body: { paid: true } }
test.each([
  ['for', { kind: 'due' }, { output: null, port: 'out' }],
  ['call', { kind: 'due' }, { output: null, port: 'expired' }],
  ['call', { kind: 'ended', answer: call }, { output: call }],
] as const)('a wait “%s” that ends with %j gives %j', (mode, end, result) => {
  expect(wait.resume?.(wait.config.parse({ mode }), end)).toEqual(result)
})
