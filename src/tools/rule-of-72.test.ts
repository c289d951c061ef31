import { expect, test } from 'vitest'
import { runTool } from '#src/sdk/run-tool.ts'
import { ruleOf72 } from './rule-of-72.tool.ts'

const run = (input: Record<string, unknown>) => {
  const outcome = runTool(ruleOf72, input)
  return outcome.ok ? outcome.outputs : outcome.error.details
}

test('the three rules and how far they are off', () => {
  expect(run({ annualRatePercent: 9 })).toMatchObject({
    answer: 'At 9 % money doubles in about 8 years (exactly 8.04)',
    rules: [
      { rule: 72, estimate: 8, error: -0.0432 },
      { rule: 70, estimate: 7.7778, error: -0.2655 },
      { rule: 69.3, estimate: 7.7, error: -0.3432 },
    ],
  })
})

test('from years to the rate', () => {
  expect(run({ years: 1 })).toMatchObject({ ratePercent: 72, exactRatePercent: 100 })
  expect(run({ years: 10 })).toMatchObject({ exactRatePercent: 7.1773 })
})

test.each([
  [{}, 'annualRatePercent', 'Rate per year is required, or years instead'],
  [{ annualRatePercent: 5, years: 5 }, 'years', 'Years must be empty when the rate is given'],
  [{ annualRatePercent: 0 }, 'annualRatePercent', 'Rate per year must be at least 0.01'],
])('%j is refused', (input, field, message) => {
  expect(run(input)).toEqual([{ field, message }])
})
