import { converter } from 'culori/fn'
import { type Colour, fitToSrgb, hexOf, inSrgb, oklchOf } from '#src/lib/colour.ts'

const toHsl = converter('hsl')
const toHwb = converter('hwb')
const toLab = converter('lab')
const toLch = converter('lch')
const toOklab = converter('oklab')
const toP3 = converter('p3')
const toXyz = converter('xyz65')

/** Numbers as CSS takes them: at most this many decimals, never an exponent or a minus zero. */
const writer =
  (decimals: number) =>
  (value = 0): string =>
    String(Number(value.toFixed(decimals)) + 0)

/** Below this chroma a colour of CIE LCH is grey: what is left of its hue is rounding noise. */
const GREY = 0.0015

/** Angles close to a full turn are written as 0. */
const turn = (hue: number | undefined, write: (value: number) => string): string => {
  const text = write((((hue ?? 0) % 360) + 360) % 360)
  return text === '360' ? '0' : text
}

export type Notation = 'modern' | 'legacy'

interface Style {
  /** Of percentages, degrees and 0 to 255; parts of 1 have two more. */
  readonly decimals: number
  /** "rgb(0 0 0 / 0.5)" or "rgba(0, 0, 0, 0.5)"; what is newer than that has one form only. */
  readonly notation: Notation
}

/** The same colour in every notation of CSS Color 4. */
export function notationsOf(colour: Colour, { decimals, notation }: Style) {
  const write = writer(decimals)
  const fine = writer(decimals + 2)
  const percent = (value = 0): string => `${write(value * 100)}%`
  const alpha = fine(colour.alpha ?? 1)
  const slash = alpha === '1' ? '' : ` / ${alpha}`
  const call = (name: string, parts: readonly string[]): string => `${name}(${parts.join(' ')}${slash})`
  const old = (name: string, parts: readonly string[]): string => {
    if (notation === 'modern') return call(name, parts)
    return alpha === '1' ? `${name}(${parts.join(', ')})` : `${name}a(${[...parts, alpha].join(', ')})`
  }
  const fit = fitToSrgb(colour)
  const bytes = [fit.r, fit.g, fit.b].map((value) => Math.round(value * 255))
  const [hsl, hwb, lab, lch] = [toHsl(fit), toHwb(fit), toLab(colour), toLch(colour)]
  const [oklab, oklch, srgb, p3, xyz] = [toOklab(colour), oklchOf(colour), inSrgb(colour), toP3(colour), toXyz(colour)]
  const isGrey = lch.c < GREY
  return {
    hex: hexOf(colour),
    rgb: old('rgb', bytes.map(String)),
    hsl: old('hsl', [turn(isGrey ? 0 : hsl.h, write), percent(isGrey ? 0 : hsl.s), percent(hsl.l)]),
    hwb: call('hwb', [turn(isGrey ? 0 : hwb.h, write), percent(hwb.w), percent(hwb.b)]),
    lab: call('lab', [`${write(lab.l)}%`, write(lab.a), write(lab.b)]),
    lch: call('lch', [`${write(lch.l)}%`, write(isGrey ? 0 : lch.c), turn(isGrey ? 0 : lch.h, write)]),
    oklab: call('oklab', [percent(oklab.l), fine(oklab.a), fine(oklab.b)]),
    oklch: call('oklch', [percent(oklch.l), fine(oklch.c), turn(oklch.h, write)]),
    srgb: call('color', ['srgb', fine(srgb.r), fine(srgb.g), fine(srgb.b)]),
    displayP3: call('color', ['display-p3', fine(p3.r), fine(p3.g), fine(p3.b)]),
    xyz: call('color', ['xyz-d65', fine(xyz.x), fine(xyz.y), fine(xyz.z)]),
  }
}
