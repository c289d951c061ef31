import { converter } from 'culori/fn'
import type { Colour } from '#src/lib/colour.ts'
import type { Stop } from './stops.ts'

export const SPACES = {
  srgb: 'sRGB (as in old browsers)',
  'srgb-linear': 'sRGB, linear light',
  oklab: 'Oklab',
  oklch: 'OKLCH',
  lab: 'CIE Lab',
  lch: 'CIE LCH',
  hsl: 'HSL',
  hwb: 'HWB',
} as const
export type Space = keyof typeof SPACES

export const POLAR: readonly Space[] = ['oklch', 'lch', 'hsl', 'hwb']

/** The library's name of each space, and its channels besides the hue. */
const CHANNELS = {
  srgb: ['rgb', 'r', 'g', 'b'],
  'srgb-linear': ['lrgb', 'r', 'g', 'b'],
  oklab: ['oklab', 'l', 'a', 'b'],
  oklch: ['oklch', 'l', 'c'],
  lab: ['lab', 'l', 'a', 'b'],
  lch: ['lch', 'l', 'c'],
  hsl: ['hsl', 's', 'l'],
  hwb: ['hwb', 'w', 'b'],
} as const

type Turn = (from: number, to: number) => [number, number]
/** CSS Color 4, section 12.4: hues of 0 to 360 are raised by a full turn where the way round asks for it. */
const HUES = {
  shorter: (from, to) => [to - from > 180 ? from + 360 : from, to - from < -180 ? to + 360 : to],
  longer: (from, to) => [
    to > from && to - from < 180 ? from + 360 : from,
    to <= from && to - from > -180 ? to + 360 : to,
  ],
  increasing: (from, to) => [from, to < from ? to + 360 : to],
  decreasing: (from, to) => [from < to ? from + 360 : from, to],
} as const satisfies Record<string, Turn>
export type Hue = keyof typeof HUES

export interface Line {
  readonly stops: readonly Stop[]
  readonly space: Space
  readonly hue: Hue
  readonly repeats: boolean
}

type Channels = Partial<Record<string, number>>

/**
 * CSS Color 4, section 12: channels are mixed premultiplied by alpha, the hue is not;
 * a channel that one of the two lacks is that of the other.
 */
function mixerOf(from: Colour, to: Colour, { space, hue }: Pick<Line, 'space' | 'hue'>): (part: number) => Colour {
  const [mode, ...names] = CHANNELS[space]
  const convert = converter(mode)
  // A colour of the library is a bag of numbers beside its mode.
  const [one, other] = [convert(from), convert(to)] as unknown as [Channels, Channels]
  const [alpha, otherAlpha] = [one.alpha ?? 1, other.alpha ?? 1]
  const [h, otherHue] = HUES[hue](one.h ?? other.h ?? 0, other.h ?? one.h ?? 0)
  return (part) => {
    const between = (start: number, end: number): number => start + (end - start) * part
    const mixed: Channels = { alpha: between(alpha, otherAlpha) }
    const whole = mixed.alpha === 0 ? 1 : (mixed.alpha ?? 1)
    for (const name of names) {
      const [start = 0, end = 0] = [one[name] ?? other[name], other[name] ?? one[name]]
      mixed[name] = between(start * alpha, end * otherAlpha) / whole
    }
    if (POLAR.includes(space)) mixed.h = between(h, otherHue)
    return { mode, ...mixed } as unknown as Colour
  }
}

/** The colour at any place of the gradient line. */
export function colourAlong({ stops, space, hue, repeats }: Line): (at: number) => Colour {
  const [first, last] = [stops.at(0), stops.at(-1)]
  if (first === undefined || last === undefined) throw new RangeError('a gradient has stops')
  const pairs = stops.slice(1).map((to, index) => {
    const from = stops[index] ?? first
    return { from, to, mix: mixerOf(from.colour, to.colour, { space, hue }) }
  })
  const period = last.at - first.at
  return (place) => {
    const at = repeats && period > 0 ? first.at + ((((place - first.at) % period) + period) % period) : place
    if (at < first.at) return first.colour
    const pair = pairs.find(({ to }) => at < to.at)
    return pair === undefined ? last.colour : pair.mix((at - pair.from.at) / (pair.to.at - pair.from.at))
  }
}

const EVENLY = 96
const EDGE = 1e-4
// Past an edge for certain, whatever the binary fractions.
const HAIR = 1e-9
const MOST_EDGES = 300

/** Places of 0 to 1 that show the gradient: evenly, and on both sides of each stop. */
export function placesOf({ stops, repeats }: Line): number[] {
  const [from = 0, to = 1] = [stops.at(0)?.at, stops.at(-1)?.at]
  const period = to - from
  const rounds = repeats && period > 0 ? Math.min(MOST_EDGES / stops.length, Math.ceil(1 / period) + 1) : 0
  const edges: number[] = []
  for (let round = repeats ? -rounds : 0; round <= rounds; round++)
    for (const { at } of stops) edges.push(at + round * period - EDGE, at + round * period + HAIR)
  const even = Array.from({ length: EVENLY + 1 }, (_, index) => index / EVENLY)
  const places = new Set([...even, ...edges].filter((place) => place >= 0 && place <= 1))
  return [...places].sort((a, b) => a - b)
}
