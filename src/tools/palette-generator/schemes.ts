import { type Colour, fitToSrgb, luminanceOf, type Oklch, oklchOf } from '#src/lib/colour.ts'

export const SCHEMES = {
  monochrome: 'Monochrome: one hue, light to dark',
  tints: 'Tints: towards white',
  shades: 'Shades: towards black',
  tones: 'Tones: towards grey',
  analogous: 'Analogous: neighbours',
  complementary: 'Complementary: 180°',
  'split-complementary': 'Split complementary: 150° and 210°',
  triadic: 'Triadic: 120° apart',
  tetradic: 'Tetradic: 90° apart',
} as const
export type Scheme = keyof typeof SCHEMES

/** Those whose number of colours is chosen. */
export const STEPPED: readonly Scheme[] = ['monochrome', 'tints', 'shades', 'tones', 'analogous']

const LIGHTEST = 0.95
const DARKEST = 0.25

interface Choice {
  readonly steps: number
  /** Degrees between neighbours. */
  readonly angle: number
}

const turned = (base: Oklch & { h: number }, degrees: number): Oklch => ({ ...base, h: (base.h + degrees + 720) % 360 })

/** From `base` a part of the way to a grey of this lightness, on a straight line in Oklab. */
const mixed = (base: Oklch, lightness: number, part: number): Oklch => ({
  ...base,
  l: base.l + (lightness - base.l) * part,
  c: base.c * (1 - part),
})

const turns = (base: Oklch & { h: number }, degrees: readonly number[]): Oklch[] =>
  degrees.map((by) => turned(base, by))

/** The colours of a scheme in OKLCH, the base among them where the scheme has it. */
export function paletteOf(colour: Colour, scheme: Scheme, { steps, angle }: Choice): Oklch[] {
  const base = oklchOf(colour)
  const parts = Array.from({ length: steps }, (_, index) => index / steps)
  switch (scheme) {
    case 'monochrome':
      return Array.from({ length: steps }, (_, index) => ({
        ...base,
        l: steps === 1 ? base.l : LIGHTEST - ((LIGHTEST - DARKEST) * index) / (steps - 1),
      }))
    case 'tints':
      return parts.map((part) => mixed(base, 1, part))
    case 'shades':
      return parts.map((part) => mixed(base, 0, part))
    case 'tones':
      return parts.map((part) => mixed(base, base.l, part))
    case 'analogous':
      return turns(
        base,
        Array.from({ length: steps }, (_, index) => (index - Math.floor((steps - 1) / 2)) * angle),
      )
    case 'complementary':
      return turns(base, [0, 180])
    case 'split-complementary':
      return turns(base, [0, 150, 210])
    case 'triadic':
      return turns(base, [0, 120, 240])
    case 'tetradic':
      return turns(base, [0, 90, 180, 270])
  }
}

/** Whether black or white reads better on the colour, by relative luminance of WCAG 2.2. */
export function inkOn(colour: Colour): '#000000' | '#ffffff' {
  const luminance = luminanceOf(fitToSrgb(colour))
  return 1.05 / (luminance + 0.05) >= (luminance + 0.05) / 0.05 ? '#ffffff' : '#000000'
}
