import { expect, test } from 'vitest'
import { runTool } from '#src/sdk/run-tool.ts'
import { heartRateZones } from './heart-rate-zones.tool.ts'

const run = (input: Record<string, unknown>) => {
  const outcome = runTool(heartRateZones, input)
  return outcome.ok ? outcome.outputs : outcome.error.details?.[0]
}

// Tanaka et al. (2001): 208 − 0.7 × age; Gellish et al. (2007): 207 − 0.7 × age.
test.each([
  ['220-age', 175],
  ['tanaka', 176.5],
  ['gellish', 175.5],
])('the maximum at 45 years by %s is %d', (maxHrFormula, maxHr) => {
  expect(run({ age: 45, maxHrFormula })).toMatchObject({ maxHr })
})

// Karvonen (1957): resting + (maximum − resting) × intensity.
test.each([
  [0, 70],
  [50, 125],
  [85, 163.5],
  [100, 180],
])('at 40 years and 70 bpm at rest %d %% are %d bpm', (intensityPercent, targetHr) => {
  expect(run({ age: 40, restingHr: 70, intensityPercent })).toMatchObject({ targetHr, reserve: 110 })
})

test('without a resting rate the target is a share of the maximum', () => {
  expect(run({ age: 50, intensityPercent: 64 })).toMatchObject({ targetHr: 108.8, basis: 'The maximum' })
  expect(run({ age: 50 })).not.toHaveProperty('reserve')
})

// Training with Fausto: 60–70 % are 132 to 144 bpm, 70–80 % are 144 to 156 bpm, 90 % are 168 bpm.
test('zones of the reserve', () => {
  const { zones, intensities } = run({ age: 40, restingHr: 60 }) as Record<string, unknown>
  expect(zones).toMatchObject([
    { from: 120, to: 132 },
    { from: 132, to: 144 },
    { from: 144, to: 156 },
    { from: 156, to: 168 },
    { from: 168, to: 180 },
  ])
  expect(intensities).toMatchObject([
    { from: 115, to: 137 },
    { from: 139, to: 167 },
  ])
})

test('a measured maximum goes before the formula', () => {
  expect(run({ age: 40, measuredMaxHr: 190, intensityPercent: 50 })).toMatchObject({ maxHr: 190, targetHr: 95 })
})

test.each([
  [{}, 'age', 'Age is required'],
  [{ age: 121 }, 'age', 'Age must be at most 120'],
  [{ age: 100, restingHr: 120 }, 'restingHr', 'Resting heart rate must be less than the maximum of 120'],
  [{ age: 40, intensityPercent: 101 }, 'intensityPercent', 'Intensity must be at most 100'],
])('%j is refused at %s', (input, field, message) => {
  expect(run(input)).toEqual({ field, message })
})
