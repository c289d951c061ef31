import { expect, test } from 'vitest'
import { runTool } from '#src/sdk/run-tool.ts'
import { waistHipRatio } from './waist-hip-ratio.tool.ts'

const run = (input: Record<string, unknown>) => {
  const outcome = runTool(waistHipRatio, input)
  return outcome.ok ? outcome.outputs : outcome.error.details?.[0]
}

// WHO expert consultation (2008), table A1: ≥ 0.90 for men, ≥ 0.85 for women.
test.each([
  ['female', 84.99, 'Not increased'],
  ['female', 85, 'Substantially increased'],
  ['male', 89.99, 'Not increased'],
  ['male', 90, 'Substantially increased'],
])('%s: a waist of %d to a hip of 100 is %s', (sex, waist, risk) => {
  expect(run({ sex, waist, hip: 100 })).toMatchObject({ class: risk })
})

// The same table: waist > 94 and > 102 cm for men, > 80 and > 88 cm for women.
test.each([
  ['female', 80, 'Not increased'],
  ['female', 80.1, 'Increased'],
  ['female', 88, 'Increased'],
  ['female', 88.1, 'Substantially increased'],
  ['male', 94, 'Not increased'],
  ['male', 94.1, 'Increased'],
  ['male', 102, 'Increased'],
  ['male', 102.1, 'Substantially increased'],
])('%s: a waist of %d cm is %s', (sex, waist, waistRisk) => {
  expect(run({ sex, waist, hip: 120 })).toMatchObject({ waistRisk })
})

test('0.9 is reached exactly, in every unit', () => {
  expect(run({ sex: 'male', waist: 32.4, hip: 36, unit: 'in' })).toMatchObject({
    ratio: 0.9,
    class: 'Substantially increased',
    waistRisk: 'Not increased',
    summary: '0.90 is not below 0.90',
  })
})

// Wikipedia, Waist–hip ratio: 30 in to 38 in.
test('thirty to thirty-eight', () => {
  expect(run({ sex: 'female', waist: 30, hip: 38, unit: 'inches' })).toMatchObject({ ratio: 0.789474 })
})

test.each([
  [{ waist: 80, hip: 100 }, 'sex', 'Sex is required'],
  [{ sex: 'male', waist: 80, hip: 0 }, 'hip', 'Hip must be at least 10'],
  [{ sex: 'male', waist: -80, hip: 100 }, 'waist', 'Waist must be at least 10'],
])('%j is refused at %s', (input, field, message) => {
  expect(run(input)).toEqual({ field, message })
})

test.each([
  ['female', 84.9, '0.849 is below 0.85'],
  ['female', 84.9999, '0.849999 is below 0.85'],
  ['male', 89.99, '0.8999 is below 0.90'],
  ['male', 90, '0.90 is not below 0.90'],
  ['female', 82, '0.82 is below 0.85'],
])('%s, %d to 100: the sentence agrees with itself', (sex, waist, summary) => {
  expect(run({ sex, waist, hip: 100 })).toMatchObject({ summary })
})
