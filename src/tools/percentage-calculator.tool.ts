import { add, divide, fromNumber, multiply, type Rational, subtract, toDecimal, toNumber } from '#src/lib/rational.ts'
import { badge, defineTool, number, select, ToolError, table, text } from '#src/sdk/index.ts'

const LARGEST = 1e100
const HUNDRED = fromNumber(100)

const size = (value: Rational): Rational => (value.numerator < 0n ? subtract(fromNumber(0), value) : value)

const percentOf = (x: Rational, y: Rational): Rational => divide(multiply(x, y), HUNDRED)
const whatPercent = (x: Rational, y: Rational): Rational => divide(multiply(x, HUNDRED), y)
const change = (x: Rational, y: Rational): Rational => divide(multiply(subtract(y, x), HUNDRED), size(x))
/** The number of which `x` per cent are `y`. */
const whole = (x: Rational, y: Rational): Rational => divide(multiply(y, HUNDRED), x)
const increased = (x: Rational, y: Rational): Rational => add(y, percentOf(x, y))
const decreased = (x: Rational, y: Rational): Rational => subtract(y, percentOf(x, y))

interface Mode {
  readonly label: string
  readonly compute: (x: Rational, y: Rational) => Rational
  /** The result is a percentage. */
  readonly isPercent?: boolean
  /** The field that must not be 0. */
  readonly divisor?: 'x' | 'y'
  readonly question: (x: number, y: number) => string
}

const MODES = {
  'percent-of': { label: 'What is X % of Y?', compute: percentOf, question: (x, y) => `${x} % of ${y}` },
  'what-percent': {
    label: 'X is what per cent of Y?',
    compute: whatPercent,
    isPercent: true,
    divisor: 'y',
    question: (x, y) => `${x} as a share of ${y}`,
  },
  change: {
    label: 'Change from X to Y',
    compute: change,
    isPercent: true,
    divisor: 'x',
    question: (x, y) => `Change from ${x} to ${y}`,
  },
  whole: {
    label: 'X % of what is Y?',
    compute: whole,
    divisor: 'x',
    question: (x, y) => `The number of which ${x} % are ${y}`,
  },
  increase: { label: 'Y increased by X %', compute: increased, question: (x, y) => `${y} + ${x} %` },
  decrease: { label: 'Y decreased by X %', compute: decreased, question: (x, y) => `${y} − ${x} %` },
} as const satisfies Record<string, Mode>

const MODE_NAMES = Object.keys(MODES) as readonly (keyof typeof MODES)[]

function answer(mode: Mode, x: number, y: number): Rational | undefined {
  const divisor = mode.divisor === 'x' ? x : y
  return mode.divisor !== undefined && divisor === 0 ? undefined : mode.compute(fromNumber(x), fromNumber(y))
}

const READABLE = 24

function sentence(mode: Mode, value: Rational, { x, y }: { x: number; y: number }): string {
  const decimal = toDecimal(value)
  const isExact = decimal !== undefined && decimal.length <= READABLE
  return `${mode.question(x, y)} ${isExact ? `= ${decimal}` : `≈ ${toNumber(value)}`}${mode.isPercent ? ' %' : ''}`
}

export const percentageCalculator = defineTool({
  slug: 'percentage-calculator',
  title: 'Percentage Calculator',
  description: 'Answers what X % of Y is, what per cent one number is of another, and by how many per cent it changed.',
  category: 'calculator',
  tags: ['percent', 'math', 'change'],
  keywords: [
    'per cent',
    'percentage of',
    'percent of a number',
    'what percent',
    'percent change',
    'percentage increase',
    'percentage decrease',
    'percent off',
    'ratio',
    '%',
  ],
  input: [
    select('mode', {
      label: 'Question',
      default: 'percent-of',
      options: {
        'percent-of': MODES['percent-of'].label,
        'what-percent': MODES['what-percent'].label,
        change: MODES.change.label,
        whole: MODES.whole.label,
        increase: MODES.increase.label,
        decrease: MODES.decrease.label,
      },
    }),
    number('x', { label: 'X', required: true, min: -LARGEST, max: LARGEST, placeholder: '20' }),
    number('y', { label: 'Y', required: true, min: -LARGEST, max: LARGEST, placeholder: '84.50', swapWith: 'x' }),
  ],
  output: {
    value: badge('Result', { primary: true }),
    equation: text('Equation'),
    all: table('All questions with these numbers', {
      columns: [
        { name: 'question', label: 'Question' },
        { name: 'value', label: 'Answer', type: 'number' },
        { name: 'unit', label: '' },
      ],
    }),
  },
  run: ({ mode: name, x, y }) => {
    const mode: Mode = MODES[name]
    const value = answer(mode, x, y)
    if (value === undefined)
      throw new ToolError(`${mode.divisor === 'x' ? 'X' : 'Y'} must not be 0 here: nothing is a per cent of 0`, {
        field: mode.divisor ?? 'x',
      })
    const result = toNumber(value)
    if (!Number.isFinite(result)) throw new ToolError('The result is too large', { field: 'y' })
    return {
      value: result,
      equation: sentence(mode, value, { x, y }),
      all: MODE_NAMES.map((one) => {
        const other: Mode = MODES[one]
        const found = answer(other, x, y)
        const shown = found === undefined ? undefined : toNumber(found)
        return {
          question: other.question(x, y),
          value: shown !== undefined && Number.isFinite(shown) ? shown : null,
          unit: other.isPercent ? '%' : '',
        }
      }),
    }
  },
  examples: [
    {
      title: 'A fifth',
      input: { mode: 'percent-of', x: 20, y: 84.5 },
      output: { value: 16.9 },
      source: 'By definition: 84.50 × 20 / 100 = 16.90',
      isOurs: true,
    },
    {
      title: 'More than the whole',
      input: { mode: 'percent-of', x: 123, y: 456 },
      output: { value: 560.88 },
      source: 'it-tools, percentage-calculator.e2e.spec.ts: 123 % of 456',
    },
    {
      title: 'A share with endless decimals',
      input: { mode: 'what-percent', x: 123, y: 456 },
      output: { value: 26.973684210526315 },
      source: 'it-tools, percentage-calculator.e2e.spec.ts: 123 is what percent of 456',
    },
    {
      title: 'A rise',
      input: { mode: 'change', x: 123, y: 456 },
      output: { value: 270.7317073170732 },
      source: 'it-tools, percentage-calculator.e2e.spec.ts: from 123 to 456',
    },
    {
      title: 'No residue of binary fractions',
      input: { mode: 'percent-of', x: 10, y: 0.3 },
      output: { value: 0.03, equation: '10 % of 0.3 = 0.03' },
      source: 'By definition: 0.3 × 10 / 100 = 0.03',
      isOurs: true,
    },
  ],
  method: {
    formula:
      'X % of Y = X · Y / 100; X as a share of Y = X / Y · 100 %; change from X to Y = (Y − X) / |X| · 100 %; X % of what is Y = Y / X · 100; Y increased or decreased by X % = Y ± X · Y / 100',
    rounding: 'Computed with exact fractions; the number nearest to the exact result is returned.',
    notes:
      'A change is measured against the size of X, so from −50 to 25 is a rise of 150 %. From 0 there is no change in per cent, and nothing is a per cent of 0.',
  },
  sources: [
    { title: 'Wikipedia, Percentage', url: 'https://en.wikipedia.org/wiki/Percentage' },
    { title: 'Wikipedia, Relative change', url: 'https://en.wikipedia.org/wiki/Relative_change' },
  ],
})
