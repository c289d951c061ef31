import {
  type Color,
  colorsNamed,
  formatHex,
  formatHex8,
  inGamut,
  modeA98,
  modeHsl,
  modeHwb,
  modeLab,
  modeLch,
  modeLrgb,
  modeOklab,
  modeOklch,
  modeP3,
  modeProphoto,
  modeRec2020,
  modeRgb,
  modeXyz50,
  modeXyz65,
  type Oklch,
  parse,
  type Rgb,
  useMode as register,
  toGamut,
} from 'culori/fn'

for (const mode of [modeHsl, modeHwb, modeLab, modeLch, modeLrgb, modeA98, modeP3, modeProphoto]) register(mode)
for (const mode of [modeRec2020, modeXyz50, modeXyz65]) register(mode)
const toRgb = register(modeRgb)
register(modeOklab)
const toOklch = register(modeOklch)

export type Colour = Color
export type { Oklch, Rgb }

/** Longest text that is read as a colour. */
export const LONGEST_COLOUR = 100

/** Channels written as none are missing in what the conversions return, whatever their types say. */
const given = {
  rgb: (colour: Colour): Partial<Rgb> => toRgb(colour),
  oklch: (colour: Colour): Partial<Oklch> => toOklch(colour),
}

const isInSrgb = inGamut('rgb')
const fitted = toGamut('rgb', 'oklch')
const clipped = (value: number): number => Math.min(1, Math.max(0, value))
const within = ({ r, g, b, alpha }: Rgb): Rgb => ({
  mode: 'rgb',
  r: clipped(r),
  g: clipped(g),
  b: clipped(b),
  ...(alpha !== undefined && { alpha }),
})

/** rgb(), hsl(), hwb(), hex and names cannot leave sRGB: CSS clips what they say, and fits only the wider notations. */
const isLegacy = (text: string): boolean => !/^(color|lab|lch|oklab|oklch)\(/.test(text)

/** A CSS colour: a name, hex with or without #, or any notation of CSS Color 4. Undefined where it is none. */
export function parseColour(text: string): Colour | undefined {
  const words = text.trim().toLowerCase()
  if (words.length > LONGEST_COLOUR) return undefined
  // The parser forgets an opacity of none, and takes the colour for opaque.
  const colour = parsed(words.replace(/\/\s*none\s*\)$/, '/ 0)'))
  if (colour === undefined || !isLegacy(words)) return colour
  // A negative saturation is none; the conversion would turn it into the opposite colour.
  const proper = colour.mode === 'hsl' ? { ...colour, s: Math.max(0, colour.s ?? 0) } : colour
  return isInSrgb(proper) ? proper : within(inSrgb(proper))
}

function parsed(text: string): Colour | undefined {
  try {
    return parse(text)
  } catch {
    // The parser fails inside on some texts that end early, such as "rgb(1 2".
    return undefined
  }
}

/** The colour as it is in sRGB; channels may lie outside 0 to 1, missing ones are 0. */
export function inSrgb(colour: Colour): Rgb {
  const { r = 0, g = 0, b = 0, alpha } = given.rgb(colour)
  return { mode: 'rgb', r, g, b, ...(alpha !== undefined && { alpha }) }
}

// An eighth of an 8-bit step: published values have four decimals, and conversions leave noise behind.
const NOISE = 5e-4
const isNearlyInSrgb = ({ r, g, b }: Rgb): boolean => [r, g, b].every((value) => value >= -NOISE && value <= 1 + NOISE)

/** True when a screen with sRGB can show it. */
export const isDisplayable = (colour: Colour): boolean => isNearlyInSrgb(inSrgb(colour))

/** The nearest colour that sRGB has, by the gamut mapping of CSS Color 4 (chroma is reduced in OKLCH). */
export function fitToSrgb(colour: Colour): Rgb {
  const rgb = inSrgb(colour)
  return within(isNearlyInSrgb(rgb) ? rgb : inSrgb(fitted(colour)))
}

/** "#rrggbb", with two more digits where it is not opaque. */
export function hexOf(colour: Colour): string {
  const rgb = fitToSrgb(colour)
  return (rgb.alpha ?? 1) < 1 ? formatHex8(rgb) : formatHex(rgb)
}

/** OKLCH with every channel given; a grey has hue 0. */
export function oklchOf(colour: Colour): Oklch & { h: number } {
  const { l = 0, c = 0, h = 0 } = given.oklch(colour)
  return c < 4e-6 ? { mode: 'oklch', l, c: 0, h: 0 } : { mode: 'oklch', l, c, h }
}

/** Relative luminance of WCAG 2.2: 0 for black, 1 for white. */
export function luminanceOf({ r, g, b }: Rgb): number {
  const linear = (value: number): number => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
  return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b)
}

/** The CSS name of "#rrggbb", if it has one. */
export function nameOf(hex: string): string | undefined {
  const number = Number.parseInt(hex.slice(1), 16)
  return hex.length === 7 ? Object.entries(colorsNamed).find(([, value]) => value === number)?.[0] : undefined
}

/** Ends the message at a field that holds no colour. */
export const NOT_A_COLOUR = 'must be a CSS colour, such as #1d4ed8, teal or oklch(60% 0.1 200)'

/** Colours of a list that was split at every comma, put together again: ["rgb(1", "2", "3)"] is one. */
export function wholeColours(pieces: readonly string[]): string[] {
  const colours: string[] = []
  let open = 0
  for (const piece of pieces) {
    if (open > 0) colours.push(`${colours.pop() ?? ''}, ${piece}`)
    else colours.push(piece)
    open = Math.max(0, open + count(piece, '(') - count(piece, ')'))
  }
  return colours
}

const count = (text: string, letter: string): number => text.split(letter).length - 1
