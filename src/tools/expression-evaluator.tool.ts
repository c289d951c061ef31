import { lazily } from '#src/lib/lazily.ts'
import { defineTool, range, ToolError, text, textarea } from '#src/sdk/index.ts'

const LONGEST_EXPRESSION = 2000
const MOST_DIGITS = 60
const USUAL_DIGITS = 32

const calculator = lazily(() => import('./expression-evaluator/outputs-of.ts'))

/** The first evaluation compiles what all others use: that is not the time of an expression. */
async function prepare(): Promise<void> {
  await calculator.load()
  calculator.get().outputsOf('1 + 1', USUAL_DIGITS)
}

const messageOf = (error: Error): string =>
  error instanceof RangeError ? 'It is nested too deeply, or the result is too large' : error.message

export const expressionEvaluator = defineTool({
  slug: 'expression-evaluator',
  title: 'Expression Evaluator',
  description: 'Calculates expressions with functions, units, matrices, complex numbers and up to 60 exact digits.',
  category: 'calculator',
  tags: ['math', 'calculator', 'units'],
  keywords: [
    'scientific calculator',
    'formula',
    'equation',
    'math expression',
    'arithmetic',
    'matrix',
    'complex numbers',
    'big numbers',
    'trigonometry',
    'factorial',
    'mathjs',
  ],
  input: [
    textarea('expression', {
      label: 'Expression',
      help: 'Such as 1.2 * (2 + 4.5), sqrt(2)^3, 12.7 cm to inch or det([-1, 2; 3, 1]). Lines may define variables.',
      placeholder: '1.2 * (2 + 4.5)',
      required: true,
      maxLength: LONGEST_EXPRESSION,
    }),
    range('precision', {
      label: 'Significant digits',
      integer: true,
      min: 1,
      max: MOST_DIGITS,
      step: 1,
      default: USUAL_DIGITS,
      presets: [6, 16, 32, 60],
    }),
  ],
  output: {
    value: text('Result', { type: 'any', primary: true }),
    exact: text('With all digits', { format: 'code' }),
    kind: text('Kind'),
  },
  mayRunLong: true,
  isLarge: true,
  prepare,
  run: ({ expression, precision }) => {
    try {
      return calculator.get().outputsOf(expression, precision)
    } catch (error) {
      // Whatever mathjs throws is about the expression.
      if (!(error instanceof Error)) throw error
      throw new ToolError(`Expression: ${messageOf(error)}`, { field: 'expression' })
    }
  },
  examples: [
    {
      title: 'Decimals without residue',
      input: { expression: '1.2 * (2 + 4.5)' },
      output: { value: 7.8 },
      source: 'mathjs, examples/basic_usage.js',
    },
    {
      title: 'From centimetres to inches',
      input: { expression: '12.7 cm to inch' },
      output: { value: '5 inch', kind: 'Unit' },
      source: 'mathjs, documentation, front page and examples/basic_usage.html',
    },
    {
      title: 'An angle in degrees',
      input: { expression: 'sin(45 deg) ^ 2' },
      output: { value: 0.5 },
      source: 'mathjs, documentation, front page and examples/basic_usage.js',
    },
    {
      title: 'A determinant',
      input: { expression: 'det([-1, 2; 3, 1])' },
      output: { value: -7 },
      source: 'mathjs, examples/basic_usage.html',
    },
    {
      title: 'The root of a negative number',
      input: { expression: 'sqrt(-4)' },
      output: { value: '2i', kind: 'Complex number' },
      source: 'mathjs, reference of the function evaluate, examples',
    },
  ],
  method: {
    formula:
      'The usual order: brackets, functions, ! and %, powers (from the right), · and /, + and −. A sign binds less than a power: −2^2 = −4. Angles are radians unless they have a unit.',
    rounding:
      'Computed in decimal with 64 digits, and again with 96: what they share is the result, and what is only noise is 0. The result is the nearest double; “with all digits” has as many as you choose. Complex numbers and a few functions such as erf and asin beyond 1 are computed in doubles and have 15 digits; of their sums what is less than a part in 10^15 of what was added is 0.',
    notes:
      'By mathjs; gamma, ln gamma and zeta of real numbers by Stirling’s series and by the algorithm of Borwein. Functions that change the calculator, work with formulas as text or are random are not available. Units have the exact factors of the Unit Converter; US units are meant where names are shared. A list or matrix has at most 100,000 elements, and a run is stopped after one second.',
  },
  sources: [
    { title: 'mathjs 15, expression syntax', url: 'https://mathjs.org/docs/expressions/syntax.html' },
    { title: 'mathjs 15, functions', url: 'https://mathjs.org/docs/reference/functions.html' },
    { title: 'NIST Digital Library of Mathematical Functions, 5.11.1 (ln gamma)', url: 'https://dlmf.nist.gov/5.11' },
    {
      title: 'P. Borwein, An efficient algorithm for the Riemann zeta function (2000)',
      url: 'https://www.cecm.sfu.ca/personal/pborwein/PAPERS/P155.pdf',
    },
    { title: 'mathjs, security', url: 'https://mathjs.org/docs/expressions/security.html' },
  ],
})
