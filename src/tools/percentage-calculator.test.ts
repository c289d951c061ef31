import { expect, test } from 'vitest'
import { runTool } from '#src/sdk/run-tool.ts'
import { percentageCalculator } from './percentage-calculator.tool.ts'

const run = (mode: string, x: number, y: number) => {
  const outcome = runTool(percentageCalculator, { mode, x, y })
  return outcome.ok ? outcome.outputs.value : outcome.error.details
}

// The first three are the figures by which it-tools checks its percentage calculator.
test.each([
  ['percent-of', 123, 456, 560.88],
  ['what-percent', 123, 456, 26.973684210526315],
  ['change', 123, 456, 270.7317073170732],
  ['change', 100, 80, -20],
  ['change', -50, 25, 150],
  ['change', -50, -100, -100],
  ['what-percent', 0, 5, 0],
  ['percent-of', 0.1, 3, 0.003],
  ['percent-of', -10, 50, -5],
  ['whole', 25, 10, 40],
  ['increase', 10, 1.1, 1.21],
  ['decrease', 20, 84.5, 67.6],
])('%s of %d and %d is %d', (mode, x, y, value) => {
  expect(run(mode, x, y)).toBe(value)
})

test.each([
  ['change', 0, 5, 'x', 'X must not be 0 here: nothing is a per cent of 0'],
  ['what-percent', 5, 0, 'y', 'Y must not be 0 here: nothing is a per cent of 0'],
  ['whole', 0, 0, 'x', 'X must not be 0 here: nothing is a per cent of 0'],
])('%s of %d and %d is refused at %s', (mode, x, y, field, message) => {
  expect(run(mode, x, y)).toEqual([{ field, message }])
})

test('numbers of any size within the limits', () => {
  expect(run('percent-of', 1e100, 1e100)).toBe(1e198)
  expect(run('what-percent', 1e-300, 1e100)).toBe(0)
})
