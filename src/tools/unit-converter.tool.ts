import {
  add,
  compare,
  divide,
  fromNumber,
  multiply,
  parseDecimal,
  type Rational,
  subtract,
  toDecimal,
  toFixed,
  toNumber,
} from '#src/lib/rational.ts'
import { badge, defineTool, number, select, ToolError, table, text } from '#src/sdk/index.ts'
import { CATEGORIES, UNITS, type Unit, type UnitCategory, USUAL } from './unit-converter/units.ts'

const ALL = CATEGORIES.flatMap((category) => UNITS[category])
const CHOICES = Object.fromEntries(ALL.map((unit) => [unit.code, unit.name]))
const ALIASES = Object.fromEntries(
  ALL.flatMap((unit) => [unit.code.toLowerCase(), ...unit.aliases].map((alias) => [alias, unit.code])),
)
const choicesBy = (side: 'from' | 'to') => ({
  field: 'category',
  options: Object.fromEntries(
    CATEGORIES.map((category) => [category, UNITS[category].map(({ code, name }) => ({ value: code, label: name }))]),
  ),
  defaults: Object.fromEntries(CATEGORIES.map((category) => [category, USUAL[category][side]])),
})
const DECIMALS = Array.from({ length: 13 }, (_, decimals) => String(decimals))
const LARGEST_VALUE = 1e100

/** "5/9" or "0.3048". */
function exact(factor: string): Rational {
  const [numerator = '', denominator = '1'] = factor.split('/')
  return divide(parseDecimal(numerator), parseDecimal(denominator))
}

const toBase = (value: Rational, unit: Unit): Rational =>
  multiply(add(value, exact(unit.offset ?? '0')), exact(unit.factor))
const fromBase = (value: Rational, unit: Unit): Rational =>
  subtract(divide(value, exact(unit.factor)), exact(unit.offset ?? '0'))

const rounded = (value: Rational, precision: string): number =>
  precision === 'exact' ? toNumber(value) : Number(toFixed(value, Number(precision)))

const READABLE = 24

/** Exact decimal text where it ends soon enough to read, else a fraction with its nearest number. */
function exactText(value: Rational): string {
  const decimal = toDecimal(value)
  if (decimal !== undefined && decimal.length <= READABLE) return `= ${decimal}`
  const fraction = `${value.numerator}/${value.denominator}`
  return `${fraction.length <= READABLE ? `= ${fraction} ` : ''}≈ ${toNumber(value)}`
}

const equation = (value: Rational, unit: Unit): string => `${exactText(value)} ${unit.symbol}`

/** "1 mi = 1609.344 m; 3 mi = 4828.032 m", or for temperatures the equation with its offsets. */
function formulaText(value: number, { from, to, result }: { from: Unit; to: Unit; result: Rational }): string {
  const answer = `${value} ${from.symbol} ${equation(result, to)}`
  if (from.offset !== undefined || to.offset !== undefined) {
    const ratio = divide(exact(from.factor), exact(to.factor))
    const factor = toDecimal(ratio) ?? `${ratio.numerator}/${ratio.denominator}`
    return `${to.symbol} = (${from.symbol} + ${from.offset ?? 0}) × ${factor} − ${to.offset ?? 0}; ${answer}`
  }
  const one = fromBase(toBase(fromNumber(1), from), to)
  return value === 1 ? answer : `1 ${from.symbol} ${equation(one, to)}; ${answer}`
}

function unitOf(category: UnitCategory, code: string): Unit {
  const unit = UNITS[category].find((candidate) => candidate.code === code)
  if (unit === undefined) throw new TypeError(`${code} is no unit of ${category}`)
  return unit
}

function refuseBelowAbsoluteZero(base: Rational, unit: Unit): void {
  if (compare(base, fromNumber(0)) >= 0) return
  const zero = toFixed(fromBase(fromNumber(0), unit), 2).replace(/\.00$/, '')
  throw new ToolError(`Value must be at least ${zero} ${unit.symbol} (absolute zero)`, { field: 'value' })
}

