import { expect, test } from 'vitest'
import { runTool } from '#src/sdk/run-tool.ts'
import { idealWeight } from './ideal-weight.tool.ts'

const run = (input: Record<string, unknown>) => {
  const outcome = runTool(idealWeight, input)
  return outcome.ok ? outcome.outputs : outcome.error.details?.[0]
}

// Pai and Paloucek, Ann Pharmacother 2000;34:1066–1069: weight at 5 ft and per inch.
test.each([
  ['male', 'devine', 50, 52.3],
  ['male', 'robinson', 52, 53.9],
  ['male', 'miller', 56.2, 57.61],
  ['male', 'hamwi', 48, 50.7],
  ['female', 'devine', 45.5, 47.8],
  ['female', 'robinson', 49, 50.7],
  ['female', 'miller', 53.1, 54.46],
  ['female', 'hamwi', 45.5, 47.7],
])('%s, %s: %d kg at 60 in, %d kg at 61 in', (sex, formula, atFiveFeet, oneInchMore) => {
  expect(run({ sex, formula, heightIn: 60 })).toMatchObject({ kg: atFiveFeet })
  expect(run({ sex, formula, heightIn: 61 })).toMatchObject({ kg: oneInchMore })
})

test('below five feet the weight per inch is subtracted', () => {
  expect(run({ sex: 'female', heightIn: 58 })).toMatchObject({ kg: 40.9 })
})

test('centimetres give what the inches give, with the range of healthy weights', () => {
  const metric = run({ sex: 'male', units: 'metric', heightCm: 177.8 })
  expect(metric).toEqual(run({ sex: 'male', heightIn: 70 }))
  expect(metric).toMatchObject({ kg: 73, lb: 160.9, healthyRange: '58.5 to 79.0 kg' })
})

test.each([
  [{ heightIn: 70 }, 'sex', 'Sex is required'],
  [{ sex: 'male' }, 'heightIn', 'Height is required'],
  [{ sex: 'male', heightIn: 5.83 }, 'heightIn', 'Height must be at least 48'],
  [{ sex: 'male', units: 'metric', heightCm: 70 }, 'heightCm', 'Height must be at least 122'],
])('%j is refused at %s', (input, field, message) => {
  expect(run(input)).toEqual({ field, message })
})
