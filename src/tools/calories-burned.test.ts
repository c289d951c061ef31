import { expect, test } from 'vitest'
import { runTool } from '#src/sdk/run-tool.ts'
import { caloriesBurned } from './calories-burned.tool.ts'

const run = (input: Record<string, unknown>) => {
  const outcome = runTool(caloriesBurned, input)
  return outcome.ok ? outcome.outputs : outcome.error.details?.[0]
}

// 2011 Compendium of Physical Activities: an hour at 1 kg is the MET value itself.
test.each([
  ['sleeping', 0.95, 'Sedentary'],
  ['yoga-hatha', 2.5, 'Light'],
  ['walking-dog', 3, 'Moderate'],
  ['circuit-training', 4.3, 'Moderate'],
  ['hiking', 6, 'Vigorous'],
  ['cycling-moderate', 8, 'Vigorous'],
  ['running-10mph', 14.5, 'Vigorous'],
])('%s: %d MET, %s', (activity, met, intensity) => {
  expect(run({ activity, weightKg: 1, minutes: 60 })).toMatchObject({ met, kcal: met, intensity })
})

test('pounds are exact', () => {
  expect(run({ activity: 'own', met: 1, units: 'imperial', weightLb: 100, minutes: 60 })).toMatchObject({
    kcal: 45.359237,
  })
})

test('less than rest adds nothing', () => {
  expect(run({ activity: 'sleeping', weightKg: 70, minutes: 480 })).toMatchObject({ kcal: 532, netKcal: 0 })
})

// 4.3 × 70 × hours.
test('by duration', () => {
  const { durations } = run({ activity: 'walking-brisk', weightKg: 70 }) as { durations: unknown[] }
  expect(durations).toContainEqual({ minutes: 30, kcal: 151 })
  expect(durations).toContainEqual({ minutes: 120, kcal: 602 })
})

test.each([
  [{ activity: 'own', weightKg: 70 }, 'met', 'MET is required'],
  [{ weightKg: undefined }, 'weightKg', 'Weight is required'],
  [{ units: 'imperial' }, 'weightLb', 'Weight is required'],
  [{ weightKg: 70, minutes: 0 }, 'minutes', 'Duration must be at least 0.1'],
  [{ weightKg: 70, activity: 'chess' }, 'activity', expect.stringContaining('Activity must be one of: walking-slow')],
])('%j is refused at %s', (input, field, message) => {
  expect(run(input)).toEqual({ field, message })
})
