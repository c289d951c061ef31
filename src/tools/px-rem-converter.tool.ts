import { divide, fromNumber, multiply, parseDecimal, type Rational, toNumber } from '#src/lib/rational.ts'
import { roundTo } from '#src/lib/round.ts'
import { badge, defineTool, number, select, table, text } from '#src/sdk/index.ts'

const decimal = parseDecimal
const INCH = decimal('96')
const CENTIMETRE = divide(INCH, decimal('2.54'))

/** CSS Values 4, section 6.2: pixels of one; those without a size are sizes of the font. */
const UNITS = {
  px: { name: 'Pixels', pixels: decimal('1') },
  rem: { name: 'Root em', pixels: undefined },
  em: { name: 'Em', pixels: undefined },
  '%': { name: 'Per cent of the font size', pixels: undefined },
  pt: { name: 'Points', pixels: divide(INCH, decimal('72')) },
  pc: { name: 'Picas', pixels: divide(INCH, decimal('6')) },
  in: { name: 'Inches', pixels: INCH },
  cm: { name: 'Centimetres', pixels: CENTIMETRE },
  mm: { name: 'Millimetres', pixels: divide(CENTIMETRE, decimal('10')) },
  Q: { name: 'Quarter-millimetres', pixels: divide(CENTIMETRE, decimal('40')) },
} as const
type Unit = keyof typeof UNITS
const CODES = Object.keys(UNITS) as Unit[]
const CHOICES: Readonly<Record<Unit, string>> = {
  px: 'px',
  rem: 'rem',
  em: 'em',
  '%': '%',
  pt: 'pt',
  pc: 'pc',
  in: 'in',
  cm: 'cm',
  mm: 'mm',
  Q: 'Q',
}
const ALIASES = {
  ...Object.fromEntries(CODES.map((code) => [code.toLowerCase(), code])),
  pixel: 'px',
  pixels: 'px',
  point: 'pt',
  points: 'pt',
  pica: 'pc',
  picas: 'pc',
  inch: 'in',
  inches: 'in',
  percent: '%',
}

const USUAL_PIXELS = [10, 12, 14, 16, 18, 20, 24, 28, 32, 36, 40, 48, 56, 64, 72, 96]

interface FontSizes {
  readonly base: number
  readonly parent: number
}

function pixelsOf(unit: Unit, { base, parent }: FontSizes): Rational {
  switch (unit) {
    case 'rem':
      return fromNumber(base)
    case 'em':
      return fromNumber(parent)
    case '%':
      return divide(fromNumber(parent), decimal('100'))
    default:
      return UNITS[unit].pixels
  }
}

export const pxRemConverter = defineTool({
  slug: 'px-rem-converter',
  title: 'PX to REM Converter',
  description: 'Converts CSS lengths between px, rem, em, per cent, points and the other absolute units.',
  category: 'design',
  tags: ['CSS', 'typography', 'units'],
  keywords: [
    'px to rem',
    'rem to px',
    'pixel to em',
    'pt to px',
    'px to pt',
    'points to pixels',
    'font size',
    'root font size',
    'css units',
  ],
  input: [
    number('value', { label: 'Value', required: true, min: -1e9, max: 1e9, placeholder: '24' }),
    select('from', { label: 'From', default: 'px', options: CHOICES, aliases: ALIASES }),
    select('to', { label: 'To', default: 'rem', options: CHOICES, aliases: ALIASES, swapWith: 'from' }),
    number('base', {
      label: 'Root font size',
      help: 'What 1rem is.',
      unit: 'px',
      min: 0.01,
      max: 10_000,
      default: 16,
      presets: [10, 16, 18, 20],
    }),
    number('parent', {
      label: 'Font size for em and %',
      help: 'Of the parent; the root font size when empty.',
      unit: 'px',
      min: 0.01,
      max: 10_000,
    }),
  ],
  output: {
    value: badge('Result', { primary: true }),
    css: text('CSS', { format: 'code' }),
    units: table('In every unit', {
      columns: [
        { name: 'unit', label: 'Unit' },
        { name: 'name', label: 'Name' },
        { name: 'value', label: 'Value', type: 'number' },
      ],
    }),
    usual: table('Usual sizes', {
      columns: [
        { name: 'px', label: 'px', type: 'number' },
        { name: 'rem', label: 'rem', type: 'number' },
        { name: 'pt', label: 'pt', type: 'number' },
      ],
    }),
  },
  run: ({ value, from, to, base, parent = base }) => {
    const sizes = { base, parent }
    const convert = (amount: number, source: Unit, target: Unit): number =>
      roundTo(toNumber(divide(multiply(fromNumber(amount), pixelsOf(source, sizes)), pixelsOf(target, sizes))), 6)
    const result = convert(value, from, to)
    return {
      value: result,
      css: `${result}${to}`,
      units: CODES.map((unit) => ({ unit, name: UNITS[unit].name, value: convert(value, from, unit) })),
      usual: USUAL_PIXELS.map((px) => ({ px, rem: convert(px, 'px', 'rem'), pt: convert(px, 'px', 'pt') })),
    }
  },
  examples: [
    {
      title: '24 pixels in rem',
      input: { value: 24, from: 'px', to: 'rem' },
      output: { value: 1.5, css: '1.5rem' },
      source: 'Apex Conversion, PX to REM Converter: 24px = 1.5rem at the 16px default',
    },
    {
      title: '14 pixels where the root is 10 pixels',
      input: { value: 14, from: 'px', to: 'rem', base: 10 },
      output: { value: 1.4 },
      source: 'Calculatey, PX to REM Converter, common examples: 14px (base 10) is 1.4rem',
    },
    {
      title: 'An inch in pixels',
      input: { value: 1, from: 'in', to: 'px' },
      output: { value: 96, css: '96px' },
      source: 'W3C, CSS Values and Units Level 4, section 6.2, absolute lengths: 1in = 2.54cm = 96px',
    },
    {
      title: 'Twelve points in pixels',
      input: { value: 12, from: 'pt', to: 'px' },
      output: { value: 16 },
      source: 'W3C, CSS Values and Units Level 4, section 6.2: 1pt = 1/72 of 1in, so 12 × 96 / 72',
    },
    {
      title: 'Forty quarter-millimetres, back to a centimetre',
      input: { value: 40, from: 'Q', to: 'cm' },
      output: { value: 1 },
      source: 'W3C, CSS Values and Units Level 4, section 6.2: 1Q = 1/40 of 1cm',
    },
  ],
  method: {
    formula:
      'rem = px / root font size; em = px / font size of the parent; 1in = 96px = 2.54cm = 72pt = 6pc, 1cm = 10mm = 40Q',
    rounding: 'Computed with exact fractions, given to 6 decimals, halves away from zero.',
    notes: 'em and % mean the font size of the parent, so they multiply where elements nest; rem does not.',
  },
  sources: [
    {
      title: 'W3C, CSS Values and Units Module Level 4, absolute lengths',
      url: 'https://www.w3.org/TR/css-values-4/#absolute-lengths',
    },
    { title: 'Apex Conversion, PX to REM Converter', url: 'https://apexconversion.net/tools/px-to-rem' },
    { title: 'Calculatey, PX to REM Converter', url: 'https://calculatey.pages.dev/px-rem-converter' },
  ],
})
