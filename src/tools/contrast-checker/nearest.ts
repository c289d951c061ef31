import { type Colour, fitToSrgb, hexOf, oklchOf, parseColour, type Rgb } from '#src/lib/colour.ts'

const STEPS = 500

/** The colour in 8 bits at another lightness, hue kept and chroma as far as sRGB has it. */
function atLightness(colour: Colour, lightness: number): { hex: string; rgb: Rgb } {
  const hex = hexOf({ ...oklchOf(colour), l: lightness })
  const shown = parseColour(hex)
  return { hex, rgb: fitToSrgb(shown ?? colour) }
}

/** The hex of the colour nearest in OKLCH lightness that passes, if any does. */
export function nearestPassing(colour: Colour, passes: (rgb: Rgb) => boolean): string | undefined {
  const { l } = oklchOf(colour)
  const start = Math.min(1, Math.max(0, l))
  for (let step = 0; step <= STEPS; step++)
    for (const lightness of [start - step / STEPS, start + step / STEPS]) {
      if (lightness < -1 / STEPS || lightness > 1 + 1 / STEPS) continue
      const { hex, rgb } = atLightness(colour, Math.min(1, Math.max(0, lightness)))
      if (passes(rgb)) return hex
    }
  return undefined
}