export const unitConverter = defineTool({
  slug: 'unit-converter',
  title: 'Unit Converter',
  description: 'Converts length, mass, temperature, volume, area and time with the exact factors of the standards.',
  category: 'converter',
  tags: ['units', 'metric', 'imperial'],
  keywords: [
    'kg to lb',
    'miles to km',
    'feet to metres',
    'inches to cm',
    'celsius to fahrenheit',
    'gallons to litres',
    'acres',
    'ounces',
    'measurement',
    'conversion',
  ],
  input: [
    select('category', { label: 'Category', default: 'length', options: CATEGORIES }),
    number('value', { label: 'Value', required: true, min: -LARGEST_VALUE, max: LARGEST_VALUE, placeholder: '1' }),
    select('from', {
      label: 'From',
      default: USUAL.length.from,
      options: CHOICES,
      optionsBy: choicesBy('from'),
      aliases: ALIASES,
    }),
    select('to', {
      label: 'To',
      default: USUAL.length.to,
      options: CHOICES,
      optionsBy: choicesBy('to'),
      aliases: ALIASES,
    }),
    select('precision', {
      label: 'Decimals',
      help: 'Exact gives every digit that the number can hold.',
      default: 'exact',
      options: [...DECIMALS, 'exact'],
    }),
  ],
  output: {
    value: badge('Result', { primary: true }),
    formula: text('Formula'),
    units: table('In every unit', {
      columns: [
        { name: 'unit', label: 'Unit' },
        { name: 'code', label: 'Code' },
        { name: 'value', label: 'Value', type: 'number' },
      ],
    }),
  },
  run: ({ category, value, from, to, precision }) => {
    const source = unitOf(category, from)
    const target = unitOf(category, to)
    const base = toBase(fromNumber(value), source)
    if (category === 'temperature') refuseBelowAbsoluteZero(base, source)
    const result = fromBase(base, target)
    return {
      value: rounded(result, precision),
      formula: formulaText(value, { from: source, to: target, result }),
      units: UNITS[category].map((unit) => ({
        unit: unit.name,
        code: unit.code,
        value: rounded(fromBase(base, unit), precision),
      })),
    }
  },
  examples: [
    {
      title: 'A mile in metres',
      input: { category: 'length', value: 1, from: 'mi', to: 'm' },
      output: { value: 1609.344 },
      source: 'NIST SP 811 (2008), Appendix B.8: mile to metre, exact',
    },
    {
      title: 'A pound in grams',
      input: { category: 'mass', value: 1, from: 'lb', to: 'g' },
      output: { value: 453.59237 },
      source: 'NIST Handbook 44, Appendix C, section 4: 1 avoirdupois pound, exact',
    },
    {
      title: 'An imperial gallon in litres',
      input: { category: 'volume', value: 1, from: 'gal-uk', to: 'l' },
      output: { value: 4.54609 },
      source: 'NIST SP 811 (2008), Appendix B.8: gallon [Canadian and U.K. (Imperial)], exact',
    },
    {
      title: 'Boiling water in Fahrenheit',
      input: { category: 'temperature', value: 100, from: 'C', to: 'F' },
      output: { value: 212 },
      source: 'NIST SP 811 (2008), Appendix B.8: t/°C = (t/°F − 32)/1.8',
    },
    {
      title: 'Absolute zero',
      input: { category: 'temperature', value: 0, from: 'K', to: 'F' },
      output: { value: -459.67 },
      source: 'NIST SP 811 (2008), Appendix B.8: T/K = (t/°F + 459.67)/1.8',
    },
  ],
  method: {
    formula:
      'result = value × factor of “from” / factor of “to”; for temperatures K = (value + offset) × factor, and back',
    rounding:
      'Computed with exact fractions. “exact” gives the number nearest to the exact result; 0 to 12 rounds to that many decimals, halves away from zero.',
    notes:
      'Foot, mile and acre are the international ones, not the US survey ones. A name that means several units (gallon, ton, pint) must say which.',
  },
  sources: [
    {
      title: 'NIST Special Publication 811 (2008), Guide for the Use of the SI, Appendix B.8',
      url: 'https://www.nist.gov/pml/special-publication-811',
    },
    {
      title: 'NIST Handbook 44, Appendix C, General Tables of Units of Measurement',
      url: 'https://www.nist.gov/pml/owm/nist-handbook-44-current-edition',
    },
  ],
})
