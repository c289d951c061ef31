import { expect, test } from 'vitest'
import { type Due, decideTicks, type MissedPolicy } from './decide-ticks.ts'

const at = (time: string) => new Date(`2026-11-22T${time}Z`)
const times = (dates: readonly Date[]) => dates.map((date) => date.toISOString().slice(11, 19))
const everyMinute = (missed: MissedPolicy, next = '12:00:00'): Due => ({
  rule: { kind: 'cron', expression: '* * * * *', timeZone: 'UTC' },
  missed,
  anchor: at('00:00:00'),
  nextAt: at(next),
})
const decide = (due: Due, now: string, options = {}) => {
  const { start, leaveOut, nextAt } = decideTicks(due, at(now), options)
  return [times(start), times(leaveOut), nextAt && times([nextAt])[0]]
}

test.each(['skip', 'one', 'all'] as const)(
  '%s: a tick in time starts a run, one that is not due does not',
  (missed) => {
    expect(decide(everyMinute(missed), '11:59:59')).toEqual([[], [], '12:00:00'])
    expect(decide(everyMinute(missed), '12:00:00')).toEqual([['12:00:00'], [], '12:01:00'])
    expect(decide(everyMinute(missed), '12:00:30')).toEqual([['12:00:00'], [], '12:01:00'])
  },
)

test.each([
  ['skip', [], ['12:00:00', '12:01:00', '12:02:00']],
  ['one', ['12:02:00'], ['12:00:00', '12:01:00']],
  ['all', ['12:00:00', '12:01:00', '12:02:00'], []],
] as const)('%s: after three minutes without a server', (missed, start, leaveOut) => {
  expect(decide(everyMinute(missed), '12:02:45')).toEqual([start, leaveOut, '12:03:00'])
})

test.each([
  ['skip', ['12:02:00']],
  ['one', ['12:02:00']],
  ['all', ['12:00:00', '12:01:00', '12:02:00']],
] as const)('%s: a tick in time makes up for those before it', (missed, start) => {
  expect(decide(everyMinute(missed), '12:02:10')[0]).toEqual(start)
})

test.each([
  ['skip', [], []],
  ['one', ['12:09:00'], []],
  ['all', ['12:00:00', '12:01:00', '12:02:00', '12:03:00'], ['12:04:00', '12:05:00', '12:06:00', '12:07:00']],
] as const)('%s: an outage of ten minutes is decided in rounds of four', (missed, first, second) => {
  const started: string[][] = []
  let nextAt: Date | null = at('12:00:00')
  for (let round = 0; round < 3 && nextAt !== null; round += 1) {
    const ticks = decideTicks({ ...everyMinute(missed), nextAt }, at('12:09:50'), { most: 4 })
    started.push(times(ticks.start))
    nextAt = ticks.nextAt
  }
  expect(nextAt).toEqual(at('12:10:00'))
  expect(started.flat().filter((_, index) => missed !== 'all' || index < 4)).toEqual(first)
  if (missed === 'all') expect(started[1]).toEqual(second)
})

const everyTenSeconds = (missed: MissedPolicy, next: string): Due => ({
  ...everyMinute(missed, next),
  rule: { kind: 'interval', seconds: 10 },
})
test.each([
  ['skip', ['12:02:20', '12:02:30', '12:02:40', '12:02:50']],
  ['one', ['12:02:50']],
  ['all', null],
] as const)('%s: after an outage of two intervals and more, each ten seconds long', (missed, start) => {
  const [started, leftOut, next] = decide(everyTenSeconds(missed, '12:00:00'), '12:02:50')
  const every = Array.from({ length: 18 }, (_, n) => times([new Date(at('12:00:00').getTime() + n * 10_000)])[0])
  expect(started).toEqual(start ?? every)
  expect([...(leftOut ?? []), ...(started ?? [])]).toEqual(every)
  expect(next).toBe('12:03:00')
})

test.each([
  ['on time', '12:00:00', '12:00:03', ['12:00:00']],
  ['late by a whole interval, but none was missed', '12:00:00', '12:00:13', ['12:00:00', '12:00:10']],
  ['late by three of them, within the time', '12:00:00', '12:00:30', ['12:00:00', '12:00:10', '12:00:20', '12:00:30']],
  ['the first of them was missed', '12:00:00', '12:00:31', ['12:00:30']],
] as const)('one: ticks that are ten seconds apart, %s', (_about, next, now, start) => {
  expect(decide(everyTenSeconds('one', next), now)[0]).toEqual(start)
})

test('one: the rounds of a long outage start one run together, though the last of them has only ticks in time', () => {
  const started: string[][] = []
  let nextAt: Date | null = at('12:00:00')
  for (let round = 0; round < 3 && nextAt !== null; round += 1) {
    const ticks = decideTicks(everyTenSeconds('one', times([nextAt])[0] ?? ''), at('12:01:50'), { most: 8 })
    started.push(times(ticks.start))
    nextAt = ticks.nextAt
  }
  expect(started).toEqual([[], ['12:01:50'], []])
})

test('a clock that was put back starts nothing again', () => {
  expect(decide(everyMinute('all', '12:05:00'), '12:01:00')).toEqual([[], [], '12:05:00'])
})
