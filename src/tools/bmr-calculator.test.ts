import { expect, test } from 'vitest'
import { runTool } from '#src/sdk/run-tool.ts'
import { bmrCalculator } from './bmr-calculator.tool.ts'

const run = (input: Record<string, unknown>) => {
  const outcome = runTool(bmrCalculator, input)
  return outcome.ok ? outcome.outputs : outcome.error.details?.[0]
}
const WOMAN = { sex: 'female', age: 25, weightKg: 60, heightCm: 165 }

// Each by hand from the coefficients that the papers give.
test.each([
  [{ formula: 'mifflin-st-jeor' }, 600 + 1031.25 - 125 - 161],
  [{ formula: 'harris-benedict-1984' }, 447.593 + 554.82 + 511.17 - 108.25],
  [{ formula: 'harris-benedict-1919' }, 655.0955 + 573.804 + 305.184 - 116.89],
  [{ sex: 'male', formula: 'harris-benedict-1919' }, 66.473 + 825.096 + 825.5445 - 168.875],
])('%j', (change, kcal) => {
  const outputs = run({ ...WOMAN, ...change })
  expect(outputs).toMatchObject({ bmr: expect.closeTo(kcal, 6) })
})

test('the tables have all equations and all levels of activity', () => {
  expect(run(WOMAN)).toMatchObject({
    bmr: 1345.25,
    kilojoules: 5628.526,
    perHour: 56.1,
    equations: [{ kcal: 1345 }, { kcal: 1405 }, { kcal: 1417 }],
    activity: [{ kcal: 1614 }, { kcal: 1850 }, { kcal: 2085 }, { kcal: 2321 }, { kcal: 2556 }],
  })
})

test.each([
  [{ sex: undefined }, 'sex', 'Sex is required'],
  [{ sex: 'x' }, 'sex', 'Sex must be one of: female, male'],
  [{ age: 0 }, 'age', 'Age must be at least 1'],
  [{ weightKg: undefined }, 'weightKg', 'Weight is required'],
  [{ heightCm: -1 }, 'heightCm', 'Height must be at least 20'],
  [{ age: 120, weightKg: 10, heightCm: 60 }, 'age', 'Age, weight and height must be those of an adult'],
  [{ formula: 'cunningham' }, 'formula', expect.stringContaining('Equation must be one of: mifflin-st-jeor')],
])('%j is refused at %s', (change, field, message) => {
  expect(run({ ...WOMAN, ...change })).toEqual({ field, message })
})

test('sex may be written in short', () => {
  expect(run({ ...WOMAN, sex: 'F' })).toEqual(run(WOMAN))
})
