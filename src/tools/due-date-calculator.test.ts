import { expect, test } from 'vitest'
import { runTool } from '#src/sdk/run-tool.ts'
import { dueDateCalculator } from './due-date-calculator.tool.ts'

const world = (now: string) => ({ now: new Date(now), randomBytes: (count: number) => new Uint8Array(count) })
const run = (input: Record<string, unknown>, now = '2026-06-01T12:00:00Z') => {
  const outcome = runTool(dueDateCalculator, input, world(now))
  return outcome.ok ? outcome.outputs : outcome.error.details?.[0]
}

// ACOG Committee Opinion 700: 280 days after the first day of the last period.
test.each([
  ['2026-01-01', '2026-10-08'],
  ['2024-01-01', '2024-10-07'],
  ['2023-12-25', '2024-09-30'],
  ['2024-02-29', '2024-12-05'],
  ['2025-05-31', '2026-03-07'],
])('%s gives %s', (lastPeriod, dueDate) => {
  expect(run({ lastPeriod })).toMatchObject({ dueDate })
})

test.each([
  [20, '2026-09-30'],
  [28, '2026-10-08'],
  [35, '2026-10-15'],
  [45, '2026-10-25'],
])('a cycle of %d days gives %s', (cycleDays, dueDate) => {
  expect(run({ lastPeriod: '2026-01-01', cycleDays })).toMatchObject({ dueDate })
})

test.each([
  ['2026-01-01', 0, 0, 280, 'First'],
  ['2026-01-07', 0, 6, 274, 'First'],
  ['2026-01-08', 1, 0, 273, 'First'],
  ['2026-04-08', 13, 6, 183, 'First'],
  ['2026-04-09', 14, 0, 182, 'Second'],
  ['2026-07-16', 28, 0, 84, 'Third'],
  ['2026-10-08', 40, 0, 0, 'Third'],
  ['2026-10-22', 42, 0, -14, 'Third'],
])('on %s: %d weeks and %d days, %d days remaining', (onDate, weeks, days, daysRemaining, trimester) => {
  expect(run({ lastPeriod: '2026-01-01', onDate })).toMatchObject({
    gestationalWeeks: weeks,
    gestationalExtraDays: days,
    daysRemaining,
    trimester,
  })
})

test('in words', () => {
  expect(run({ lastPeriod: '2026-01-01', onDate: '2026-10-07' })).toMatchObject({
    summary: '39 weeks and 6 days, 1 day to go',
    weekday: 'Thursday',
  })
  expect(run({ lastPeriod: '2026-01-01', onDate: '2026-10-10' })).toMatchObject({
    summary: '40 weeks and 2 days, 2 days past the due date',
  })
})

test('a long cycle: before ovulation could have been, no day is counted', () => {
  expect(run({ lastPeriod: '2026-01-01', cycleDays: 35, onDate: '2026-01-03' })).toMatchObject({
    gestationalWeeks: 0,
    gestationalExtraDays: 0,
    daysRemaining: 285,
  })
})

// Naegele: plus nine months, plus seven days.
test.each([
  ['2026-06-10', '2027-03-17'],
  ['2026-12-01', '2027-09-08'],
  ['2025-05-31', '2026-03-07'],
])('by Naegele %s gives %s', (lastPeriod, naegele) => {
  expect(run({ lastPeriod })).toMatchObject({ naegele })
})

// ACOG Committee Opinion 579: early term from 37 0/7, full term from 39 0/7, late term 41 0/7, post-term 42 0/7.
test('milestones move with the cycle', () => {
  const { milestones } = run({ lastPeriod: '2026-01-01', cycleDays: 30 }) as { milestones: unknown[] }
  expect(milestones).toContainEqual({ milestone: 'Conception, about', weeks: 2, date: '2026-01-17' })
  expect(milestones).toContainEqual({ milestone: 'Early term begins', weeks: 37, date: '2026-09-19' })
  expect(milestones).toContainEqual({ milestone: 'Due date', weeks: 40, date: '2026-10-10' })
})

test('without a date it is today, and nothing is counted before the period began', () => {
  expect(run({ lastPeriod: '2026-01-01' }, '2026-03-01T23:59:59Z')).toMatchObject({ gestationalWeeks: 8 })
  const future = run({ lastPeriod: '2026-07-01' })
  expect(future).toMatchObject({ dueDate: '2027-04-07' })
  expect(future).not.toHaveProperty('gestationalWeeks')
})

test.each([
  [{}, 'lastPeriod', 'First day of the last period is required'],
  [{ lastPeriod: '2026-02-29' }, 'lastPeriod', 'First day of the last period must be a date (YYYY-MM-DD)'],
  [{ lastPeriod: '9999-06-01' }, 'lastPeriod', 'Last period must be before 9999'],
  [{ lastPeriod: '2026-03-01', onDate: '2026-02-28' }, 'onDate', 'This date must not be before the last period'],
  [{ lastPeriod: '2026-03-01', cycleDays: 19 }, 'cycleDays', 'Length of the cycle must be at least 20'],
])('%j is refused at %s', (input, field, message) => {
  expect(run(input)).toEqual({ field, message })
})

test('before the day that a long cycle is counted from, days are left as many as until the date', () => {
  expect(run({ lastPeriod: '2026-01-01', cycleDays: 35, onDate: '2026-01-05' })).toMatchObject({
    dueDate: '2026-10-15',
    daysRemaining: 283,
    summary: '0 weeks and 0 days, 283 days to go',
  })
})

test('how far it is today is left out once 44 weeks are over, unless a date asks for it', () => {
  expect(run({ lastPeriod: '2026-01-01' }, '2026-11-05T12:00:00Z')).toMatchObject({ gestationalWeeks: 44 })
  const over = run({ lastPeriod: '2026-01-01' }, '2026-11-06T12:00:00Z')
  expect(over).toMatchObject({ dueDate: '2026-10-08' })
  expect(over).not.toHaveProperty('summary')
  expect(run({ lastPeriod: '2026-01-01', onDate: '2026-11-06' })).toMatchObject({ daysRemaining: -29 })
})
