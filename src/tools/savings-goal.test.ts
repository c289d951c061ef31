import { expect, test } from 'vitest'
import { runTool } from '#src/sdk/run-tool.ts'
import { savingsGoal } from './savings-goal.tool.ts'

const run = (input: Record<string, unknown>) => {
  const outcome = runTool(savingsGoal, input)
  return outcome.ok ? outcome.outputs : outcome.error.details
}

// Microsoft Excel, NPER function: 59.6738657 and 60.0821229.
test.each([
  [true, 59.6738657],
  [false, 60.0821229],
])('periods before rounding, at the start: %s', (contributionAtStart, periods) => {
  const input = { action: 'time', goal: 10_000, principal: 1000, annualRatePercent: 12, contribution: 100 }
  expect(run({ ...input, contributionAtStart })).toMatchObject({ periods: expect.closeTo(periods, 6) })
})

// Exceljet, periods for annuity: 5,000 a year at 5 % reach 100,000 after 14.20669908 years.
test('a year at a time', () => {
  const input = { action: 'time', goal: 100_000, annualRatePercent: 5, compoundsPerYear: '1', contribution: 5000 }
  expect(run(input)).toMatchObject({
    periods: expect.closeTo(14.20669908, 8),
    wholePeriods: 15,
    answer: '15 years',
  })
})

test('a goal that is met exactly takes no further period', () => {
  // 100 + 110 + 121 = 331
  const input = { action: 'time', goal: 331, annualRatePercent: 10, compoundsPerYear: '1', contribution: 100 }
  expect(run(input)).toMatchObject({ wholePeriods: 3, finalBalance: 331, interest: 31 })
})

test('what is there grows by itself', () => {
  const input = { goal: 121, principal: 100, annualRatePercent: 10, compoundsPerYear: '1', years: 2 }
  expect(run(input)).toMatchObject({ contribution: 0, finalBalance: 121 })
  expect(run({ ...input, goal: 50 })).toMatchObject({ contribution: 0 })
})

test.each([
  [
    { action: 'time', goal: 10, contribution: 0 },
    'contribution',
    'Contribution must be higher: the goal is not reached within 200 years',
  ],
  [{ goal: 10, years: 0.01 }, 'years', 'Years must come to at least one month'],
  [{ goal: 0 }, 'goal', 'Goal must be at least 0.01'],
])('%j is refused', (input, field, message) => {
  expect(run(input)).toEqual([{ field, message }])
})

test('times in words', () => {
  const answer = (input: Record<string, unknown>) => (run(input) as { answer: string }).answer
  const saving = { action: 'time', goal: 1200, principal: 0, annualRatePercent: 0, contribution: 100 }
  expect(answer(saving)).toBe('12 months: 1 year')
  expect(answer({ ...saving, goal: 100 })).toBe('1 month: 0.08 years')
  expect(answer({ ...saving, goal: 100, compoundsPerYear: 1 })).toBe('1 year')
})
