import { toPercent } from '#src/lib/finance/rates.ts'
import { badge, defineTool, number, ToolError, table, text } from '#src/sdk/index.ts'

const RULES = [72, 70, 69.3]
const HIGHEST_PERCENT = 10_000
const MOST_YEARS = 10_000

// Adding 0 turns −0 into 0.
const rounded = (value: number, digits: number): number => Number(value.toFixed(digits)) + 0

const exactYears = (percent: number): number => Math.LN2 / Math.log1p(percent / 100)
const exactPercent = (years: number): number => toPercent(Math.expm1(Math.LN2 / years), 4)

/** 72 / rate and 72 / years are the same rule. */
function estimates(known: number, exact: number) {
  return RULES.map((rule) => ({
    rule,
    estimate: rounded(rule / known, 4),
    error: rounded(rule / known - exact, 4),
  }))
}

/** Throws ToolError unless exactly one is known. */
function refuseBoth(rate: number | undefined, years: number | undefined): void {
  if (rate !== undefined && years !== undefined)
    throw new ToolError('Years must be empty when the rate is given', { field: 'years' })
  if (rate === undefined && years === undefined)
    throw new ToolError('Rate per year is required, or years instead', { field: 'annualRatePercent' })
}

export const ruleOf72 = defineTool({
  slug: 'rule-of-72',
  title: 'Rule of 72 Calculator',
  description:
    'Estimates how long money takes to double, or the rate that doubles it in time, beside the exact answer.',
  category: 'finance',
  tags: ['interest', 'growth', 'estimate'],
  keywords: ['doubling time', 'rule of 70', 'rule of 69', 'double your money', 'compound interest', 'years to double'],
  input: [
    number('annualRatePercent', {
      label: 'Rate per year',
      help: 'Or leave it empty and give the years.',
      unit: '%',
      min: 0.01,
      max: HIGHEST_PERCENT,
      presets: [2, 4, 6, 8, 10],
    }),
    number('years', { label: 'Years to double', min: 0.1, max: MOST_YEARS, presets: [5, 7, 10, 20] }),
  ],
  output: {
    answer: text('Answer', { primary: true }),
    years: badge('Years by the rule'),
    exactYears: badge('Years exactly'),
    ratePercent: badge('Rate by the rule', { format: 'percent' }),
    exactRatePercent: badge('Rate exactly', { format: 'percent' }),
    rules: table('Three rules', {
      columns: [
        { name: 'rule', label: 'Rule of', type: 'number' },
        { name: 'estimate', label: 'Estimate', type: 'number' },
        { name: 'error', label: 'Too much by', type: 'number' },
      ],
    }),
  },
  run: ({ annualRatePercent, years }) => {
    refuseBoth(annualRatePercent, years)
    if (annualRatePercent !== undefined) {
      const exact = exactYears(annualRatePercent)
      const estimate = rounded(72 / annualRatePercent, 4)
      return {
        answer: `At ${annualRatePercent} % money doubles in about ${rounded(estimate, 2)} years (exactly ${rounded(exact, 2)})`,
        years: estimate,
        exactYears: rounded(exact, 4),
        rules: estimates(annualRatePercent, exact),
      }
    }
    const term = years ?? 1
    const exact = exactPercent(term)
    const estimate = rounded(72 / term, 4)
    return {
      answer: `Money doubles in ${term} years at about ${rounded(estimate, 2)} % (exactly ${rounded(exact, 2)} %)`,
      ratePercent: estimate,
      exactRatePercent: exact,
      rules: estimates(term, exact),
    }
  },
  examples: [
    {
      title: '8 % doubles in nine years',
      input: { annualRatePercent: 8 },
      output: { years: 9 },
      source: 'Investopedia, Rule of 72, example: 72 / 8 = 9',
    },
    {
      title: 'At 9 %, beside the exact answer',
      input: { annualRatePercent: 9 },
      output: { years: 8, exactYears: 8.0432 },
      source: 'Wikipedia, Rule of 72, “Using the rule to estimate compounding periods”: 8 years, exactly 8.0432',
    },
    {
      title: 'In ten years',
      input: { years: 10 },
      output: { ratePercent: 7.2 },
      source: 'Investopedia, Rule of 72: 72 / 10 = 7.2',
    },
    {
      title: 'Doubling every year, where the rule is far off',
      input: { annualRatePercent: 100 },
      output: { years: 0.72, exactYears: 1 },
      source: 'By definition: at 100 % money doubles in one year',
      isOurs: true,
    },
  ],
  method: {
    formula:
      'years ≈ 72 / rate and rate ≈ 72 / years; exactly years = ln 2 / ln(1 + rate) and rate = 2^(1 / years) − 1',
    rounding: 'To 4 decimals, in the sentence to 2.',
    notes:
      'For interest that compounds once a year. 72 is nearest to the truth at about 8 %; 69.3 is right for continuous compounding.',
  },
  sources: [
    { title: 'Wikipedia, Rule of 72', url: 'https://en.wikipedia.org/wiki/Rule_of_72' },
    { title: 'Investopedia, Rule of 72', url: 'https://www.investopedia.com/terms/r/ruleof72.asp' },
  ],
})
