import { expect, test } from 'vitest'
import { runTool } from '#src/sdk/run-tool.ts'
import { clampGenerator } from './clamp-generator.tool.ts'

const run = (input: Record<string, unknown>) => {
  const outcome = runTool(clampGenerator, input)
  return outcome.ok ? outcome.outputs : outcome.error.details?.[0]
}

interface Size {
  readonly viewport: number
  readonly px: number
}
const sizes = (input: Record<string, unknown>) =>
  Object.fromEntries((run(input) as unknown as { sizes: Size[] }).sizes.map(({ viewport, px }) => [viewport, px]))

// 137 Foundry, How to build a fluid type scale: at 0 px the line is at 0.8864rem; its slope is 4 / 825 = 0.4848 %.
test('16px at 375px to 20px at 1200px', () => {
  expect(run({ minSize: 16, maxSize: 20, minViewport: 375, maxViewport: 1200 })).toMatchObject({
    value: 'clamp(1rem, 0.8864rem + 0.4848vw, 1.25rem)',
  })
})

test('both ends are met, and kept beyond them', () => {
  expect(sizes({ minSize: 16, maxSize: 24, minViewport: 480, maxViewport: 1280 })).toEqual({
    320: 16,
    375: 16,
    480: 16,
    640: 17.6,
    768: 18.88,
    1024: 21.44,
    1280: 24,
    1440: 24,
    1920: 24,
  })
  expect(sizes({ minSize: 32, maxSize: 16, minViewport: 320, maxViewport: 1920 })).toMatchObject({ 320: 32, 1920: 16 })
})

// CSS Values 4, 10.9 Type Checking, note: "unitless 0" lengths are not supported in math functions.
test.each([
  [{ minSize: 10, maxSize: 100, minViewport: 100, maxViewport: 1000, unit: 'px' }, 'clamp(10px, 10vw, 100px)'],
  [{ minSize: 0, maxSize: 16, minViewport: 400, maxViewport: 1200, unit: 'px' }, 'clamp(0px, -8px + 2vw, 16px)'],
  [{ minSize: 0, maxSize: 16 }, 'clamp(0rem, -0.3333rem + 1.6667vw, 1rem)'],
  [{ minSize: 0, maxSize: 0 }, '0'],
  [{ minSize: 20, maxSize: 40, minViewport: 500, maxViewport: 1000, root: 10 }, 'clamp(2rem, 4vw, 4rem)'],
  [{ viewportUnit: 'cqi', decimals: 1 }, 'clamp(1rem, 0.8rem + 0.8cqi, 1.5rem)'],
])('%j: %s', (input, value) => {
  expect(run(input)).toMatchObject({ value })
})

// WCAG 2.2, 1.4.4: up to 2.5 times is safe at 500 % zoom.
test.each([
  [16, 40, 'can double'],
  [16, 41, 'may fail to double'],
  [40, 16, 'can double'],
])('from %dpx to %dpx zooming %s the text', (minSize, maxSize, note) => {
  expect(run({ minSize, maxSize })).toMatchObject({ zoom: expect.stringContaining(note) })
})

test('the chart has every point in order', () => {
  const { growth } = run({}) as unknown as { growth: Size[] }
  expect(growth).toHaveLength(25)
  expect(growth.map(({ viewport }) => viewport)).toEqual(
    growth.map(({ viewport }) => viewport).toSorted((a, b) => a - b),
  )
})

test.each([
  [{ minViewport: 1280, maxViewport: 1280 }, 'maxViewport', 'Large viewport must be wider than the small one'],
  [{ property: 'a{}' }, 'property', 'Property must be the name of a CSS property, such as font-size'],
  [{ minSize: -1 }, 'minSize', 'Size on the small viewport must be at least 0'],
])('%j is refused at %s', (input, field, message) => {
  expect(run(input)).toEqual({ field, message })
})

test('a custom property is a property', () => {
  expect(run({ property: '--space-m' })).toMatchObject({ css: expect.stringMatching(/^--space-m: clamp\(/) })
})
