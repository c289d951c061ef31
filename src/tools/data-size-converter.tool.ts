import { fromNumber } from '#src/lib/rational.ts'
import { formulaText, fromBase, rounded, toBase, unitAliases, unitOf, unitOptions } from '#src/lib/units.ts'
import { badge, defineTool, number, select, table, text } from '#src/sdk/index.ts'
import { KILOBYTE_IN_CAPITALS, SIZES } from './data-size-converter/units.ts'

const OPTIONS = { ...unitOptions(SIZES), ...KILOBYTE_IN_CAPITALS }
const ALIASES = unitAliases(SIZES)
const LARGEST_VALUE = 1e100

const sizeUnit = (code: string) => unitOf(SIZES, code === 'KB' ? 'kB' : code)

export const dataSizeConverter = defineTool({
  slug: 'data-size-converter',
  title: 'Data Size Converter',
  description: 'Converts bits and bytes between decimal prefixes (kB, MB, GB) and binary ones (KiB, MiB, GiB).',
  category: 'converter',
  tags: ['units', 'storage', 'bytes'],
  keywords: [
    'megabytes to gigabytes',
    'mb to gb',
    'gib to gb',
    'kibibyte',
    'mebibyte',
    'bits to bytes',
    'file size',
    'disk space',
    'iec prefixes',
    'terabyte',
  ],
  input: [
    number('value', { label: 'Value', required: true, min: 0, max: LARGEST_VALUE, placeholder: '1' }),
    select('from', {
      label: 'From',
      help: 'B is a byte, bit a bit; k, M, G count by 1000, Ki, Mi, Gi by 1024.',
      default: 'GB',
      options: OPTIONS,
      aliases: ALIASES,
    }),
    select('to', { label: 'To', default: 'GiB', options: OPTIONS, aliases: ALIASES, swapWith: 'from' }),
    number('decimals', {
      label: 'Decimals',
      help: 'Leave empty for the exact value.',
      integer: true,
      step: 1,
      min: 0,
      max: 30,
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
  run: ({ value, from, to, decimals }) => {
    const source = sizeUnit(from)
    const target = sizeUnit(to)
    const bits = toBase(fromNumber(value), source)
    const precision = decimals === undefined ? 'exact' : String(decimals)
    return {
      value: rounded(fromBase(bits, target), precision),
      formula: formulaText(value, source, target),
      units: SIZES.map((unit) => ({
        unit: unit.name,
        code: unit.code,
        value: rounded(fromBase(bits, unit), precision),
      })),
    }
  },
  examples: [
    {
      title: 'A kibibyte in bytes',
      input: { value: 1, from: 'KiB', to: 'B' },
      output: { value: 1024 },
      source: 'IEC 80000-13, binary prefixes; NIST, Prefixes for binary multiples: 1 KiB = 2^10 B',
    },
    {
      title: 'A gibibyte in bytes',
      input: { value: 1, from: 'GiB', to: 'B' },
      output: { value: 1073741824 },
      source: 'NIST, Prefixes for binary multiples: 1 GiB = 2^30 B = 1 073 741 824 B',
    },
    {
      title: 'A mebibyte in megabytes',
      input: { value: 1, from: 'MiB', to: 'MB' },
      output: { value: 1.048576 },
      source: 'NIST, Prefixes for binary multiples: 1 MiB = 2^20 B = 1 048 576 B',
    },
    {
      title: 'A terabyte disk in gibibytes',
      input: { value: 1, from: 'TB', to: 'GiB', decimals: 2 },
      output: { value: 931.32 },
      source: 'omni-tools, byte converter tests: 1 TB is 931.32 GiB',
    },
    {
      title: 'One bit in bytes',
      input: { value: 1, from: 'bit', to: 'B' },
      output: { value: 0.125 },
      source: 'IEC 80000-13, item 13-9: a byte is 8 bits',
    },
  ],
  method: {
    formula: 'result = value × bits of “from” / bits of “to”; 1 B = 8 bit, k = 1000, Ki = 1024, and so on by powers',
    rounding:
      'Computed with exact fractions. Without decimals the answer is the number nearest to the exact result, and the formula has the value itself; with them halves go away from zero.',
    notes:
      'kB, MB, GB are powers of 1000, as IEC 80000-13 and the makers of disks have it. Windows writes KB, MB and GB but counts by 1024: choose KiB, MiB and GiB for its figures.',
  },
  sources: [
    { title: 'IEC 80000-13, Quantities and units, Part 13: Information science and technology' },
    { title: 'NIST, Prefixes for binary multiples', url: 'https://physics.nist.gov/cuu/Units/binary.html' },
  ],
})
