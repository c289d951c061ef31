import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runTool } from '#src/sdk/run-tool.ts'
import { cronExplainer } from './cron-explainer.tool.ts'

const run = (expression: string, more = {}): Record<string, unknown> => {
  const outcome = runTool(cronExplainer, { expression, from: '2026-01-31T12:00:00Z', ...more })
  return outcome.ok ? outcome.outputs : { refused: outcome.error.details }
}
const next = (expression: string, more = {}) =>
  (run(expression, more).next as { local: string }[]).map(({ local }) => local)

// cRonstrue, README, Usage.
test.each([
  ['0 23 * * *', 'At 11:00 PM'],
  ['23 12 * * SUN', 'At 12:23 PM, only on Sunday'],
  ['23 12 * * 1#2', 'At 12:23 PM, on the second Monday of the month'],
  ['@reboot', 'Run once, at startup'],
])('%s: %s', (expression, description) => {
  expect(run(expression)).toMatchObject({ description, valid: true })
})

// crontab(5) of vixie cron: examples and nicknames.
test.each([
  ['5 0 * * *', '2026-02-01 00:05:00'],
  ['15 14 1 * *', '2026-02-01 14:15:00'],
  ['0 22 * * 1-5', '2026-02-02 22:00:00'],
  ['5 4 * * sun', '2026-02-01 04:05:00'],
  ['0 4 8-14 * *', '2026-02-08 04:00:00'],
  ['@yearly', '2027-01-01 00:00:00'],
  ['@weekly', '2026-02-01 00:00:00'],
  ['@hourly', '2026-01-31 13:00:00'],
  ['0 0 * * 7', '2026-02-01 00:00:00'],
  ['0 0 * * 5-7', '2026-02-01 00:00:00'],
  ['30 0 12 * * *', '2026-01-31 12:00:30'],
  ['0 0 l * *', '2026-02-28 00:00:00'],
  ['0 0 * * 5l', '2026-02-27 00:00:00'],
])('%s next runs at %s', (expression, local) => {
  expect(next(expression, { count: 1 })).toEqual([local])
})

// crontab(5) of vixie cron: a list is a set of numbers or ranges, and 0 and 7 are Sunday.
test.each([
  ['*/15,30 * * * *', ['12:15', '12:30', '12:45', '13:00'], 'T12:00'],
  ['1-5,3 * * * *', ['12:01', '12:02', '12:03', '12:04', '12:05', '13:01'], 'T12:00'],
  ['0 9,9-10 * * *', ['09:00', '10:00'], 'T08:00'],
])('%s: a value that a list has twice counts once', (expression, times, from) => {
  const runs = next(expression, { from: `2026-01-31${from}:00Z`, count: times.length })
  expect(runs).toEqual(times.map((time) => `2026-01-31 ${time}:00`))
})
test.each([
  ['0 0 * * 0,7', ['2026-02-01', '2026-02-08', '2026-02-15']],
  ['0 0 * * sun,5-7', ['2026-02-01', '2026-02-06', '2026-02-07']],
  ['0 0 * * 1,*', ['2026-02-01', '2026-02-02', '2026-02-03']],
  ['0 0 1,1-2 2,feb *', ['2026-02-01', '2026-02-02', '2027-02-01']],
  ['0 0 * * 5l,5l', ['2026-02-27', '2026-03-27', '2026-04-24']],
])('%s: a day that a list has twice counts once', (expression, days) => {
  expect(next(expression, { count: 3 })).toEqual(days.map((day) => `${day} 00:00:00`))
})

test('what is valid and has a day that each month has comes', () => {
  const listUpTo = (min: number, max: number) => {
    const value = fc.integer({ min, max })
    const range = fc.tuple(value, value).map(([a, b]) => `${Math.min(a, b)}-${Math.max(a, b)}`)
    const part = fc.oneof(fc.constantFrom('*', '*/2', '*/5'), value.map(String), range)
    return fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(','))
  }
  const fields = fc.tuple(listUpTo(0, 59), listUpTo(0, 23), listUpTo(1, 28), listUpTo(1, 12), listUpTo(0, 7))
  fc.assert(
    fc.property(fields, (each) => {
      expect(run(each.join(' '), { count: 1 })).toMatchObject({ valid: true, next: [{ utc: expect.any(String) }] })
    }),
  )
})

// crontab(5): * is first-last, a step skips values through the range, a list is a set. Words as the runs are.
test.each([
  ['*,5 * * * *', 'Every minute'],
  ['*/1 * * * *', 'Every minute'],
  ['* */25 * * *', 'Every minute, between 00:00 and 00:59'],
  ['0 0 */40 * *', 'At 00:00, on day 1 of the month'],
  ['0 0 */25 * *', 'At 00:00, on day 1 and 26 of the month'],
  ['0 0 */10 * *', 'At 00:00, every 10 days in a month'],
  ['*/45 * * * *', 'At 0 and 45 minutes past the hour'],
  ['*/59 * * * *', 'At 0 and 59 minutes past the hour'],
  ['*/60 * * * *', 'Every hour'],
  ['0 */23 * * *', 'At 00:00 and 23:00'],
  ['*/20 * * * *', 'Every 20 minutes'],
  ['0 */6 * * *', 'On the hour, every 6 hours'],
  ['0 0 * * 0-7', 'At 00:00'],
  ['0 0 1 * 0-7', 'At 00:00'],
  ['1,2,1 * * * *', 'At 1 and 2 minutes past the hour'],
  ['*/15,30 * * * *', 'At 0, 15, 30, and 45 minutes past the hour'],
  ['*/2,1-59/2 * * * *', 'Every minute'],
  ['0 0 1 */5 *', 'At 00:00, on day 1 of the month, only in January, June, and November'],
  ['0 0 * * */3', 'At 00:00, only on Sunday, Wednesday, and Saturday'],
  ['0 0 * * 0,7', 'At 00:00, only on Sunday'],
  ['0 0 1 * 1,*', 'At 00:00'],
  ['0 0 * * 5l,5l', 'At 00:00, on the last Friday of the month'],
  ['*/45 0 0 * * *', 'At 0 and 45 seconds past the minute, on the hour, at 00:00'],
])('%s in words: %s', (expression, description) => {
  expect(run(expression, { use24Hours: true })).toMatchObject({ description })
})

