import { expect, test } from 'vitest'
import { runTool } from '#src/sdk/run-tool.ts'
import { statisticsCalculator } from './statistics-calculator.tool.ts'

const run = (input: Record<string, unknown>) => {
  const outcome = runTool(statisticsCalculator, input)
  if (!outcome.ok) throw new Error(outcome.error.message)
  return outcome.outputs
}
const problem = (values: unknown) => {
  const outcome = runTool(statisticsCalculator, { values })
  return outcome.ok ? undefined : outcome.error.details?.[0]?.message
}

/** A first value, then 500 pairs: so NIST makes the data of NumAcc2 to NumAcc4. */
const numAcc = (first: string, low: string, high: string): string[] => [
  first,
  ...Array.from({ length: 1000 }, (_, index) => (index % 2 === 0 ? low : high)),
]

// NIST Statistical Reference Datasets, univariate: certified values, all of them exact.
test.each([
  ['NumAcc1', ['10000001', '10000003', '10000002'], 10_000_002, 1],
  ['NumAcc2', numAcc('1.2', '1.1', '1.3'), 1.2, 0.1],
  ['NumAcc3', numAcc('1000000.2', '1000000.1', '1000000.3'), 1_000_000.2, 0.1],
  ['NumAcc4', numAcc('10000000.2', '10000000.1', '10000000.3'), 10_000_000.2, 0.1],
])('%s', (_, values, mean, deviation) => {
  expect(run({ values })).toMatchObject({ mean, sampleStdDev: deviation })
})

test('numbers of JSON count as they are written', () => {
  const { mean, sampleStdDev } = run({ values: numAcc('10000000.2', '10000000.1', '10000000.3').map(Number) })
  expect({ mean, sampleStdDev }).toEqual({ mean: 10_000_000.2, sampleStdDev: 0.1 })
})

// Wikipedia, "Quartile", examples 1 and 2, methods 1 to 4.
const ODD = [6, 7, 15, 36, 39, 40, 41, 42, 43, 47, 49]
const EVEN = [7, 15, 36, 39, 40, 41]
test.each([
  ['moore-mccabe', ODD, [15, 40, 43]],
  ['tukey', ODD, [25.5, 40, 42.5]],
  ['exclusive', ODD, [15, 40, 43]],
  ['moore-mccabe', EVEN, [15, 37.5, 40]],
  ['tukey', EVEN, [15, 37.5, 40]],
  ['exclusive', EVEN, [13, 37.5, 40.25]],
  // Microsoft Excel, QUARTILE function: the first quartile of this list is 3.5.
  ['inclusive', [1, 2, 4, 7, 8, 9, 10, 12], [3.5, 7.5, 9.25]],
  // GrapeCity Spread, QUARTILE.EXC: the first quartile is 18.75.
  ['exclusive', [11, 21, 42, 27, 18, 29, 32, 52], [18.75, 28, 39.5]],
  ['exclusive', [1, 5], [1, 3, 5]],
  ['moore-mccabe', [4], [4, 4, 4]],
])('quartiles %s of %j: %j', (quartileMethod, values, quartiles) => {
  expect(run({ values, quartileMethod }).quartiles).toEqual(quartiles)
})

test('several modes, in ascending order', () => {
  expect(run({ values: [3, 1, 3, 1, 2] }).modes).toEqual([1, 3])
  expect(run({ values: [0.1, 0.1, 0.3] }).modes).toEqual([0.1])
})

test('sums are exact', () => {
  expect(run({ values: [0.1, 0.2] })).toMatchObject({ sum: 0.3, mean: 0.15 })
  expect(run({ values: ['1e100', '1', '-1e100'] }).sum).toBe(1)
  expect(run({ values: [-1, 1] })).toMatchObject({ mean: 0, variance: 2, sampleStdDev: Math.SQRT2 })
})

test('text with commas, spaces, semicolons and lines', () => {
  expect(run({ values: '1 2;3\n4,5\t6' })).toMatchObject({ count: 6, sum: 21 })
})

test('one value has no sample deviation', () => {
  expect(run({ values: [42] })).not.toHaveProperty('sampleStdDev')
  expect(run({ values: [42] })).not.toHaveProperty('variance')
})

test.each([
  ['Values is required', []],
  ['Values: number 2, “two”, is not a number', ['1', 'two']],
  ['Values must be 0 or at least 1e-100 in size', ['1e-200']],
  ['Values: at most 10000 numbers, not 10001', Array(10_001).fill(1)],
])('it is refused: %s', (message, values) => {
  expect(problem(values)).toBe(message)
})

test('the most and longest values do not take long', () => {
  const values = Array.from({ length: 10_000 }, (_, index) => (index % 2 === 0 ? '1e100' : '1.2345678901234567e-85'))
  const begun = performance.now()
  run({ values })
  expect(performance.now() - begun).toBeLessThan(5000)
})

test('every digit counts, also those that a double does not hold', () => {
  expect(run({ values: ['1000000000000000.1', '1000000000000000.2', '1000000000000000.3'] })).toMatchObject({
    ...{ range: 0.2, sampleStdDev: 0.1, modes: [] },
  })
  expect(run({ values: '9007199254740993 9007199254740992 9007199254740991' })).toMatchObject({
    ...{ range: 2, sampleStdDev: 1, modes: [] },
  })
  expect(run({ values: ['0.1234567890123456789', '0.1234567890123456788'] })).toMatchObject({ range: 1e-19, modes: [] })
})

test('signs, groups, exponents and very long numbers are read as one number each', () => {
  expect(run({ values: ['1_000', '−5', '1e3', '.5'] })).toMatchObject({ sum: 1995.5, modes: [1000] })
  expect(run({ values: [`0.${'3'.repeat(5000)}`, '1'] })).toMatchObject({ count: 2, max: 1 })
})
