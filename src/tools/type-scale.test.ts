import { expect, test } from 'vitest'
import { runTool } from '#src/sdk/run-tool.ts'
import { typeScale } from './type-scale.tool.ts'

const run = (input: Record<string, unknown>) => {
  const outcome = runTool(typeScale, input)
  return outcome.ok ? outcome.outputs : outcome.error.details?.[0]
}

interface Row {
  readonly step: number
  readonly px: number
}
const pixels = (input: Record<string, unknown>) =>
  Object.fromEntries((run(input) as unknown as { sizes: Row[] }).sizes.map(({ step, px }) => [step, px]))

// Riatto, Type Scale, table of ratios: × 2, × 3 and × 4 steps of 16px, printed to 0.1.
test.each([
  ['1.067', 18.2, 19.4, 20.7],
  ['1.125', 20.3, 22.8, 25.6],
  ['1.2', 23, 27.6, 33.2],
  ['1.25', 25, 31.3, 39.1],
  ['1.333', 28.4, 37.9, 50.5],
  ['1.5', 36, 54, 81],
  ['1.618', 41.9, 67.8, 109.7],
  ['2.0', 64, 128, 256],
])('ratio %s', (ratio, second, third, fourth) => {
  const sizes = pixels({ ratio })
  expect([sizes[2], sizes[3], sizes[4]].map((px) => (px ?? 0).toFixed(1))).toEqual(
    [second, third, fourth].map((px) => px.toFixed(1)),
  )
})

test('a ratio of your own, and names for those that have one', () => {
  expect(pixels({ ratio: 'custom', ownRatio: 1.1, stepsUp: 1, stepsDown: 0 })).toEqual({ 0: 16, 1: 17.6 })
  expect(pixels({ ratio: 'Octave' })).toEqual(pixels({ ratio: '2' }))
})

test('names of the variables', () => {
  expect(run({ stepsUp: 0, stepsDown: 1, prefix: 'font-size', unit: 'px' })).toMatchObject({
    css: ':root {\n  --font-size-minus-1: 12.8px;\n  --font-size-0: 16px;\n}',
  })
})

test('the preview is a picture', () => {
  expect(run({})).toMatchObject({ preview: expect.stringMatching(/^data:image\/svg\+xml,%3Csvg/) })
})

test.each([
  [{ prefix: '1x' }, 'prefix', 'Name must begin with a letter and have letters, digits, - and _ only'],
  [{ prefix: 'a;b' }, 'prefix', 'Name must begin with a letter and have letters, digits, - and _ only'],
  [{ base: 0 }, 'base', 'Base size must be at least 1'],
  [{ stepsUp: 13 }, 'stepsUp', 'Larger sizes must be at most 12'],
  [{ ratio: 'custom', ownRatio: 10, stepsUp: 12 }, 'stepsUp', 'The largest size would be over 100000 px: choose fewer'],
])('%j is refused at %s', (input, field, message) => {
  expect(run(input)).toEqual({ field, message })
})
