import { badge, defineTool, number, string, ToolError, text } from '#src/sdk/index.ts'

const LARGEST = 3999
const SYMBOLS = [
  { symbol: 'M', value: 1000 },
  { symbol: 'CM', value: 900 },
  { symbol: 'D', value: 500 },
  { symbol: 'CD', value: 400 },
  { symbol: 'C', value: 100 },
  { symbol: 'XC', value: 90 },
  { symbol: 'L', value: 50 },
  { symbol: 'XL', value: 40 },
  { symbol: 'X', value: 10 },
  { symbol: 'IX', value: 9 },
  { symbol: 'V', value: 5 },
  { symbol: 'IV', value: 4 },
  { symbol: 'I', value: 1 },
]

/** The symbols of a number, largest first. */
function symbolsOf(arabic: number) {
  let rest = arabic
  return SYMBOLS.flatMap((one) => {
    const count = Math.floor(rest / one.value)
    rest -= count * one.value
    return Array.from({ length: count }, () => one)
  })
}

const toRoman = (arabic: number): string =>
  symbolsOf(arabic)
    .map(({ symbol }) => symbol)
    .join('')

/** The sum of its letters, where one before a larger one is taken away; undefined for other letters. */
function sumOfLetters(numeral: string): number | undefined {
  const values = [...numeral].map((letter) => SYMBOLS.find(({ symbol }) => symbol === letter)?.value ?? Number.NaN)
  const sum = values.reduce((total, value, index) => total + (value < (values[index + 1] ?? 0) ? -value : value), 0)
  return Number.isNaN(sum) ? undefined : sum
}

function toArabic(given: string): number {
  const refuse = (problem: string): never => {
    throw new ToolError(`Roman numeral ${problem}`, { field: 'roman' })
  }
  // NFKC makes letters of the characters for whole numerals, such as Ⅳ.
  const numeral = given.normalize('NFKC').trim().toUpperCase()
  const value = sumOfLetters(numeral) ?? refuse('must have only the letters I, V, X, L, C, D and M')
  if (value < 1 || value > LARGEST) return refuse(`must be a number from 1 to ${LARGEST}`)
  return toRoman(value) === numeral ? value : refuse(`must follow the subtractive rule: ${value} is ${toRoman(value)}`)
}

function givenNumber(arabic: number | undefined, roman: string | undefined): number {
  if (arabic !== undefined && roman !== undefined)
    throw new ToolError('Roman numeral must be empty where a number is given: fill in one of the two', {
      field: 'roman',
    })
  if (roman !== undefined) return toArabic(roman)
  if (arabic === undefined) throw new ToolError('Number is required, unless a numeral is given', { field: 'arabic' })
  return arabic
}

export const romanNumeralConverter = defineTool({
  slug: 'roman-numeral-converter',
  title: 'Roman Numeral Converter',
  description: 'Writes numbers from 1 to 3999 as Roman numerals, and reads Roman numerals.',
  category: 'converter',
  tags: ['numbers', 'roman'],
  keywords: ['roman numerals', 'arabic to roman', 'roman to arabic', 'latin numbers', 'year in roman', 'tattoo date'],
  input: [
    number('arabic', { label: 'Number', integer: true, step: 1, min: 1, max: LARGEST, placeholder: '1994' }),
    string('roman', {
      label: 'Roman numeral',
      help: 'Instead of the number, to be read.',
      placeholder: 'MCMXCIV',
      maxLength: 30,
    }),
  ],
  output: {
    roman: text('Roman numeral', { primary: true }),
    arabic: badge('Number'),
    sum: text('Made of'),
  },
  run: ({ arabic: given, roman }) => {
    const arabic = givenNumber(given, roman)
    const symbols = symbolsOf(arabic)
    return {
      roman: toRoman(arabic),
      arabic,
      sum: symbols.map(({ symbol, value }) => `${symbol} ${value}`).join(' + '),
    }
  },
  examples: [
    {
      title: 'The number 499',
      input: { arabic: 499 },
      output: { roman: 'CDXCIX' },
      source: 'Microsoft Excel, ROMAN function: =ROMAN(499,0) is CDXCIX',
    },
    {
      title: 'A year',
      input: { arabic: 1776 },
      output: { roman: 'MDCCLXXVI', sum: 'M 1000 + D 500 + C 100 + C 100 + L 50 + X 10 + X 10 + V 5 + I 1' },
      source: 'Wikipedia, Roman numerals, “Standard form”: 1776 is MDCCLXXVI',
    },
    {
      title: 'A numeral, read',
      input: { roman: 'LVII' },
      output: { arabic: 57 },
      source: 'Microsoft Excel, ARABIC function: =ARABIC("LVII") is 57',
    },
    {
      title: 'The largest number',
      input: { arabic: 3999 },
      output: { roman: 'MMMCMXCIX' },
      source: 'Wikipedia, Roman numerals: the largest number of the standard form, 3,999, is MMMCMXCIX',
    },
  ],
  method: {
    formula:
      'From the largest symbol down, each as often as it fits: M 1000, CM 900, D 500, CD 400, C 100, XC 90, L 50, XL 40, X 10, IX 9, V 5, IV 4, I 1.',
    rounding: 'None; whole numbers from 1 to 3999.',
    notes: 'The subtractive rule holds in both directions, so IIII is refused for IV. There is no numeral for 0.',
  },
  sources: [
    { title: 'Wikipedia, Roman numerals', url: 'https://en.wikipedia.org/wiki/Roman_numerals' },
    {
      title: 'Microsoft Excel, ROMAN function',
      url: 'https://support.microsoft.com/en-us/office/roman-function-d6b0b99e-de46-4704-a518-b45a0f8b56f5',
    },
  ],
})