// crontab(5): if both fields are restricted, the command runs when either matches: "30 4 1,15 * 5".
test('a day of the month or a day of the week', () => {
  expect(next('30 4 1,15 * 5', { count: 4 })).toEqual([
    '2026-02-01 04:30:00',
    '2026-02-06 04:30:00',
    '2026-02-13 04:30:00',
    '2026-02-15 04:30:00',
  ])
})

// crontab(5): a day field with a star is not restricted, and then both must match.
test('every other day that is a Monday', () => {
  const description = 'At 12:00 AM, every 2 days in a month, only on Monday; a day must match both'
  expect(run('0 0 */2 * 1')).toMatchObject({ description, valid: true })
  expect(next('0 0 */2 * 1', { count: 2 })).toEqual(['2026-02-09 00:00:00', '2026-02-23 00:00:00'])
})

// IANA time zones: in Berlin clocks go from 02:00 to 03:00 on 29 March 2026.
test('in a time zone', () => {
  const outputs = run('30 2 * * *', { timeZone: 'Europe/Berlin', from: '2026-03-28T12:00:00Z', count: 2 })
  expect(outputs.next).toMatchObject([
    { local: '2026-03-29 03:30:00', utc: '2026-03-29T01:30:00Z' },
    { local: '2026-03-30 02:30:00', utc: '2026-03-30T00:30:00Z' },
  ])
})

test('a leap day is found, a day that never comes is said', () => {
  expect(next('0 0 29 2 *', { count: 2 })).toEqual(['2028-02-29 00:00:00', '2032-02-29 00:00:00'])
  for (const expression of ['0 0 31 2 *', '0 0 30 2 *', '0 0 31 4,6 *'])
    expect(run(expression)).toMatchObject({ valid: true, next: [], reason: expect.stringContaining('never') })
})

test.each([
  '* * * *',
  '* * * * * * *',
  'foo',
  '@every 5m',
  '*/0 * * * *',
  '5-1 * * * *',
  '0 24 * * *',
  '0 0 0 * *',
  '0 0 32 * *',
  '0 0 * 13 *',
  '0 0 * * 8',
  '0 0 * foo *',
  '1,,2 * * * *',
  '* * * * 1#6',
  '* * * * 1#1,3',
  '-1 * * * *',
  '1.5 * * * *',
  '* * 15W * *',
  '? * * * *',
  '**/5 * * * *',
])('%s is not valid', (expression) => {
  const outputs = run(expression)
  expect(outputs).toMatchObject({ valid: false, reason: expect.stringMatching(/\.$/) })
  expect(outputs).not.toHaveProperty('description')
})

test('what else is wrong is refused at its field', () => {
  expect(run('* * * * *', { timeZone: 'Mars' })).toMatchObject({ refused: [{ field: 'timeZone' }] })
  expect(run('* * * * *', { from: 'soon' })).toMatchObject({ refused: [{ field: 'from' }] })
  for (const from of ['1969-01-01T00:00:00Z', '9001-01-01T00:00:00Z', '999999999999999'])
    expect(run('* * * * *', { from })).toMatchObject({
      refused: [{ field: 'from', message: 'From must be in the years 1970 to 9000' }],
    })
})

test('the next run from now has its instant, one after a given time does not', () => {
  const world = { now: new Date('2026-01-31T12:02:00Z'), randomBytes: (count: number) => new Uint8Array(count) }
  const outcome = runTool(cronExplainer, { expression: '*/5 * * * *' }, world)
  expect(outcome).toMatchObject({ outputs: { nextAt: '2026-01-31T12:05:00Z' } })
  expect(run('*/5 * * * *')).not.toHaveProperty('nextAt')
})

// Quartz has 15W and the like, which crontab(5) does not.
test.each(['15W', '1D', 'Jan'])('a reason quotes %s as it was typed', (day) => {
  const outcome = runTool(cronExplainer, { expression: `0 0 ${day} * *` })
  expect(outcome).toMatchObject({
    ok: true,
    outputs: { valid: false, reason: `In the day of month, “${day}” is no value, range or step.` },
  })
})

// crontab(5): ranges are two numbers, the second of which is not less; Sunday as a name is 0.
test.each([
  ['0 0 * * fri-sun', 'In the day of week, fri is after sun.'],
  ['0 0 * Nov-Feb *', 'In the month, Nov is after Feb.'],
  ['0 0 * * Fri-SUN/2', 'In the day of week, Fri is after SUN.'],
  ['5-1 * * * *', 'In the minute, 5 is after 1.'],
])('the reason of %s quotes what was typed', (expression, reason) => {
  expect(run(expression)).toMatchObject({ valid: false, reason })
})
