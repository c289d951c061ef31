import { fromNumber, toDecimal } from '#src/lib/rational.ts'
import { checkbox, defineTool, number, select, string, ToolError, text } from '#src/sdk/index.ts'
import { englishWords, MOST_WHOLE_DIGITS } from './number-to-words/english.ts'

const LARGEST = 1e66
const MOST_DECIMALS = 100
/** What a JSON number holds of any decimal number. */
const SAFE_DIGITS = 15
const DIGITS = /^([-+−]?)(\d*)(?:\.(\d*))?$/

/** Commas between groups, of three digits or of two and three as in India. */
const GROUPED = /^[-+−]?\d{1,3}(?:,\d{2,3})*,\d{3}(?:\.\d*)?$/

/** A decimal number in plain digits: no sign, no needless zeros. */
interface Plain {
  readonly negative: boolean
  readonly decimal: string
}

function plain(sign: string, whole: string, fraction: string): Plain {
  const shortWhole = whole.replace(/^0+(?=\d)/, '') || '0'
  const shortFraction = fraction.replace(/0+$/, '')
  const decimal = shortFraction === '' ? shortWhole : `${shortWhole}.${shortFraction}`
  return { negative: (sign === '-' || sign === '−') && decimal !== '0', decimal }
}

function refuseLong(field: string, whole: string, fraction: string): void {
  if (whole.length > MOST_WHOLE_DIGITS || fraction.length > MOST_DECIMALS)
    throw new ToolError(`Number must have at most ${MOST_WHOLE_DIGITS} digits, and ${MOST_DECIMALS} behind the point`, {
      field,
    })
}

function readDigits(digits: string): Plain {
  const close = digits.replace(/[\s_]/g, '')
  if (close.includes(',') && !GROUPED.test(close))
    throw new ToolError('Digits must have commas between groups only, as in 1,234.56: the decimal sign is a point', {
      field: 'digits',
    })
  const [, sign = '', whole = '', fraction = ''] = DIGITS.exec(close.replaceAll(',', '')) ?? []
  if (whole + fraction === '') throw new ToolError('Digits must be a number, such as 1234.56', { field: 'digits' })
  const bare = whole.replace(/^0+(?=\d)/, '')
  refuseLong('digits', bare, fraction)
  return plain(sign, bare, fraction)
}

function readNumber(value: number): Plain {
  const mantissa = String(value).replace(/e.*$|[-.]/g, '')
  if (Math.abs(value) > Number.MAX_SAFE_INTEGER && mantissa.replace(/0+$/, '').length > SAFE_DIGITS)
    throw new ToolError('Number has more digits than a number holds: write it into “Digits”', { field: 'number' })
  const [, sign = '', whole = '', fraction = ''] = DIGITS.exec(toDecimal(fromNumber(value)) ?? '') ?? []
  refuseLong('number', whole, fraction)
  return plain(sign, whole, fraction)
}

function read(value: number | undefined, digits: string | undefined): Plain {
  if (digits !== undefined && value !== undefined)
    throw new ToolError('Digits must be empty where a number is given: fill in one of the two', { field: 'digits' })
  if (digits !== undefined) return readDigits(digits)
  if (value === undefined) throw new ToolError('Number is required, unless digits are given', { field: 'number' })
  return readNumber(value)
}

const STYLES = {
  title: 'One Hundred And Twenty Three',
  sentence: 'One hundred and twenty-three',
  lower: 'one hundred and twenty-three',
  upper: 'ONE HUNDRED AND TWENTY-THREE',
} as const

const capitalised = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)

function styled(words: string, style: keyof typeof STYLES): string {
  switch (style) {
    case 'title':
      return words.split(/[ -]/).map(capitalised).join(' ')
    case 'sentence':
      return capitalised(words)
    case 'lower':
      return words
    case 'upper':
      return words.toUpperCase()
  }
}

