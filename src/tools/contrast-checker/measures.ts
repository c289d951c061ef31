import { luminanceOf, type Rgb } from '#src/lib/colour.ts'

/** An opaque colour: `top` laid over an opaque `bottom`, mixed in sRGB as browsers do. */
export function composite(top: Rgb, bottom: Rgb): Rgb {
  const alpha = top.alpha ?? 1
  const mix = (over: number, under: number): number => over * alpha + under * (1 - alpha)
  return { mode: 'rgb', r: mix(top.r, bottom.r), g: mix(top.g, bottom.g), b: mix(top.b, bottom.b) }
}

/** WCAG 2.2, contrast ratio: 1 to 21, the same in both directions. */
export function contrastRatio(one: Rgb, other: Rgb): number {
  const [a, b] = [luminanceOf(one), luminanceOf(other)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

// APCA-W3 0.1.9, constants of 0.0.98G-4g.
const APCA = {
  exponent: 2.4,
  red: 0.2126729,
  green: 0.7151522,
  blue: 0.072175,
  darkOnLight: { background: 0.56, text: 0.57 },
  lightOnDark: { background: 0.65, text: 0.62 },
  blackThreshold: 0.022,
  // biome-ignore lint/suspicious/noApproximativeNumericConstant: the published constant, not the root of 2
  blackClamp: 1.414,
  scale: 1.14,
  offset: 0.027,
  leastDifference: 0.0005,
  leastContrast: 0.1,
} as const

/** Estimated screen luminance, with black lifted as flare lifts it. */
function screenLuminance({ r, g, b }: Rgb): number {
  const y = APCA.red * r ** APCA.exponent + APCA.green * g ** APCA.exponent + APCA.blue * b ** APCA.exponent
  return y > APCA.blackThreshold ? y : y + (APCA.blackThreshold - y) ** APCA.blackClamp
}

/** APCA lightness contrast Lc: about 106 for black on white, about −108 for white on black, 0 for what is not seen. */
export function lightnessContrast(text: Rgb, background: Rgb): number {
  const [ink, ground] = [screenLuminance(text), screenLuminance(background)]
  if (Math.abs(ink - ground) < APCA.leastDifference) return 0
  const isDarkOnLight = ground > ink
  const exponents = isDarkOnLight ? APCA.darkOnLight : APCA.lightOnDark
  const contrast = (ground ** exponents.background - ink ** exponents.text) * APCA.scale
  if (Math.abs(contrast) < APCA.leastContrast) return 0
  return (contrast - Math.sign(contrast) * APCA.offset) * 100
}
