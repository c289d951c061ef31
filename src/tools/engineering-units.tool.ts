import { CATEGORIES, UNITS, USUAL } from '#src/lib/engineering-units.ts'
import { conversion, PRECISIONS, unitChoices, unitOf } from '#src/lib/units.ts'
import { badge, defineTool, number, select, table, text } from '#src/sdk/index.ts'

const CHOICES = unitChoices(UNITS, USUAL)
const LARGEST_VALUE = 1e100

export const engineeringUnits = defineTool({
  slug: 'engineering-units',
  title: 'Engineering Unit Converter',
  description: 'Converts speed, pressure, energy, power, angle and data rate with the exact factors of the standards.',
  category: 'converter',
  tags: ['units', 'physics', 'engineering'],
  keywords: [
    'km/h to mph',
    'knots',
    'bar to psi',
    'pascal',
    'atmosphere',
    'kwh to joules',
    'calories',
    'btu',
    'horsepower to kw',
    'degrees to radians',
    'mbps to mb/s',
    'bandwidth',
  ],
  input: [
    select('category', {
      label: 'Category',
      default: 'speed',
      options: CATEGORIES,
      aliases: { 'data rate': 'data-rate', datarate: 'data-rate', bandwidth: 'data-rate', velocity: 'speed' },
    }),
    number('value', { label: 'Value', required: true, min: -LARGEST_VALUE, max: LARGEST_VALUE, placeholder: '100' }),
    select('from', {
      label: 'From',
      default: USUAL.speed.from,
      options: CHOICES.options,
      optionsBy: CHOICES.by('from'),
      aliases: CHOICES.aliases,
    }),
    select('to', {
      label: 'To',
      default: USUAL.speed.to,
      options: CHOICES.options,
      optionsBy: CHOICES.by('to'),
      swapWith: 'from',
      aliases: CHOICES.aliases,
    }),
    select('precision', {
      label: 'Decimals',
      help: 'Exact: not rounded to decimals. The first 15 digits are shown; the formula has the exact value.',
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
    return conversion(units, { value, from: unitOf(units, asked.from), to: unitOf(units, asked.to), precision })
  },
  examples: [
    {
      title: 'A mile per hour in metres per second',
      input: { category: 'speed', value: 1, from: 'mph', to: 'm/s' },
      output: { value: 0.44704 },
      source: 'NIST SP 811 (2008), Appendix B.8: mile per hour to meter per second, exact',
    },
    {
      title: 'A standard atmosphere in millibars',
      input: { category: 'pressure', value: 1, from: 'atm', to: 'mbar' },
      output: { value: 1013.25 },
      source: 'NIST SP 811 (2008), Appendix B.8: atmosphere, standard, is 101 325 Pa exactly; a millibar is 100 Pa',
    },
    {
      title: 'A kilowatt hour in megajoules',
      input: { category: 'energy', value: 1, from: 'kWh', to: 'MJ' },
      output: { value: 3.6 },
      source: 'NIST SP 811 (2008), Appendix B.8: kilowatt hour to megajoule, exact',
    },
    {
      title: 'A horsepower in watts, rounded as the table is',
      input: { category: 'power', value: 1, from: 'hp', to: 'W', precision: '4' },
      output: { value: 745.6999 },
      source: 'NIST SP 811 (2008), Appendix B.8: horsepower (550 ft · lbf/s) is 7.456 999 E+02 W',
    },
    {
      title: 'Half a turn in radians',
      input: { category: 'angle', value: 180, from: 'deg', to: 'rad' },
      output: { value: Math.PI },
      source: 'SI Brochure, 9th edition, table 8: 1° = (π/180) rad',
    },
  ],
  method: {
    formula: 'result = value × factor of “from” / factor of “to”',
    rounding:
      'Computed with exact fractions; only radians need π, taken to 64 decimals. “exact” gives the number nearest to the exact result; 0 to 12 rounds to that many decimals, halves away from zero.',
    notes:
      'Calories and British thermal units exist in two sizes, thermochemical (th) and International Table (IT): choose one. Columns of mercury and water are the conventional ones. In data rates k, M and G are powers of 1000, Ki, Mi and Gi powers of 1024, and a byte is 8 bits.',
  },
  sources: [
    {
      title: 'NIST Special Publication 811 (2008), Guide for the Use of the SI, Appendix B.8',
      url: 'https://www.nist.gov/pml/special-publication-811',
    },
    {
      title: 'BIPM, The International System of Units (SI Brochure), 9th edition',
      url: 'https://www.bipm.org/en/publications/si-brochure',
    },
    { title: 'IEC 80000-13, Quantities and units, Part 13: Information science and technology' },
  ],
})
