import { tidyRate, toPercent } from '#src/lib/finance/rates.ts'
import { badge, defineTool, number, ToolError, table, text } from '#src/sdk/index.ts'

const SECONDS_PER_YEAR = 31_536_000
const HIGHEST_PERCENT = 10_000
const PERCENT_DECIMALS = 4
const USUAL = [
  { name: 'Yearly', perYear: 1 },
  { name: 'Twice a year', perYear: 2 },
  { name: 'Quarterly', perYear: 4 },
  { name: 'Monthly', perYear: 12 },
  { name: 'Every two weeks', perYear: 26 },
  { name: 'Weekly', perYear: 52 },
  { name: 'Daily', perYear: 365 },
  { name: 'Continuously', perYear: Number.POSITIVE_INFINITY },
]

/** (1 + nominal / n)^n − 1, and e^nominal − 1 for n without end. */
const effectiveOf = (nominal: number, perYear: number): number =>
  Math.expm1(Number.isFinite(perYear) ? perYear * Math.log1p(nominal / perYear) : nominal)

/** n · ((1 + effective)^(1/n) − 1). */
const nominalOf = (effective: number, perYear: number): number => perYear * Math.expm1(Math.log1p(effective) / perYear)

const percent = (rate: number): number => toPercent(rate, PERCENT_DECIMALS)

/** Exactly one of the two rates is known. Throws ToolError. */
function ratesOf(nominal: number | undefined, effective: number | undefined, perYear: number) {
  if (nominal !== undefined && effective !== undefined)
    throw new ToolError('Effective rate must be empty when the nominal rate is given', { field: 'effectivePercent' })
  if (nominal !== undefined) return { nominal: nominal / 100, effective: effectiveOf(nominal / 100, perYear) }
  if (effective !== undefined) return { nominal: nominalOf(effective / 100, perYear), effective: effective / 100 }
  throw new ToolError('Nominal rate is required, or the effective rate instead', { field: 'nominalPercent' })
}

export const effectiveRate = defineTool({
  slug: 'effective-rate',
  title: 'Effective Interest Rate Calculator',
  description: 'Converts a nominal yearly interest rate to the effective one and back, for any compounding.',
  category: 'finance',
  tags: ['interest', 'rate', 'apy'],
  keywords: ['APR to APY', 'EAR', 'AER', 'annual percentage yield', 'nominal rate', 'compounding', 'EFFECT', 'NOMINAL'],
  input: [
    number('nominalPercent', {
      label: 'Nominal rate per year',
      help: 'Or leave it empty and give the effective rate.',
      unit: '%',
      min: 0,
      max: HIGHEST_PERCENT,
    }),
    number('compoundsPerYear', {
      label: 'Periods per year',
      help: 'How often interest is added: 1 yearly, 4 quarterly, 12 monthly, 365 daily.',
      integer: true,
      step: 1,
      min: 1,
      max: SECONDS_PER_YEAR,
      default: 12,
      presets: [1, 2, 4, 12, 52, 365],
    }),
    number('effectivePercent', { label: 'Effective rate per year', unit: '%', min: 0, max: HIGHEST_PERCENT }),
  ],
  output: {
    answer: text('Answer', { primary: true }),
    effectivePercent: badge('Effective rate per year', { format: 'percent' }),
    nominalPercent: badge('Nominal rate per year', { format: 'percent' }),
    effective: badge('Effective rate as a fraction'),
    nominal: badge('Nominal rate as a fraction'),
    ratePerPeriod: badge('Rate per period', { format: 'percent' }),
    table: table('The same nominal rate, compounded', {
      columns: [
        { name: 'compounding', label: 'Compounded' },
        { name: 'effectivePercent', label: 'Effective, %', type: 'number' },
      ],
    }),
  },
  run: ({ nominalPercent, compoundsPerYear, effectivePercent }) => {
    const { nominal, effective } = ratesOf(nominalPercent, effectivePercent, compoundsPerYear)
    const times = compoundsPerYear === 1 ? 'once' : `${compoundsPerYear} times`
    return {
      answer: `${percent(nominal)} % nominal, compounded ${times} a year, is ${percent(effective)} % effective`,
      effectivePercent: percent(effective),
      nominalPercent: percent(nominal),
      effective: tidyRate(effective),
      nominal: tidyRate(nominal),
      ratePerPeriod: toPercent(nominal / compoundsPerYear, 8),
      table: USUAL.map(({ name, perYear }) => ({
        compounding: name,
        effectivePercent: percent(effectiveOf(nominal, perYear)),
      })),
    }
  },
  examples: [
    {
      title: '5.25 % compounded quarterly',
      input: { nominalPercent: 5.25, compoundsPerYear: 4 },
      output: { effectivePercent: 5.3543 },
      source: 'ECMA-376 Part 1, section 18.17.7, EFFECT: EFFECT(0.0525, 4) results in 5.3543%',
    },
    {
      title: 'And back',
      input: { effectivePercent: 5.3543, compoundsPerYear: 4 },
      output: { nominalPercent: 5.25 },
      source: 'Microsoft Excel, NOMINAL function, example: =NOMINAL(0.053543, 4) is 0.05250032',
    },
    {
      title: 'Compounded once a year both are the same',
      input: { nominalPercent: 7, compoundsPerYear: 1 },
      output: { effectivePercent: 7, effective: 0.07, nominal: 0.07 },
      source: 'By definition: (1 + r)¹ − 1 = r',
      isOurs: true,
    },
    {
      title: 'No interest',
      input: { nominalPercent: 0, compoundsPerYear: 12 },
      output: { effectivePercent: 0, effective: 0 },
      source: 'By definition: 1^12 − 1 = 0',
      isOurs: true,
    },
  ],
  method: {
    formula:
      'effective = (1 + nominal / n)^n − 1; nominal = n · ((1 + effective)^(1/n) − 1); compounded continuously: e^nominal − 1',
    rounding: 'Double precision; fractions have 13 decimals, percentages 4.',
    notes: 'n is the number of compounding periods per year. Fees, which an APR may include, are not part of it.',
  },
  sources: [
    {
      title: 'Microsoft Excel, EFFECT function',
      url: 'https://support.microsoft.com/en-us/office/effect-function-910d4e4c-79e2-4009-95e6-507e04f11bc4',
    },
    {
      title: 'Microsoft Excel, NOMINAL function',
      url: 'https://support.microsoft.com/en-us/office/nominal-function-7f1ae29b-6b92-435e-b950-ad8b190ddd2b',
    },
    { title: 'ECMA-376, Office Open XML File Formats, Part 1, section 18.17.7' },
  ],
})
