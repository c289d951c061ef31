import { hexOf } from '#src/lib/colour.ts'
import { cssNumber } from '#src/lib/css-length.ts'
import { roundTo } from '#src/lib/round.ts'
import { checkbox, defineTool, image, list, number, radio, range, select, table, text } from '#src/sdk/index.ts'
import { colourAlong, type Hue, POLAR, placesOf, SPACES, type Space } from './gradient-generator/interpolation.ts'
import { preview, type Shape } from './gradient-generator/preview.ts'
import { readStops, type Stop } from './gradient-generator/stops.ts'

/** Pieces in which a gradient is written for browsers that only mix in sRGB. */
const PIECES = 16

/** What stands before the stops: direction, and where colours are mixed. sRGB is what browsers take unasked. */
function heading({ type, angle, ending, x, y }: Shape, space: Space | undefined, hue: Hue): string {
  const place = x === 50 && y === 50 ? '' : ` at ${cssNumber(x)}% ${cssNumber(y)}%`
  const shape = {
    linear: angle === 180 ? '' : `${cssNumber(angle)}deg`,
    radial: `${ending === 'ellipse' && place === '' ? '' : ending}${place}`,
    conic: `${angle === 0 ? '' : `from ${cssNumber(angle)}deg`}${place}`.trim(),
  }[type]
  const turn = space !== undefined && POLAR.includes(space) && hue !== 'shorter' ? ` ${hue} hue` : ''
  const method = space === undefined || space === 'srgb' ? '' : `in ${space}${turn}`
  return [shape, method].filter((part) => part !== '').join(' ')
}

const percent = (at: number): string => `${cssNumber(at * 100)}%`

function written(name: string, start: string, stops: readonly string[]): string {
  return `${name}(${[...(start === '' ? [] : [start]), ...stops].join(', ')})`
}

/** The stops, and colours between them, in hex. */
function sampled(stops: readonly Stop[], at: (place: number) => Parameters<typeof hexOf>[0]): string[] {
  const [from = 0, to = 1] = [stops.at(0)?.at, stops.at(-1)?.at]
  const between = Array.from({ length: PIECES + 1 }, (_, index) => from + ((to - from) * index) / PIECES)
  return between.map((place, index) => {
    const end = index === PIECES ? stops.at(-1)?.colour : undefined
    return `${hexOf(end ?? at(place))} ${percent(place)}`
  })
}

