import { expect, test } from 'vitest'
import { runTool } from '#src/sdk/run-tool.ts'
import { paletteGenerator } from './palette-generator.tool.ts'

const run = (input: Record<string, unknown>): Record<string, unknown> => {
  const outcome = runTool(paletteGenerator, input)
  return outcome.ok ? outcome.outputs : { error: outcome.error.details?.[0] }
}
const values = (input: Record<string, unknown>) =>
  [...String(run({ notation: 'oklch', ...input }).css).matchAll(/: (oklch\(.*\));/g)].map(([, value]) => value)

const BASE = 'oklch(60% 0.1 40)'

// MDN, Using relative colors: complementary is h + 180, tetradic h + 90, h + 180 and h − 90.
test.each([
  ['complementary', [40, 220]],
  ['split-complementary', [40, 190, 250]],
  ['triadic', [40, 160, 280]],
  ['tetradic', [40, 130, 220, 310]],
])('%s turns the hue', (scheme, hues) => {
  expect(values({ base: BASE, scheme })).toEqual(hues.map((hue) => `oklch(60% 0.1 ${hue})`))
})

test('neighbours lie around the base, across 0°', () => {
  const hues = (steps: number) =>
    values({ base: 'oklch(60% 0.1 10)', scheme: 'analogous', steps, angle: 20 }).map((text) => text?.split(' ')[2])
  expect(hues(5)).toEqual(['330)', '350)', '10)', '30)', '50)'])
  expect(hues(2)).toEqual(['10)', '30)'])
  expect(hues(1)).toEqual(['10)'])
})

test('monochrome goes evenly from light to dark, tints, shades and tones away from the base', () => {
  expect(values({ base: BASE, scheme: 'monochrome', steps: 3 })).toEqual([
    'oklch(95% 0.1 40)',
    BASE,
    'oklch(25% 0.1 40)',
  ])
  expect(values({ base: BASE, scheme: 'monochrome', steps: 1 })).toEqual([BASE])
  expect(values({ base: BASE, scheme: 'tints', steps: 2 })).toEqual([BASE, 'oklch(80% 0.05 40)'])
  expect(values({ base: BASE, scheme: 'shades', steps: 2 })).toEqual([BASE, 'oklch(30% 0.05 40)'])
  expect(values({ base: BASE, scheme: 'tones', steps: 4 })).toEqual([
    BASE,
    'oklch(60% 0.075 40)',
    'oklch(60% 0.05 40)',
    'oklch(60% 0.025 40)',
  ])
})

test('a swatch says what reads on it and whether sRGB has it', () => {
  const { swatches, picture } = run({ base: 'oklch(85% 0.3 145)', scheme: 'complementary', prefix: '--leaf' })
  expect(swatches).toMatchObject([
    { name: 'leaf-1', ink: '#000000', fitted: true, oklch: 'oklch(85% 0.3 145)' },
    { name: 'leaf-2', ink: '#000000', fitted: true },
  ])
  expect(run({ base: '#1d4ed8', scheme: 'complementary' }).swatches).toMatchObject([
    { hex: '#1d4ed8', ink: '#ffffff', fitted: false },
    {},
  ])
  expect(decodeURIComponent(String(picture)).match(/<rect /g)).toHaveLength(2)
})

test('the picture breaks its rows', () => {
  const svg = decodeURIComponent(String(run({ base: BASE, scheme: 'tints', steps: 8 }).picture))
  expect(svg).toContain('viewBox="0 0 720 280"')
  expect(svg).toContain('<rect x="120" y="140"')
})

test.each([
  [{ base: 'x' }, 'base', 'Base colour must be a CSS colour, such as #1d4ed8, teal or oklch(60% 0.1 200)'],
  [{}, 'base', 'Base colour is required'],
  [
    { base: BASE, prefix: 'a b' },
    'prefix',
    'Name in CSS must start with a letter and hold letters, digits, - and _ only',
  ],
  [{ base: BASE, steps: 25 }, 'steps', 'Colours must be at most 24'],
])('%j is refused at %s', (input, field, message) => {
  expect(run(input)).toEqual({ error: { field, message } })
})