export const numberToWords = defineTool({
  slug: 'number-to-words',
  title: 'Number to Words',
  description: 'Spells out numbers in English words, with or without “and”, negative and decimal ones too.',
  category: 'converter',
  tags: ['numbers', 'text', 'english'],
  keywords: [
    'spell out numbers',
    'numbers in words',
    'write out',
    'cheque',
    'check writing',
    'amount in words',
    'cardinal',
    'say a number',
  ],
  input: [
    number('number', { label: 'Number', min: -LARGEST, max: LARGEST, placeholder: '1234567' }),
    string('digits', {
      label: 'Digits',
      help: `Instead of the number, where it has more than ${SAFE_DIGITS} digits.`,
      placeholder: '123456789012345678901234567890',
      maxLength: 300,
    }),
    select('locale', {
      label: 'English of',
      help: 'American English leaves “and” out.',
      default: 'en-GB',
      options: { 'en-GB': 'Britain', 'en-US': 'The United States' },
      aliases: { 'en-gb': 'en-GB', 'en-us': 'en-US', uk: 'en-GB', us: 'en-US' },
    }),
    checkbox('useAnd', {
      label: 'Use “and”',
      help: 'One hundred and one, not one hundred one.',
      default: true,
      showIf: { field: 'locale', in: ['en-GB'] },
    }),
    select('style', { label: 'Style', default: 'title', options: STYLES }),
  ],
  output: {
    words: text('In words', { primary: true }),
    hyphenated: text('In small letters, with hyphens'),
    digits: text('In digits'),
  },
  run: ({ number: value, digits, locale, useAnd: mayUseAnd, style }) => {
    const useAnd = mayUseAnd && locale === 'en-GB'
    const { negative, decimal } = read(value, digits)
    const words = `${negative ? 'minus ' : ''}${englishWords(decimal, { useAnd, joinTens: '-' })}`
    const [whole = '', fraction] = decimal.split('.')
    const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',')
    return {
      words: styled(words, style),
      hyphenated: words,
      digits: `${negative ? '-' : ''}${grouped}${fraction === undefined ? '' : `.${fraction}`}`,
    }
  },
  examples: [
    {
      title: 'Seven digits',
      input: { number: 1234567, useAnd: true },
      output: {
        words: 'One Million Two Hundred And Thirty Four Thousand Five Hundred And Sixty Seven',
        digits: '1,234,567',
      },
      source: 'omni-tools, number to words tests: 1234567',
    },
    {
      title: 'Without “and”',
      input: { number: 123, useAnd: false },
      output: { words: 'One Hundred Twenty Three', hyphenated: 'one hundred twenty-three' },
      source: 'omni-tools, number to words tests: 123 without “and”',
    },
    {
      title: '“And” before the last digits',
      input: { number: 1000001, useAnd: true },
      output: { words: 'One Million And One' },
      source: 'omni-tools, number to words tests: 1000001',
    },
    {
      title: 'A negative number',
      input: { number: -7 },
      output: { words: 'Minus Seven' },
      source: 'omni-tools, number to words tests: -7',
    },
    {
      title: 'Decimals, digit by digit',
      input: { number: 3.14, style: 'sentence' },
      output: { words: 'Three point one four' },
      source: 'Wikipedia, English numerals, “Fractions and decimals”: decimals are read digit by digit',
    },
  ],
  method: {
    formula:
      'Groups of three digits are read one after the other, each followed by its scale: thousand, million, billion, and so on.',
    rounding: `None. A plain number keeps the 15 digits that JSON numbers hold for certain; “Digits” takes up to ${MOST_WHOLE_DIGITS}, and ${MOST_DECIMALS} decimals.`,
    notes:
      'Short scale, as everywhere in English today: a billion is a thousand millions. “And” stands before the last two digits of a group of three. Zeros at the end of the decimals are not read.',
  },
  sources: [
    { title: 'Wikipedia, English numerals', url: 'https://en.wikipedia.org/wiki/English_numerals' },
    { title: 'omni-tools, number to words', url: 'https://github.com/iib0011/omni-tools' },
  ],
})
