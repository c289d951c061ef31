import { hexOf, isDisplayable, LONGEST_COLOUR, NOT_A_COLOUR, nameOf, parseColour } from '#src/lib/colour.ts'
import { badge, defineTool, image, range, select, string, ToolError, table, text } from '#src/sdk/index.ts'
import { notationsOf } from './color-converter/notations.ts'
import { swatch } from './color-converter/swatch.ts'

const LABELS = {
  hex: 'Hex',
  rgb: 'RGB',
  hsl: 'HSL',
  hwb: 'HWB',
  lab: 'CIE Lab',
  lch: 'CIE LCH',
  oklab: 'Oklab',
  oklch: 'OKLCH',
  srgb: 'sRGB, unclipped',
  displayP3: 'Display P3',
  xyz: 'CIE XYZ (D65)',
} as const
const NAMES = Object.keys(LABELS) as (keyof typeof LABELS)[]

const css = (name: keyof typeof LABELS) => text(LABELS[name], { format: 'code' })

export const colorConverter = defineTool({
  slug: 'color-converter',
  title: 'Colour Converter',
  description: 'Writes a colour in hex, RGB, HSL, HWB, Lab, LCH, Oklab, OKLCH and Display P3, and shows it.',
  category: 'design',
  tags: ['CSS', 'colour', 'converter'],
  keywords: [
    'color converter',
    'hex to rgb',
    'rgb to hex',
    'hex to hsl',
    'rgb to hsl',
    'hex to oklch',
    'oklch to hex',
    'lab',
    'lch',
    'hwb',
    'named colours',
    'display p3',
    'colour picker',
  ],
  input: [
    string('color', {
      label: 'Colour',
      help: 'A CSS colour: a name, hex, or rgb(), hsl(), hwb(), lab(), lch(), oklab(), oklch() or color().',
      placeholder: '#663399',
      required: true,
      picker: 'colour',
      maxLength: LONGEST_COLOUR,
    }),
    range('decimals', { label: 'Decimals', step: 1, integer: true, min: 0, max: 10, default: 4, presets: [0, 2, 4] }),
    select('notation', {
      label: 'RGB and HSL as',
      default: 'modern',
      options: { modern: 'rgb(0 0 0 / 0.5)', legacy: 'rgba(0, 0, 0, 0.5)' },
    }),
  ],
  output: {
    hex: text(LABELS.hex, { format: 'code', primary: true }),
    swatch: image('The colour'),
    rgb: css('rgb'),
    hsl: css('hsl'),
    hwb: css('hwb'),
    oklch: css('oklch'),
    oklab: css('oklab'),
    lch: css('lch'),
    lab: css('lab'),
    srgb: css('srgb'),
    displayP3: css('displayP3'),
    xyz: css('xyz'),
    name: text('CSS name'),
    displayable: badge('sRGB has it', {
      type: 'boolean',
      help: 'If not, hex, RGB, HSL and HWB are the nearest colour that sRGB has.',
    }),
    notations: table('All notations', {
      columns: [
        { name: 'notation', label: 'Notation' },
        { name: 'css', label: 'CSS' },
      ],
    }),
  },
  run: ({ color, decimals, notation }) => {
    const colour = parseColour(color)
    if (colour === undefined) throw new ToolError(`Colour ${NOT_A_COLOUR}`, { field: 'color' })
    const notations = notationsOf(colour, { decimals, notation })
    return {
      ...notations,
      swatch: swatch(hexOf(colour)),
      name: nameOf(notations.hex) ?? '–',
      displayable: isDisplayable(colour),
      notations: NAMES.map((name) => ({ notation: LABELS[name], css: notations[name] })),
    }
  },
  isLarge: true,
  examples: [
    {
      title: 'A colour with a name',
      input: { color: 'rebeccapurple' },
      output: { hex: '#663399', rgb: 'rgb(102 51 153)', srgb: 'color(srgb 0.4 0.2 0.6)', name: 'rebeccapurple' },
      source: 'W3C, CSS Color Module Level 4, section 6.1 Named Colors: rebeccapurple is #663399, 102, 51, 153',
    },
    {
      title: 'Green in CIE LCH',
      input: { color: 'lch(46.2775% 67.9892 134.3912)' },
      output: { hex: '#008000', name: 'green', displayable: true },
      source:
        'W3C, web-platform-tests, css/css-color/lch-001.html: lch(46.2775% 67.9892 134.3912) is green (sRGB) in lch',
    },
    {
      title: 'Hue, whiteness and blackness, half transparent',
      input: { color: 'hwb(194 0% 0% / .5)', notation: 'legacy' },
      output: { hex: '#00c3ff80', hwb: 'hwb(194 0% 0% / 0.5)', rgb: 'rgba(0, 195, 255, 0.5)' },
      source:
        'MDN Web Docs, hwb(), syntax: hwb(194 0% 0%) is #00c3ff, with / .5 at 50% opacity; rgba(0, 195, 255, .5) in PostCSS HWB Function, README',
    },
    {
      title: 'Hex with three digits',
      input: { color: '#123' },
      output: { hex: '#112233', rgb: 'rgb(17 34 51)' },
      source:
        'W3C, CSS Color Module Level 4, section 5.2: each digit is doubled, #123 specifies the same colour as #112233',
    },
  ],
  method: {
    formula: 'Each notation is converted over CIE XYZ; CIE Lab and LCH with the D50 white point, adapted by Bradford.',
    rounding:
      'To the chosen decimals; parts of 1 (chroma of OKLCH, sRGB, P3, XYZ, alpha) have two more. Hex and RGB are rounded to 8 bits. Nothing is rounded before.',
    notes:
      'A colour that sRGB lacks is mapped as CSS Color 4 says: chroma is reduced in OKLCH until clipping is not seen. The line “sRGB, unclipped” keeps the exact channels. A grey has hue 0. Missing parts (none) count as 0.',
  },
  sources: [
    { title: 'W3C, CSS Color Module Level 4', url: 'https://www.w3.org/TR/css-color-4/' },
    { title: 'W3C, web-platform-tests, css/css-color', url: 'https://wpt.fyi/results/css/css-color' },
    {
      title: 'Björn Ottosson, A perceptual color space for image processing (Oklab), 2020',
      url: 'https://bottosson.github.io/posts/oklab/',
    },
  ],
})
