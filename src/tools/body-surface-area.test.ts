import { expect, test } from 'vitest'
import { runTool } from '#src/sdk/run-tool.ts'
import { bodySurfaceArea } from './body-surface-area.tool.ts'

const run = (input: Record<string, unknown>) => {
  const outcome = runTool(bodySurfaceArea, input)
  return outcome.ok ? outcome.outputs : outcome.error.details?.[0]
}

// Each formula where its powers are easy: 1 kg, or 1000 g, at 100 cm.
test.each([
  ['mosteller', Math.sqrt(100 / 3600)],
  ['du-bois', 0.007184 * 10 ** 1.45],
  ['haycock', 0.024265 * 10 ** 0.7928],
  ['gehan-george', 0.0235 * 10 ** 0.84492],
  ['boyd', 0.0003207 * 10 ** (3 * (0.7285 - 3 * 0.0188)) * 10 ** 0.6],
])('%s of 1 kg at 100 cm', (formula, bsa) => {
  expect(run({ weightKg: 1, heightCm: 100, formula })).toMatchObject({ bsa: expect.closeTo(bsa, 6) })
})

// Medical Equations and Calculators.im: the formulas agree within a few per cent for adults.
test('all formulas, of 70 kg at 175 cm', () => {
  const { formulas } = run({ weightKg: 70, heightCm: 175 }) as { formulas: { bsa: number }[] }
  expect(formulas).toHaveLength(5)
  for (const { bsa } of formulas) expect(bsa).toBeCloseTo(1.85, 1)
})

test('pounds, feet and inches', () => {
  const metric = run({ weightKg: 45.359237, heightCm: 152.4 })
  expect(run({ units: 'imperial', weightLb: 100, heightFt: 5 })).toEqual(metric)
})

test.each([
  [{ heightCm: 170 }, 'weightKg', 'Weight is required'],
  [{ weightKg: 70, heightCm: 1.7 }, 'heightCm', 'Height must be at least 20'],
  [{ units: 'imperial', weightLb: 100, heightFt: 5, heightIn: 12 }, 'heightIn', 'Height: inches must be at most 11.99'],
])('%j is refused at %s', (input, field, message) => {
  expect(run(input)).toEqual({ field, message })
})
