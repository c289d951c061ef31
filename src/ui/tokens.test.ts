import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { THEME_COLORS } from '#src/lib/theme.ts'

type Rgb = readonly [number, number, number]
type ThemeName = 'light' | 'dark'

const CSS = readFileSync(new URL('./styles/tokens.css', import.meta.url), 'utf8')
const THEMES: readonly ThemeName[] = ['light', 'dark']

/** OKLCH to linear sRGB, with the matrices of CSS Color 4, section "Sample code for Color Conversions". */
function linearSrgb(lightness: number, chroma: number, hue: number): Rgb {
  const angle = (hue * Math.PI) / 180
  const [a, b] = [chroma * Math.cos(angle), chroma * Math.sin(angle)]
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
}

const luminance = ([r, g, b]: Rgb) => 0.2126 * r + 0.7152 * g + 0.0722 * b

/** WCAG 2.2, "contrast ratio". */
function contrast(one: Rgb, other: Rgb): number {
  const [dark, light] = [luminance(one), luminance(other)].toSorted((x, y) => x - y)
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05)
}

const gamma = (channel: number) => (channel <= 0.0031308 ? 12.92 * channel : 1.055 * channel ** (1 / 2.4) - 0.055)
const hex = (color: Rgb) =>
  `#${color
    .map((channel) => Math.round(gamma(channel) * 255).toString(16))
    .map((text) => text.padStart(2, '0'))
    .join('')}`

const OKLCH = String.raw`oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)`
const TOKENS = new Map(
  [...CSS.matchAll(new RegExp(String.raw`--([\w-]+): light-dark\(${OKLCH}, ${OKLCH}\);`, 'g'))].map((match) => {
    const [l, c, h, darkL, darkC, darkH] = match.slice(2).map(Number)
    const colors = {
      light: linearSrgb(l ?? 0, c ?? 0, h ?? 0),
      dark: linearSrgb(darkL ?? 0, darkC ?? 0, darkH ?? 0),
    }
    return [match[1] ?? '', colors] as const
  }),
)

function color(name: string, theme: ThemeName): Rgb {
  const token = TOKENS.get(name)
  if (!token) throw new Error(`tokens.css has no --${name}`)
  return token[theme]
}

const GROUNDS = ['canvas', 'surface', 'sunken', 'hover']
const each = (names: readonly string[], grounds: readonly string[]) =>
  names.flatMap((name) => grounds.map((ground) => [name, ground] as const))

/** What is read: at least 4.5:1. */
const TEXT_PAIRS = [
  ...each(['text', 'text-2', 'text-3', 'accent-text'], GROUNDS),
  ...each(['ok', 'warn', 'bad', 'pin'], ['canvas', 'surface', 'sunken']),
  ['on-accent', 'accent'],
  ['on-accent', 'accent-hover'],
  ['on-accent', 'bad'],
  ['accent-text', 'accent-soft'],
  ['text', 'accent-soft'],
  ['on-mark', 'mark'],
  ['ok', 'ok-soft'],
  ['warn', 'warn-soft'],
  ['bad', 'bad-soft'],
  ['text', 'bad-soft'],
  ['text-2', 'bad-soft'],
  ['pin', 'pin-soft'],
] as const

/** Outlines of controls, icons, rings, marks and series: at least 3:1. */
const GRAPHIC_PAIRS = [
  ...each(['line-strong', 'accent', 'ring', 'mark-ink'], ['canvas', 'surface', 'sunken', 'hover']),
  ...each(['chart-1', 'chart-2', 'chart-3', 'chart-4', 'chart-5', 'chart-6'], ['surface', 'canvas']),
] as const

test.each(THEMES)('every text pair has 4.5:1 in the %s theme', (theme) => {
  const tooWeak = TEXT_PAIRS.filter(([ink, ground]) => contrast(color(ink, theme), color(ground, theme)) < 4.5)
  expect(tooWeak).toEqual([])
})

test.each(THEMES)('every graphic pair has 3:1 in the %s theme', (theme) => {
  const tooWeak = GRAPHIC_PAIRS.filter(([ink, ground]) => contrast(color(ink, theme), color(ground, theme)) < 3)
  expect(tooWeak).toEqual([])
})

test('the ratios are those that the palette was chosen by', () => {
  const ratio = (ink: string, ground: string, theme: ThemeName) =>
    Number(contrast(color(ink, theme), color(ground, theme)).toFixed(1))
  expect(ratio('line-strong', 'hover', 'light')).toBe(3.1)
  expect(ratio('on-accent', 'accent', 'dark')).toBe(9.4)
  expect(ratio('on-mark', 'mark', 'light')).toBe(7.7)
  expect(ratio('pin', 'pin-soft', 'dark')).toBe(6.7)
})

test.each(THEMES)('every colour of the %s theme exists in sRGB', (theme) => {
  const outside = [...TOKENS.keys()].filter((name) =>
    color(name, theme).some((channel) => channel < -0.0005 || channel > 1.0005),
  )
  expect(outside).toEqual([])
})

test('the colour arithmetic agrees with published values', () => {
  // CSS Color 4, section 9.4: oklch(40.101% 0.12332 21.555) is #7d2329.
  expect(hex(linearSrgb(0.40101, 0.12332, 21.555))).toBe('#7d2329')
  expect(contrast([0, 0, 0], [1, 1, 1])).toBe(21)
})

test.each(THEMES)('theme-color is the canvas of the %s theme', (theme) => {
  expect(THEME_COLORS[theme]).toBe(hex(color('canvas', theme)))
})
