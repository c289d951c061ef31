import { badge, checkbox, defineTool, number, string, ToolError, table, text } from '#src/sdk/index.ts'

const MOST_DIGITS = 10_000
const DIGITS = '0123456789abcdefghijklmnopqrstuvwxyz'
const PREFIXES: Readonly<Record<string, number>> = { '0x': 16, '0o': 8, '0b': 2 }
const COMMON = [
  { base: 2, name: 'Binary' },
  { base: 8, name: 'Octal' },
  { base: 10, name: 'Decimal' },
  { base: 16, name: 'Hexadecimal' },
  { base: 36, name: 'Base 36' },
] as const

const refused = (message: string) => new ToolError(`Value ${message}`, { field: 'value' })

/** The digits without sign, prefix of their base, spaces and underscores. */
function bareDigits(given: string, base: number): { negative: boolean; digits: string } {
  const [, sign = '', rest = ''] = /^([-+−]?)(.*)$/s.exec(given.trim().toLowerCase()) ?? []
  const prefix = rest.slice(0, 2)
  const digits = PREFIXES[prefix] === base ? rest.slice(2) : rest
  return { negative: sign === '-' || sign === '−', digits: digits.replace(/[\s_]/g, '') }
}

function refuseForeignDigits(digits: string, base: number): void {
  const allowed = DIGITS.slice(0, base)
  const foreign = [...digits].find((digit) => !allowed.includes(digit))
  if (foreign === '.' || foreign === ',') throw refused('must be a whole number, without a point or commas')
  if (foreign !== undefined)
    throw refused(`must be a number in base ${base}: “${foreign}” is no digit from 0 to ${allowed.at(-1)}`)
  if (digits === '') throw refused('must have at least one digit')
}

// Whole blocks of digits that a double holds exactly: a hundred times fewer steps with big numbers.
const BLOCK = 9

function parseDigits(digits: string, base: number): bigint {
  let value = 0n
  for (let start = 0; start < digits.length; start += BLOCK) {
    const block = digits.slice(start, start + BLOCK)
    value = value * BigInt(base) ** BigInt(block.length) + BigInt(Number.parseInt(block, base))
  }
  return value
}

export const numberBaseConverter = defineTool({
  slug: 'number-base-converter',
  title: 'Number Base Converter',
  description: 'Converts whole numbers of any size between the bases 2 to 36, such as binary, decimal and hexadecimal.',
  category: 'converter',
  tags: ['numbers', 'binary', 'hexadecimal'],
  keywords: [
    'binary to decimal',
    'decimal to binary',
    'hex to decimal',
    'decimal to hex',
    'octal',
    'radix',
    'base 36',
    'base converter',
    'integer',
    'bits',
  ],
  input: [
    string('value', {
      label: 'Value',
      help: 'Spaces, underscores and the prefixes 0x, 0o and 0b are left out.',
      placeholder: 'ff',
      required: true,
      maxLength: MOST_DIGITS,
    }),
    number('fromBase', {
      label: 'From base',
      integer: true,
      step: 1,
      min: 2,
      max: 36,
      default: 10,
      presets: [2, 8, 10, 16],
    }),
    number('toBase', {
      label: 'To base',
      integer: true,
      step: 1,
      min: 2,
      max: 36,
      default: 16,
      presets: [2, 8, 10, 16],
      swapWith: 'fromBase',
    }),
    checkbox('uppercase', { label: 'Capital letters', help: 'FF instead of ff.' }),
  ],
  output: {
    result: text('Result', { format: 'code', primary: true }),
    bits: badge('Bits', { help: 'Of the value without its sign.' }),
    bases: table('In common bases', {
      columns: [
        { name: 'name', label: 'Name' },
        { name: 'base', label: 'Base', type: 'number' },
        { name: 'value', label: 'Value' },
      ],
    }),
  },
  run: ({ value, fromBase, toBase, uppercase }) => {
    const { negative, digits } = bareDigits(value, fromBase)
    refuseForeignDigits(digits, fromBase)
    const magnitude = parseDigits(digits, fromBase)
    const write = (base: number) => {
      const written = `${negative && magnitude > 0n ? '-' : ''}${magnitude.toString(base)}`
      return uppercase ? written.toUpperCase() : written
    }
    return {
      result: write(toBase),
      bits: magnitude.toString(2).length,
      bases: COMMON.map(({ base, name }) => ({ name, base, value: write(base) })),
    }
  },
  examples: [
    {
      title: 'Binary to hexadecimal',
      input: { value: '10100101', fromBase: 2, toBase: 16 },
      output: { result: 'a5' },
      source: 'it-tools, integer base converter tests: 10100101 in base 2 is a5',
    },
    {
      title: 'Decimal to octal',
      input: { value: '192654', fromBase: 10, toBase: 8 },
      output: { result: '570216' },
      source: 'it-tools, integer base converter tests: 192654 in base 8 is 570216',
    },
    {
      title: 'The largest IPv6 address',
      input: { value: 'ffffffffffffffffffffffffffffffff', fromBase: 16, toBase: 10 },
      output: { result: '340282366920938463463374607431768211455', bits: 128 },
      source: 'Wikipedia, IPv6 address: 2^128 is 340,282,366,920,938,463,463,374,607,431,768,211,456; one less',
    },
    {
      title: 'A negative number',
      input: { value: '-63', fromBase: 10, toBase: 2 },
      output: { result: '-111111' },
      source: 'CyberChef, To Base tests: 63 in base 2 is 111111; the sign stays',
    },
    {
      title: 'Zero',
      input: { value: '0', fromBase: 5, toBase: 2 },
      output: { result: '0' },
      source: 'it-tools, integer base converter tests: 0 is 0 in every base',
    },
  ],
  method: {
    formula: 'value = Σ digit × base^position; the digits of the result are the remainders of dividing by the new base',
    rounding: 'None: whole numbers of any size are exact. Fractions are refused.',
    notes: 'Letters stand for 10 to 35, capitals or not. A negative number keeps its minus sign; no two’s complement.',
  },
  sources: [
    {
      title: 'ECMA-262, BigInt.prototype.toString(radix)',
      url: 'https://tc39.es/ecma262/#sec-bigint.prototype.tostring',
    },
    { title: 'Wikipedia, Positional notation', url: 'https://en.wikipedia.org/wiki/Positional_notation' },
  ],
})
