import { expect, test } from 'vitest'
import { runTool } from '#src/sdk/run-tool.ts'
import { tdeeCalculator } from './tdee-calculator.tool.ts'

const run = (input: Record<string, unknown>) => {
  const outcome = runTool(tdeeCalculator, input)
  return outcome.ok ? outcome.outputs : outcome.error.details?.[0]
}
const MAN = { sex: 'male', age: 30, weightKg: 80, heightCm: 180 }

// FAO/WHO/UNU (2004), table 5.1: 1.40–1.69, 1.70–1.99, 2.00–2.40.
test.each([
  [1.39, 'Below a sedentary lifestyle'],
  [1.4, 'Sedentary or light activity lifestyle'],
  [1.69, 'Sedentary or light activity lifestyle'],
  [1.7, 'Active or moderately active lifestyle'],
  [2, 'Vigorous or vigorously active lifestyle'],
  [2.4, 'Vigorous or vigorously active lifestyle'],
  [2.41, 'Above what can be kept up for long'],
])('a factor of %d: %s', (activityFactor, lifestyle) => {
  expect(run({ ...MAN, activityFactor })).toMatchObject({ lifestyle })
})

// Medscape: × 1.2, 1.375, 1.55, 1.725, 1.9.
test('the resting rate of 1780 by every level', () => {
  expect(run(MAN)).toMatchObject({
    tdee: 2759,
    levels: [{ kcal: 2136 }, { kcal: 2448 }, { kcal: 2759 }, { kcal: 3071 }, { kcal: 3382 }],
    goals: [{ kcal: 2259 }, { kcal: 2509 }, { kcal: 2759 }, { kcal: 3009 }, { kcal: 3259 }],
  })
})

test('a goal that leaves nothing to eat is left out', () => {
  const outputs = run({ ...MAN, age: 60, weightKg: 15, heightCm: 80, activityFactor: 1 })
  expect(outputs).toMatchObject({ tdee: 355, goals: [{ kcal: 105 }, { kcal: 355 }, { kcal: 605 }, { kcal: 855 }] })
})

test.each([
  [{ activityFactor: 0.9 }, 'activityFactor', 'Activity factor must be at least 1'],
  [{ activityFactor: 6 }, 'activityFactor', 'Activity factor must be at most 5'],
  [{ age: 120, weightKg: 10, heightCm: 60 }, 'age', 'Age, weight and height must be those of an adult'],
])('%j is refused at %s', (change, field, message) => {
  expect(run({ ...MAN, ...change })).toEqual({ field, message })
})
