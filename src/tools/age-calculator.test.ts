import { expect, test } from 'vitest'
import { runTool } from '#src/sdk/run-tool.ts'
import { ageCalculator } from './age-calculator.tool.ts'

const world = { now: new Date('2024-02-28T23:59:00Z'), randomBytes: (count: number) => new Uint8Array(count) }
const run = (input: Record<string, unknown>) => {
  const outcome = runTool(ageCalculator, input, world)
  if (!outcome.ok) throw new Error(outcome.error.message)
  return outcome.outputs
}

test('without a date the age is that of today', () => {
  expect(run({ birth: '2000-02-29' })).toMatchObject({ years: 23, nextBirthday: '2024-02-29', daysToBirthday: 1 })
})

test.each([
  ['2001-02-28', 'march-1', '11 months, 30 days'],
  ['2001-03-01', 'march-1', '1 year'],
  ['2001-03-28', 'march-1', '1 year, 27 days'],
  ['2001-03-29', 'march-1', '1 year, 1 month'],
  ['2001-02-27', 'february-28', '11 months, 29 days'],
  ['2001-02-28', 'february-28', '1 year'],
  ['2001-03-28', 'february-28', '1 year, 28 days'],
  ['2004-02-29', 'february-28', '4 years'],
])('born on 2000-02-29, on %s with %s: %s', (onDate, leapDay, age) => {
  expect(run({ birth: '2000-02-29', onDate, leapDay }).age).toBe(age)
})

test('the day before a birthday and the day itself', () => {
  expect(run({ birth: '1990-07-15', onDate: '2020-07-14' })).toMatchObject({ years: 29, months: 11, days: 29 })
  expect(run({ birth: '1990-07-15', onDate: '2020-07-15' })).toMatchObject({
    age: '30 years',
    isBirthday: true,
    nextBirthday: '2021-07-15',
    totalMonths: 360,
  })
})

test('who is not born yet has no age', () => {
  expect(runTool(ageCalculator, { birth: '2024-02-29' }, world)).toMatchObject({
    ok: false,
    error: { details: [{ field: 'birth', message: 'Born on must not be after today' }] },
  })
})
