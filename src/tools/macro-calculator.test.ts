import { expect, test } from 'vitest'
import { runTool } from '#src/sdk/run-tool.ts'
import { macroCalculator } from './macro-calculator.tool.ts'

const run = (input: Record<string, unknown>) => {
  const outcome = runTool(macroCalculator, input)
  return outcome.ok ? outcome.outputs : outcome.error.details?.[0]
}
const own = (carbPercent: number, proteinPercent: number, fatPercent: number) => ({
  split: 'custom',
  carbPercent,
  proteinPercent,
  fatPercent,
})

test('every split is the whole energy', () => {
  for (const split of ['balanced', 'high-carb', 'high-protein', 'low-carb', 'ketogenic']) {
    const { macros } = run({ split, kcal: 2300 }) as unknown as { macros: { kcal: number }[] }
    expect(macros.reduce((sum, { kcal }) => sum + kcal, 0)).toBeCloseTo(2300, 1)
  }
})

// USDA, Atwater general factors: 4, 4 and 9 kcal a gram.
test('grams a day and a meal', () => {
  expect(run({ kcal: 2000, meals: 4 })).toMatchObject({
    summary: '250 g carbohydrate, 100 g protein, 67 g fat',
    carbGrams: 250,
    proteinGrams: 100,
    fatGrams: 66.666667,
    macros: [
      { kcal: 1000, grams: 250, perMeal: 62.5 },
      { kcal: 400, grams: 100, perMeal: 25 },
      { kcal: 600, grams: 66.7, perMeal: 16.7 },
    ],
  })
})

// Institute of Medicine (2005), AMDR of adults: 45–65, 10–35, 20–35 %.
test.each([
  [own(45, 35, 20), ['Yes', 'Yes', 'Yes']],
  [own(44, 36, 20), ['Below', 'Above', 'Yes']],
  [own(66, 9, 25), ['Above', 'Below', 'Yes']],
  [own(45, 19, 36), ['Yes', 'Yes', 'Above']],
])('%j within the acceptable ranges: %j', (input, within) => {
  expect(run(input)).toMatchObject({ macros: within.map((answer) => ({ within: answer })) })
})

test('shares with decimals may add up to exactly 100', () => {
  expect(run(own(33.3, 33.3, 33.4))).toMatchObject({ carbGrams: 166.5 })
})

test.each([
  [own(50, 20, 20), 'Carbohydrate, protein and fat must add up to 100 %, these are 90 %'],
  [own(33.3, 33.3, 33.3), 'Carbohydrate, protein and fat must add up to 100 %, these are 99.9 %'],
])('%j is refused', (input, message) => {
  expect(run(input)).toEqual({ field: 'fatPercent', message })
})
