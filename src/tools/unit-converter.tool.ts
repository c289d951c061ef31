import { CATEGORIES, UNITS, USUAL } from '#src/lib/everyday-units.ts'
import { compare, fromNumber, type Rational, toFixed } from '#src/lib/rational.ts'
import { conversion, fromBase, PRECISIONS, toBase, type Unit, unitChoices, unitOf } from '#src/lib/units.ts'
import { badge, defineTool, number, select, ToolError, table, text } from '#src/sdk/index.ts'

const CHOICES = unitChoices(UNITS, USUAL)
const LARGEST_VALUE = 1e100

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
      options: CHOICES.options,
      optionsBy: CHOICES.by('from'),
      aliases: CHOICES.aliases,
    }),
    select('to', {
      label: 'To',
      default: USUAL.length.to,
      options: CHOICES.options,
      optionsBy: CHOICES.by('to'),
      swapWith: 'from',
      aliases: CHOICES.aliases,
    }),
    select('precision', {
      label: 'Decimals',
      help: 'Exact shows 15 digits.',
      default: 'exact',
      options: PRECISIONS,
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
  run: ({ category, value, precision, ...asked }) => {
    const units = UNITS[category]
    const from = unitOf(units, asked.from)
    if (category === 'temperature') refuseBelowAbsoluteZero(toBase(fromNumber(value), from), from)
    return conversion(units, { value, from, to: unitOf(units, asked.to), precision })
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
      'Computed with exact fractions. “exact” gives the number nearest to the exact result, of which the page shows 15 digits; the formula has the value itself, or its first 20 digits. 0 to 12 rounds to that many decimals, halves away from zero.',
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
