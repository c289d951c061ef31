import { expect, test } from 'vitest'
import { runTool } from '#src/sdk/run-tool.ts'
import { vatCalculator } from './vat-calculator.tool.ts'

const run = (input: Record<string, unknown>) => {
  const outcome = runTool(vatCalculator, input)
  return outcome.ok ? outcome.outputs : outcome.error.details
}

test('net and tax always come to gross', () => {
  for (let cents = 0; cents < 300; cents++) {
    const { net, vat, gross } = run({ amount: cents / 100, ratePercent: 7.7, amountIs: 'gross' }) as Record<
      string,
      number
    >
    expect(Math.round((net ?? 0) * 100) + Math.round((vat ?? 0) * 100)).toBe(Math.round((gross ?? 0) * 100))
    expect(gross).toBe(cents / 100)
  }
})

test('the words of price lists are understood', () => {
  expect(run({ amount: 119, ratePercent: 19, amountIs: 'inclusive' })).toMatchObject({ net: 100, vat: 19 })
  expect(run({ amount: 100, ratePercent: 19, amountIs: 'exclusive' })).toMatchObject({ gross: 119 })
})

test('20 % is meant where no rate is given, and other rates are beside it', () => {
  expect(run({ amount: 10 })).toMatchObject({
    gross: 12,
    rates: expect.arrayContaining([{ ratePercent: 25, net: 10, vat: 2.5, gross: 12.5 }]),
  })
})

test.each([
  [{ amount: -1 }, 'amount', 'Amount must be at least 0'],
  [{ amount: 1, ratePercent: -1 }, 'ratePercent', 'Tax rate must be at least 0'],
  [{ amount: 1, amountIs: 'both' }, 'amountIs', 'Amount given must be one of: net, gross'],
])('%j is refused', (input, field, message) => {
  expect(run(input)).toEqual([{ field, message }])
})
