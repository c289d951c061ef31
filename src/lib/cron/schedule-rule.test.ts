import { describe, expect, test } from 'vitest'
import { cronProblem, isTimeZone, nextTicks, type ScheduleRule, tickAfter } from './schedule-rule.ts'

const berlin = (expression: string): ScheduleRule => ({ kind: 'cron', expression, timeZone: 'Europe/Berlin' })
const ticks = (rule: ScheduleRule, after: string, count: number) =>
  nextTicks(rule, new Date(after), count).map((at) => at.toISOString().slice(5, 16))

// Berlin: clocks go forward from 02:00 to 03:00 on 29 March 2026 and back from 03:00 to 02:00 on 25 October 2026.
describe('on the days when the clocks change', () => {
  test('a time of day that is left out comes an hour later, once', () => {
    expect(ticks(berlin('30 2 * * *'), '2026-03-28T00:00Z', 3)).toEqual(['03-28T01:30', '03-29T01:30', '03-30T00:30'])
  })

  test('a time of day that comes twice counts once, the first time', () => {
    expect(ticks(berlin('30 2 * * *'), '2026-10-24T00:00Z', 3)).toEqual(['10-24T00:30', '10-25T00:30', '10-26T01:30'])
  })

  test.each([
    ['03-29', '2026-03-29T00:00Z', ['03-29T00:30', '03-29T01:00', '03-29T01:30', '03-29T02:00']],
    ['10-25', '2026-10-25T00:00Z', ['10-25T00:30', '10-25T01:00', '10-25T01:30', '10-25T02:00']],
  ])('every half hour goes on through %s', (_day, after, expected) => {
    expect(ticks(berlin('*/30 * * * *'), after, 4)).toEqual(expected)
  })

  // New York: clocks go forward from 02:00 to 03:00 on 8 March 2026, 07:00 UTC.
  test.each([
    ['0,30 2 * * *', 'Europe/Berlin', '2026-03-29T00:00Z', ['03-29T01:00', '03-29T01:30', '03-30T00:00']],
    ['*/20 2 28 3 *', 'Europe/Berlin', '2027-03-28T00:00Z', ['03-28T01:00', '03-28T01:20', '03-28T01:40']],
    ['15,30,45 2 * * *', 'America/New_York', '2026-03-08T00:00Z', ['03-08T07:15', '03-08T07:30', '03-08T07:45']],
    ['0 2,3 * * *', 'Europe/Berlin', '2026-03-29T00:00Z', ['03-29T01:00', '03-30T00:00', '03-30T01:00']],
    ['0,30 2 * * *', 'Europe/Berlin', '2026-10-24T23:00Z', ['10-25T00:00', '10-25T00:30', '10-26T01:00']],
    ['5 0-23 * * *', 'Europe/Berlin', '2026-10-24T23:30Z', ['10-25T00:05', '10-25T01:05', '10-25T02:05']],
  ])('several times in that hour: %s in %s', (expression, timeZone, after, expected) => {
    expect(ticks({ kind: 'cron', expression, timeZone }, after, 3)).toEqual(expected)
  })

  // Lord Howe Island, IANA time zones: at 02:00 back to 01:30 on 5 April 2026 (15:00 UTC on the 4th), and at 02:00 forward
  // to 02:30 on 4 October (15:30 UTC on the 3rd).
  test.each([
    ['every hour goes on', '0 * * * *', '2026-04-04T13:10Z', ['04-04T14:00', '04-04T15:30', '04-04T16:30']],
    [
      'every half hour counts twice',
      '*/30 * * * *',
      '2026-04-04T14:10Z',
      ['04-04T14:30', '04-04T15:00', '04-04T15:30'],
    ],
    ['from the second of the two', '*/30 * * * *', '2026-04-04T14:40Z', ['04-04T15:00', '04-04T15:30', '04-04T16:00']],
    ['a time that comes twice', '45 1 * * *', '2026-04-03T20:00Z', ['04-04T14:45', '04-05T15:15', '04-06T15:15']],
    ['a later time of that day', '0 9 * * *', '2026-04-03T20:00Z', ['04-03T22:00', '04-04T22:30', '04-05T22:30']],
    ['half past a left-out hour', '*/30 * * * *', '2026-10-03T14:40Z', ['10-03T15:00', '10-03T15:30', '10-03T16:00']],
    ['an hour that is left out', '0 * * * *', '2026-10-03T14:10Z', ['10-03T14:30', '10-03T16:00', '10-03T17:00']],
    ['a time that is left out', '15 2 * * *', '2026-10-02T20:00Z', ['10-03T15:45', '10-04T15:15', '10-05T15:15']],
    ['every second', '* * * * * *', '2026-04-04T14:59:58Z', ['04-04T14:59', '04-04T15:00', '04-04T15:00']],
    ['a leap day', '0 12 29 2 *', '2026-04-04T00:00Z', ['02-29T01:00', '02-29T01:00', '02-29T01:00']],
    ['a day that is none', '0 12 31 2 *', '2026-04-04T00:00Z', []],
  ])('where they change by half an hour: %s', (_what, expression, after, expected) => {
    expect(ticks({ kind: 'cron', expression, timeZone: 'Australia/Lord_Howe' }, after, 3)).toEqual(expected)
  })

  // Troll: from 03:00 back to 01:00 on 25 October 2026, and from 01:00 forward to 03:00 on 29 March (01:00 UTC each).
  test.each([
    ['a time that comes twice', '30 2 * * *', '2026-10-24T12:00Z', ['10-25T00:30', '10-26T02:30', '10-27T02:30']],
    ['after the first of the two', '30 2 * * *', '2026-10-25T00:45Z', ['10-26T02:30', '10-27T02:30', '10-28T02:30']],
    ['a later time of that day', '0 3 * * *', '2026-10-24T12:00Z', ['10-25T03:00', '10-26T03:00', '10-27T03:00']],
    ['every hour goes on back', '0 * * * *', '2026-10-24T23:30Z', ['10-25T00:00', '10-25T01:00', '10-25T02:00']],
    ['a time that is left out', '30 2 * * *', '2026-03-28T00:00Z', ['03-28T02:30', '03-29T02:30', '03-30T00:30']],
    ['two that are left out', '30 1,2 * * *', '2026-03-29T00:00Z', ['03-29T01:30', '03-29T02:30', '03-29T23:30']],
    ['after the change', '30 2 * * *', '2026-03-29T02:00Z', ['03-29T02:30', '03-30T00:30', '03-31T00:30']],
    ['every hour goes on forward', '0 * * * *', '2026-03-28T23:30Z', ['03-29T00:00', '03-29T01:00', '03-29T02:00']],
  ])('where they change by two hours: %s', (_what, expression, after, expected) => {
    expect(ticks({ kind: 'cron', expression, timeZone: 'Antarctica/Troll' }, after, 3)).toEqual(expected)
  })

  test('an interval counts what has passed and knows no clocks', () => {
    expect(ticks({ kind: 'interval', seconds: 86_400 }, '2026-10-24T12:00Z', 2)).toEqual(['10-25T12:00', '10-26T12:00'])
  })

  test('a midnight that is left out comes at one', () => {
    const santiago: ScheduleRule = { kind: 'cron', expression: '@daily', timeZone: 'America/Santiago' }
    expect(ticks(santiago, '2026-09-05T12:00Z', 2)).toEqual(['09-06T04:00', '09-07T03:00'])
  })
})