export const gradientGenerator = defineTool({
  slug: 'gradient-generator',
  title: 'CSS Gradient Generator',
  description:
    'Makes a linear, radial or conic gradient of any colours, mixed in the colour space you choose, and its CSS.',
  category: 'design',
  tags: ['CSS', 'colour', 'generator'],
  keywords: [
    'css gradient',
    'linear-gradient',
    'radial-gradient',
    'conic-gradient',
    'color gradient',
    'oklch gradient',
    'background',
    'colour stops',
    'rainbow',
    'repeating gradient',
  ],
  input: [
    radio('type', {
      label: 'Type',
      default: 'linear',
      options: { linear: 'Linear', radial: 'Radial', conic: 'Conic' },
    }),
    list('stops', {
      label: 'Stops',
      help: 'One per line: a CSS colour, and where it stands if not evenly spread: teal 30%',
      default: ['#1d4ed8', '#f59e0b'],
    }),
    range('angle', {
      label: 'Angle',
      unit: '°',
      step: 1,
      min: 0,
      max: 360,
      default: 90,
      presets: [0, 45, 90, 135, 180],
      showIf: { field: 'type', in: ['linear', 'conic'] },
    }),
    select('shape', {
      label: 'Shape',
      default: 'ellipse',
      options: { ellipse: 'Ellipse', circle: 'Circle' },
      showIf: { field: 'type', in: ['radial'] },
    }),
    number('x', {
      label: 'Centre, across',
      unit: '%',
      min: 0,
      max: 100,
      default: 50,
      showIf: { field: 'type', in: ['radial', 'conic'] },
    }),
    number('y', {
      label: 'Centre, down',
      unit: '%',
      min: 0,
      max: 100,
      default: 50,
      showIf: { field: 'type', in: ['radial', 'conic'] },
    }),
    select('space', { label: 'Mixed in', default: 'oklch', options: SPACES }),
    select('hue', {
      label: 'Way round the hues',
      default: 'shorter',
      options: { shorter: 'Shorter', longer: 'Longer', increasing: 'Increasing', decreasing: 'Decreasing' },
      showIf: { field: 'space', in: POLAR },
    }),
    checkbox('repeating', { label: 'Repeat it' }),
  ],
  output: {
    css: text('CSS', { format: 'code', primary: true }),
    preview: image('Preview'),
    fallback: text('For old browsers', {
      format: 'code',
      help: 'The same gradient in sixteen pieces of sRGB. Write it before the other.',
    }),
    stops: table('Stops as drawn', {
      columns: [
        { name: 'color', label: 'Written' },
        { name: 'hex', label: 'Colour', type: 'colour' },
        { name: 'percent', label: 'At %', type: 'number' },
      ],
    }),
  },
  run: ({ type, angle, shape: ending, x, y, space, hue, repeating, ...given }) => {
    const stops = readStops(given.stops)
    const shape: Shape = { type, angle, ending, x, y }
    const line = { stops, space, hue, repeats: repeating }
    const at = colourAlong(line)
    const name = `${repeating ? 'repeating-' : ''}${type}-gradient`
    const exact = written(
      name,
      heading(shape, space, hue),
      stops.map((stop) => `${stop.text} ${percent(stop.at)}`),
    )
    const pieces = sampled(stops, colourAlong({ ...line, repeats: false }))
    return {
      css: `background: ${exact};`,
      preview: preview(shape, placesOf(line), at),
      ...(space !== 'srgb' && { fallback: `background: ${written(name, heading(shape, undefined, hue), pieces)};` }),
      stops: stops.map((stop) => ({ color: stop.text, hex: hexOf(stop.colour), percent: roundTo(stop.at * 100, 4) })),
    }
  },
  isLarge: true,
  examples: [
    {
      title: 'Stops without a place spread evenly',
      input: { stops: ['red 40%', 'white', 'black', 'blue'], angle: 180, space: 'srgb' },
      output: { css: 'background: linear-gradient(red 40%, white 60%, black 80%, blue 100%);' },
      source: 'W3C, CSS Images Module Level 3, section 3.4.3 Color Stop Fixup, example 2',
    },
    {
      title: 'A stop before the start',
      input: { stops: ['red -50%', 'white', 'blue'], angle: 180, space: 'srgb' },
      output: { css: 'background: linear-gradient(red -50%, white 25%, blue 100%);' },
      source: 'W3C, CSS Images Module Level 3, section 3.4.3 Color Stop Fixup, example 3',
    },
    {
      title: 'No stop lies before an earlier one',
      input: { stops: ['red', 'white -50%', 'black 150%', 'blue'], angle: 180, space: 'srgb' },
      output: { css: 'background: linear-gradient(red 0%, white 0%, black 150%, blue 150%);' },
      source: 'W3C, CSS Images Module Level 3, section 3.4.3 Color Stop Fixup, example 6',
    },
  ],
  method: {
    formula:
      'Between two stops each channel of the chosen space changes evenly, with premultiplied alpha; hues go the chosen way round.',
    rounding: 'Places are written to four decimals of a per cent; colours in hex are rounded to 8 bits.',
    notes:
      'Radial gradients end at the farthest corner. The preview shows colours that sRGB lacks as the nearest that it has; it draws a conic gradient in 360 wedges. Hints between stops are not supported.',
  },
  sources: [
    { title: 'W3C, CSS Images Module Level 4', url: 'https://www.w3.org/TR/css-images-4/' },
    {
      title: 'W3C, CSS Color Module Level 4, color interpolation',
      url: 'https://www.w3.org/TR/css-color-4/#interpolation',
    },
  ],
})
