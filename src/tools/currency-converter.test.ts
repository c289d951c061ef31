import { expect, test } from 'vitest'
import { runTool } from '#src/sdk/run-tool.ts'
import { CURRENCIES, minorUnits } from './currency-converter/currencies.ts'
import { currencyConverter } from './currency-converter.tool.ts'

const run = (input: Record<string, unknown>): Record<string, unknown> => {
  const outcome = runTool(currencyConverter, input)
  return outcome.ok ? outcome.outputs : { problems: outcome.error.details }
}

// ISO 4217, list one: the minor units.
test.each([
  ['JPY', 0],
  ['KRW', 0],
  ['ISK', 0],
  ['CLP', 0],
  ['USD', 2],
  ['EUR', 2],
  ['MGA', 2],
  ['BHD', 3],
  ['KWD', 3],
  ['TND', 3],
  ['CLF', 4],
  ['UYW', 4],
])('%s has %i decimals', (code, decimals) => {
  expect(minorUnits(code)).toBe(decimals)
  expect(CURRENCIES).toHaveProperty(code)
})

test('every code is three capitals', () => {
  expect(Object.keys(CURRENCIES).filter((code) => !/^[A-Z]{3}$/.test(code))).toEqual([])
})

test('halves go away from zero, and amounts are exact', () => {
  expect(run({ amount: 1, from: 'USD', to: 'JPY', rate: 110.5 })).toMatchObject({ result: 111 })
  expect(run({ amount: -1, from: 'USD', to: 'JPY', rate: 110.5 })).toMatchObject({ result: -111 })
  expect(run({ amount: 1.005, from: 'USD', to: 'EUR', rate: 1 })).toMatchObject({ result: 1.01 })
  expect(run({ amount: 0.1, from: 'USD', to: 'KWD', rate: 3 })).toMatchObject({ result: 0.3, exact: 0.3 })
})

test('the fee is taken off first', () => {
  expect(run({ amount: 200, from: 'EUR', to: 'USD', rate: 1.1, feePercent: 1.5 })).toMatchObject({
    fee: 3,
    result: 216.7,
    inverseRate: 10 / 11,
  })
})

test('amounts are written with their code and decimals', () => {
  const { written, steps } = run({ amount: 1234.5, from: '€', to: 'jpy', rate: 160 })
  expect(written).toBe('EUR 1,234.50 = JPY 197,520')
  expect(steps).toContainEqual({ amount: 'EUR 500.00', converted: 'JPY 80,000' })
})

test.each([
  [{ amount: 1, rate: 0 }, 'rate'],
  [{ amount: 1 }, 'rate'],
  [{ rate: 1 }, 'amount'],
  [{ amount: 1, rate: 1, from: 'XXX' }, 'from'],
  [{ amount: 1, rate: 2, from: 'EUR', to: 'EUR' }, 'rate'],
])('%j is refused', (input, field) => {
  expect(run(input)).toMatchObject({ problems: [{ field }] })
})