// crontab(5): either day field is enough only where both are restricted, that is, do not contain the character *.
test.each([
  ['0 0 */2 * 1', 'UTC', ['02-09T00:00', '02-23T00:00', '03-09T00:00']],
  ['0 0 1 * */2', 'UTC', ['02-01T00:00', '03-01T00:00', '08-01T00:00']],
  ['0 0 */1 * 1', 'UTC', ['02-02T00:00', '02-09T00:00', '02-16T00:00']],
  ['0 0 1 * 1', 'UTC', ['02-01T00:00', '02-02T00:00', '02-09T00:00']],
  ['30 8,20 */10 * 7', 'UTC', ['02-01T08:30', '02-01T20:30', '03-01T08:30']],
  ['0 0 */2 * 1#2', 'UTC', ['02-09T00:00', '03-09T00:00', '04-13T00:00']],
  ['0 0 */2 * 5l', 'UTC', ['02-27T00:00', '03-27T00:00', '05-29T00:00']],
  ['0 0 */5 * sun', 'America/Santiago', ['02-01T03:00', '03-01T03:00', '04-26T04:00']],
])('%s in %s: a day of the month and of the week', (expression, timeZone, expected) => {
  expect(ticks({ kind: 'cron', expression, timeZone }, '2026-01-31T12:00Z', 3)).toEqual(expected)
})

test('a midnight that is left out comes at one on the days that match both fields', () => {
  const santiago: ScheduleRule = { kind: 'cron', expression: '0 0 */5 9 0', timeZone: 'America/Santiago' }
  expect(ticks(santiago, '2026-08-01T12:00Z', 1)).toEqual(['09-06T04:00'])
})

test('29 February on a Sunday comes every 28 years, and 40 years after a century without it', () => {
  const rule: ScheduleRule = { kind: 'cron', expression: '0 0 29 2 */7', timeZone: 'UTC' }
  const years = nextTicks(rule, new Date('2026-01-01'), 4).map((at) => at.getUTCFullYear())
  expect(years).toEqual([2032, 2060, 2088, 2128])
})

test('ticks of an interval stay where they are, whenever one asks', () => {
  const rule: ScheduleRule = { kind: 'interval', seconds: 600 }
  const anchor = new Date('2026-01-01T00:00:30Z')
  expect(
    ['00:00:00', '00:00:30', '00:10:29', '00:10:30', '00:12:00'].map((at) =>
      tickAfter(rule, new Date(`2026-01-01T${at}Z`), anchor)
        ?.toISOString()
        .slice(11, 19),
    ),
  ).toEqual(['00:10:30', '00:10:30', '00:10:30', '00:20:30', '00:20:30'])
})

test.each([
  ['0 9 * * mon-fri', undefined],
  ['@hourly', undefined],
  ['0 0 29 2 *', undefined],
  ['*/15,30 * * * *', undefined],
  ['0 0 * * 0,7', undefined],
  ['0 0 30 2 *', 'Such a day never comes.'],
  ['0 0 */20 * 1#2', 'Such a day never comes.'],
  ['61 * * * *', 'In the minute, 61 is not from 0 to 59.'],
  ['@reboot', '@reboot is no time of day.'],
  ['0 0 9 * * *', 'It must have 5 fields: for seconds there are intervals.'],
  ['', 'It must have 5 fields, not 1.'],
])('the expression %j: %s', (expression, problem) => {
  expect(cronProblem(expression)).toBe(problem)
})

test('time zones are those of the IANA', () => {
  expect(['UTC', 'Europe/Berlin', 'Mars/Olympus', ''].map(isTimeZone)).toEqual([true, true, false, false])
})
