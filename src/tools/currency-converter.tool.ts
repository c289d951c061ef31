import {
  divide,
  fromNumber,
  multiply,
  type Rational,
  rational,
  subtract,
  toFixed,
  toNumber,
} from '#src/lib/rational.ts'
import { badge, defineTool, number, select, ToolError, table, text } from '#src/sdk/index.ts'
import { CURRENCIES, minorUnits } from './currency-converter/currencies.ts'

const LARGEST_AMOUNT = 1e15
const LARGEST_RATE = 1e12
const SMALLEST_RATE = 1e-12
const STEPS = [1, 5, 10, 20, 50, 100, 500, 1000]
const OPTIONS = Object.fromEntries(Object.entries(CURRENCIES).map(([code, name]) => [code, `${code} · ${name}`]))
const ALIASES = {
  ...Object.fromEntries(Object.keys(CURRENCIES).map((code) => [code.toLowerCase(), code])),
  ...{ '€': 'EUR', $: 'USD', us$: 'USD', '£': 'GBP', '¥': 'JPY', '₹': 'INR', '₩': 'KRW', '₺': 'TRY', '₴': 'UAH' },
}

const amountText = (amount: Rational, code: string): string => {
  const [whole = '', fraction] = toFixed(amount, minorUnits(code)).split('.')
  return `${code} ${whole.replace(/\B(?=(\d{3})+$)/g, ',')}${fraction === undefined ? '' : `.${fraction}`}`
}

/** The amount in whole minor units of the currency; halves go away from zero. */
const payable = (amount: Rational, code: string): number => Number(toFixed(amount, minorUnits(code)))

export const currencyConverter = defineTool({
  slug: 'currency-converter',
  title: 'Currency Converter',
  description: 'Converts an amount of money at a rate that you give, rounded to the coins of the target currency.',
  category: 'converter',
  tags: ['money', 'currency', 'exchange'],
  keywords: [
    'exchange rate',
    'foreign exchange',
    'fx',
    'usd to eur',
    'dollars to euros',
    'pounds',
    'yen',
    'iso 4217',
    'travel money',
    'minor units',
  ],
  input: [
    number('amount', {
      label: 'Amount',
      required: true,
      min: -LARGEST_AMOUNT,
      max: LARGEST_AMOUNT,
      placeholder: '100',
    }),
    select('from', { label: 'From', default: 'EUR', options: OPTIONS, aliases: ALIASES }),
    select('to', {
      label: 'To',
      default: 'USD',
      options: OPTIONS,
      aliases: ALIASES,
      swapWith: 'from',
      swapInverts: 'rate',
    }),
    number('rate', {
      label: 'Rate',
      help: 'What one unit of the first currency costs in the second: from your bank, or a central bank.',
      required: true,
      min: SMALLEST_RATE,
      max: LARGEST_RATE,
      step: 0.0001,
      placeholder: '1.0847',
    }),
    number('feePercent', {
      label: 'Fee',
      help: 'Taken off the amount before it is converted.',
      unit: '%',
      min: 0,
      max: 100,
      default: 0,
    }),
  ],
  output: {
    result: badge('Converted amount', { primary: true }),
    written: text('Written out'),
    exact: badge('Before rounding'),
    fee: badge('Fee', { help: 'In the first currency.' }),
    inverseRate: badge('Rate the other way'),
    steps: table('Common amounts', {
      help: 'Without the fee.',
      columns: [
        { name: 'amount', label: 'Amount' },
        { name: 'converted', label: 'Converted' },
      ],
    }),
  },
  run: ({ amount, from, to, rate, feePercent }) => {
    if (from === to && rate !== 1) throw new ToolError('Rate must be 1 between the same currency', { field: 'rate' })
    const exactRate = fromNumber(rate)
    const given = fromNumber(amount)
    const fee = fromNumber(payable(multiply(given, divide(fromNumber(feePercent), rational(100n))), from))
    const converted = multiply(subtract(given, fee), exactRate)
    return {
      result: payable(converted, to),
      written: `${amountText(given, from)} = ${amountText(converted, to)}`,
      exact: toNumber(converted),
      fee: toNumber(fee),
      inverseRate: toNumber(divide(rational(1n), exactRate)),
      steps: STEPS.map((step) => ({
        amount: amountText(rational(BigInt(step)), from),
        converted: amountText(multiply(rational(BigInt(step)), exactRate), to),
      })),
    }
  },
  examples: [
    {
      title: 'Dollars to dirhams',
      input: { amount: 100, from: 'USD', to: 'AED', rate: 3.6725 },
      output: { result: 367.25 },
      source: 'Central Bank of the UAE: the dirham is pegged at 3.6725 to the US dollar',
    },
    {
      title: 'CFA francs have no cents',
      input: { amount: 100, from: 'EUR', to: 'XOF', rate: 655.957 },
      output: { result: 65596, exact: 65595.7 },
      source: 'BCEAO: one euro is 655.957 CFA francs; ISO 4217, minor unit of XOF: 0',
    },
    {
      title: 'Dinars have three decimals',
      input: { amount: 1, from: 'USD', to: 'BHD', rate: 0.376 },
      output: { result: 0.376 },
      source: 'Central Bank of Bahrain: 0.376 dinars to the US dollar; ISO 4217, minor unit of BHD: 3',
    },
    {
      title: 'Pacific francs to euros',
      input: { amount: 1000, from: 'XPF', to: 'EUR', rate: 0.00838 },
      output: { result: 8.38 },
      source: 'IEOM: 1000 Pacific francs are 8.38 euros',
    },
  ],
  method: {
    formula: 'converted = (amount − fee) × rate; fee = amount × fee % / 100',
    rounding:
      'The fee is rounded to the minor unit of the first currency and taken off; what is left is converted with exact fractions and rounded once, to the minor unit of the target currency by ISO 4217 (yen 0, dinars 3 decimals); halves away from zero.',
    notes:
      'No rates are fetched: the page knows none and sends nothing. Cash may be rounded further where small coins are missing.',
  },
  sources: [
    {
      title: 'ISO 4217, Codes for the representation of currencies',
      url: 'https://www.six-group.com/en/products-services/financial-information/data-standards.html',
    },
  ],
})
