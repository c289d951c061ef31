import { expect, test } from 'vitest'
import { runTool } from '#src/sdk/run-tool.ts'
import { bmiCalculator } from './bmi-calculator.tool.ts'

const run = (input: Record<string, unknown>) => {
  const outcome = runTool(bmiCalculator, input)
  return outcome.ok ? outcome.outputs : outcome.error.details?.[0]
}

// WHO (1995, 2000, 2004), International classification of adults by BMI, table 1: the ends of each class.
test.each([
  [15.99, 'Severe thinness'],
  [16, 'Moderate thinness'],
  [16.99, 'Moderate thinness'],
  [17, 'Mild thinness'],
  [18.49, 'Mild thinness'],
  [18.5, 'Normal range'],
  [24.99, 'Normal range'],
  [25, 'Pre-obese'],
  [29.99, 'Pre-obese'],
  [30, 'Obese class I'],
  [34.99, 'Obese class I'],
  [35, 'Obese class II'],
  [39.99, 'Obese class II'],
  [40, 'Obese class III'],
])('%d is %s', (bmi, name) => {
  expect(run({ bmi })).toMatchObject({ bmi, class: name })
})

// WHO expert consultation, Lancet 2004;363:157–163.
test.each([
  [18.49, 'Underweight'],
  [18.5, 'Increasing but acceptable risk'],
  [22.99, 'Increasing but acceptable risk'],
  [23, 'Increased risk'],
  [27.49, 'Increased risk'],
  [27.5, 'High risk'],
])('%d is, in Asian populations, %s', (bmi, asianRisk) => {
  expect(run({ bmi, asianActionPoints: true })).toMatchObject({ asianRisk })
})

test('a class is decided by the exact index: 25 in whatever way the numbers are written', () => {
  for (const heightCm of [110, 130, 150, 160, 170, 190, 210, 230])
    expect(run({ weightKg: (25 * heightCm * heightCm) / 10_000, heightCm })).toMatchObject({
      bmi: 25,
      class: 'Pre-obese',
    })
})

// Structure House, after the CDC: [150 ÷ 65²] × 703 = 24.96, where 703 stands for 703.07.
test('pounds, feet and inches', () => {
  const imperial = { units: 'imperial', weightLb: 150, heightFt: 5, heightIn: 5 }
  expect(run(imperial)).toMatchObject({ summary: '24.96 kg/m²: normal range', healthyWeight: '111.2 to 150.2 lb' })
  expect(run({ ...imperial, heightFt: 6, heightIn: undefined })).toMatchObject({ summary: '20.34 kg/m²: normal range' })
})

test('the healthy weight has a BMI of 18.5 to 25', () => {
  expect(run({ weightKg: 60, heightCm: 200 })).toMatchObject({ healthyWeight: '74.0 to 100.0 kg' })
  expect(run({ bmi: 22 })).not.toHaveProperty('healthyWeight')
})

test('the gauge is a picture, for values beyond its ends as well', () => {
  for (const bmi of [1, 22, 1000])
    expect(run({ bmi })).toMatchObject({ gauge: expect.stringMatching(/^data:image\/svg\+xml,%3Csvg/) })
})

test.each([
  [{}, 'weightKg', 'Weight is required, unless a BMI is given'],
  [{ weightKg: 70 }, 'heightCm', 'Height is required, unless a BMI is given'],
  [{ units: 'imperial', heightFt: 5 }, 'weightLb', 'Weight is required, unless a BMI is given'],
  [{ units: 'imperial', weightLb: 150 }, 'heightFt', 'Height is required, unless a BMI is given'],
  [{ weightKg: 0, heightCm: 170 }, 'weightKg', 'Weight must be at least 0.3'],
  [{ weightKg: 70, heightCm: 0 }, 'heightCm', 'Height must be at least 20'],
  [{ weightKg: 70, heightCm: 1.75 }, 'heightCm', 'Height must be at least 20'],
  [{ weightKg: 'heavy', heightCm: 170 }, 'weightKg', 'Weight must be a number'],
])('%j is refused at %s', (input, field, message) => {
  expect(run(input)).toEqual({ field, message })
})
