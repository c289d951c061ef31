import { expect, test } from 'vitest'
import { runTool } from '#src/sdk/run-tool.ts'
import { aspectRatio } from './aspect-ratio.tool.ts'

const run = (input: Record<string, unknown>) => {
  const outcome = runTool(aspectRatio, input)
  return outcome.ok ? outcome.outputs : outcome.error.details?.[0]
}

test.each(['16:9', ' 16 : 9 ', '16/9', '16x9', '16 × 9', '16 to 9', '32:18', '1.6:0.9'])('%s is 16:9', (ratio) => {
  expect(run({ ratio })).toMatchObject({ ratio: '16:9', decimal: 1.777778, nearest: '16:9 (HD, UHD television)' })
})

test('a single number is the width for a height of 1', () => {
  expect(run({ ratio: '1.5' })).toMatchObject({ ratio: '3:2' })
  expect(run({ ratio: '2' })).toMatchObject({ ratio: '2:1', orientation: 'Landscape' })
})

// ISO 216: the sides of A4, 210 mm and 297 mm, have the ratio √2, here with all digits of a double.
test('a ratio of many digits', () => {
  expect(run({ width: 210, ratio: '1:1.4142135623730951' })).toMatchObject({ height: 296.984848 })
})

test.each([
  [{ width: 1366, height: 768 }, '683:384', '16:9 (HD, UHD television), 0.05 % wider', 'Landscape'],
  [{ width: 1080, height: 1350 }, '4:5', '4:5 (Portrait photo)', 'Portrait'],
  [{ width: 500, height: 500 }, '1:1', '1:1 (Square)', 'Square'],
  [{ width: 2560, height: 1080 }, '64:27', '2.39:1 (Cinema, scope), 0.82 % narrower', 'Landscape'],
  [{ width: 0.3, height: 0.1 }, '3:1', '2.39:1 (Cinema, scope), 25.52 % wider', 'Landscape'],
])('%j is %s', (input, ratio, nearest, orientation) => {
  expect(run(input)).toMatchObject({ ratio, nearest, orientation, ...input })
})

test('a side that is no whole number of pixels', () => {
  expect(run({ width: 1366, ratio: '16:9' })).toMatchObject({ height: 768.375 })
  expect(run({ height: 1000, ratio: '1:3' })).toMatchObject({ width: 333.333333 })
})

test('usual widths', () => {
  const { sizes } = run({ ratio: '16:9' }) as { sizes: unknown[] }
  expect(sizes).toContainEqual({ width: 1280, height: 720, pixels: '1280 × 720' })
  expect(run({ ratio: '16:9' })).not.toHaveProperty('width')
})

test.each([
  [{}, 'ratio', 'Give two of width, height and ratio'],
  [{ width: 100 }, 'ratio', 'Give two of width, height and ratio'],
  [{ width: 100, height: 50, ratio: '2:1' }, 'ratio', 'Leave one of width, height and ratio empty: it is worked out'],
  [{ ratio: '16:0' }, 'ratio', 'Ratio must be written as in 16:9 or 1.85'],
  [{ ratio: 'wide' }, 'ratio', 'Ratio must be written as in 16:9 or 1.85'],
  [{ ratio: '1:2:3' }, 'ratio', 'Ratio must be written as in 16:9 or 1.85'],
  [{ width: 0, height: 50 }, 'width', 'Width must be at least 0.001'],
  [{ width: -16, height: 9 }, 'width', 'Width must be at least 0.001'],
])('%j is refused at %s', (input, field, message) => {
  expect(run(input)).toEqual({ field, message })
})
