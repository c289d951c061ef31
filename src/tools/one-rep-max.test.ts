import { expect, test } from 'vitest'
import { runTool } from '#src/sdk/run-tool.ts'
import { oneRepMax } from './one-rep-max.tool.ts'

const run = (input: Record<string, unknown>) => {
  const outcome = runTool(oneRepMax, input)
  return outcome.ok ? outcome.outputs : outcome.error.details?.[0]
}

// Easycalculation, One Rep Max Calculator, example: 50 kg eight times, printed in whole kilograms, up or down.
test.each([
  ['epley', 63],
  ['brzycki', 62],
  ['lombardi', 62],
  ['mayhew', 63],
  ['oconner', 60],
  ['wathan', 63],
])('50 lifted eight times by %s: %d', (formula, printed) => {
  const { oneRepMax: estimate } = run({ weight: 50, reps: 8, formula }) as Record<string, number>
  expect(Math.abs((estimate ?? 0) - printed)).toBeLessThan(1)
})

// Forum of Starting Strength, “Calculating 1 RM”: 100 w / (101.3 − 2.67123 r).
test('Lander', () => {
  expect(run({ weight: 100, reps: 10, formula: 'lander' })).toMatchObject({
    oneRepMax: expect.closeTo(10_000 / 74.5877, 5),
  })
})

// Pinoy Bodybuilding, Brzycki: 200 × 6 = 232, 220 × 4 = 240.
test.each([
  [200, 6, 232],
  [220, 4, 240],
])('Brzycki: %d lifted %d times is %d', (weight, reps, printed) => {
  expect(run({ weight, reps })).toMatchObject({ oneRepMax: expect.closeTo(printed, 0) })
})

test('lifted once is the maximum, by every formula', () => {
  const { formulas } = run({ weight: 123.4, reps: 1 }) as { formulas: { oneRepMax: number }[] }
  expect(new Set(formulas.map((row) => row.oneRepMax))).toEqual(new Set([123.4]))
})

test('shares of the maximum', () => {
  const { percents } = run({ weight: 90, reps: 10 }) as { percents: unknown[] }
  expect(percents[0]).toEqual({ percent: 100, weight: 120 })
  expect(percents[3]).toEqual({ percent: 85, weight: 102 })
  expect(percents.at(-1)).toEqual({ percent: 50, weight: 60 })
})

// By definition: Brzycki 15.5 × 36 / 30 = 18.6, and 75 % of it are 13.95; O’Conner 7 × (1 + 6 / 40) = 8.05.
test('half a tenth is rounded up', () => {
  const { percents } = run({ weight: 15.5, reps: 7 }) as { percents: unknown[] }
  expect(percents[5]).toEqual({ percent: 75, weight: 14 })
  const { formulas } = run({ weight: 7, reps: 6 }) as { formulas: unknown[] }
  expect(formulas[5]).toEqual({ formula: 'O’Conner et al. (1989)', oneRepMax: 8.1 })
})

test.each([
  [{ weight: 0, reps: 5 }, 'weight', 'Weight must be at least 0.1'],
  [{ weight: 100, reps: 0 }, 'reps', 'Repetitions must be at least 1'],
  [{ weight: 100, reps: 37 }, 'reps', 'Repetitions must be at most 30'],
  [{ weight: 100, reps: 2.5 }, 'reps', 'Repetitions must be a whole number'],
])('%j is refused at %s', (input, field, message) => {
  expect(run(input)).toEqual({ field, message })
})
