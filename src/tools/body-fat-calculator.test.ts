import { expect, test } from 'vitest'
import { runTool } from '#src/sdk/run-tool.ts'
import { bodyFatCalculator } from './body-fat-calculator.tool.ts'

const run = (input: Record<string, unknown>) => {
  const outcome = runTool(bodyFatCalculator, input)
  return outcome.ok ? outcome.outputs : outcome.error.details?.[0]
}
const MAN = { sex: 'male', heightIn: 70, neckIn: 15, waistIn: 34 }
const WOMAN = { sex: 'female', heightIn: 64, neckIn: 13, waistIn: 30, hipIn: 38 }

// Hodgdon and Friedl (1999): the equations, evaluated with log10(19) = 1.2787536, log10(70) = 1.8450980,
// log10(55) = 1.7403627 and log10(64) = 1.8061800.
test('both equations', () => {
  expect(run(MAN)).toMatchObject({ bodyFatPercent: expect.closeTo(17.5131, 4), category: 'Fitness' })
  expect(run(WOMAN)).toMatchObject({ bodyFatPercent: expect.closeTo(29.2139, 3), category: 'Average' })
})

// Hodgdon and Beckett (1984): log10(100) = 2, so D = 1.0324 − 0.38154 + 0.30912 = 0.95998 and 495 / D − 450.
test('by density, in centimetres and in inches', () => {
  const metric = { sex: 'male', units: 'metric', heightCm: 100, neckCm: 40, waistCm: 140 }
  expect(run({ ...metric, method: 'hodgdon-beckett-1984' })).toMatchObject({
    bodyFatPercent: expect.closeTo(65.6357, 4),
  })
  const inches = { sex: 'male', heightIn: 100 / 2.54, neckIn: 40 / 2.54, waistIn: 140 / 2.54 }
  expect(run({ ...inches, method: 'hodgdon-beckett-1984' })).toMatchObject({
    bodyFatPercent: expect.closeTo(65.6357, 4),
  })
})

test('the hip of a man does not count', () => {
  expect(run({ ...MAN, hipIn: 40 })).toEqual(run(MAN))
})

test('masses in the unit of the weight', () => {
  expect(run({ ...WOMAN, weight: 100 })).toMatchObject({ fatMass: 29.2, leanMass: 70.8 })
  expect(run(WOMAN)).not.toHaveProperty('fatMass')
})

test.each([
  [{ ...WOMAN, hipIn: undefined }, 'hipIn', 'Hip is required for women'],
  [{ sex: 'female', units: 'metric', heightCm: 163, neckCm: 33, waistCm: 78 }, 'hipCm', 'Hip is required for women'],
  [{ ...MAN, waistIn: 15 }, 'waistIn', 'Waist must be more than neck'],
  [{ ...WOMAN, waistIn: 10, hipIn: 10, neckIn: 20 }, 'waistIn', 'Waist and hip must be more than neck'],
  [{ ...MAN, waistIn: 20 }, 'waistIn', 'These measures would give -32.4 % body fat: measure again'],
  [{ ...MAN, neckIn: undefined }, 'neckIn', 'Neck is required'],
  [{ ...MAN, heightIn: 177 }, 'heightIn', 'Height must be at most 108'],
])('%j is refused at %s', (input, field, message) => {
  expect(run(input)).toEqual({ field, message })
})
