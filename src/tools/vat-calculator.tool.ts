import { fromCents, toCents } from '#src/lib/money.ts'
import { add, divide, fromNumber, multiply, rational } from '#src/lib/rational.ts'
import { badge, defineTool, number, radio, table } from '#src/sdk/index.ts'

const LARGEST_AMOUNT = 1_000_000_000_000
const USUAL_PERCENTS = [5, 7, 10, 15, 19, 20, 21, 23, 25]
const HUNDRED = rational(100n)

type AmountIs = 'net' | 'gross'

/** In whole cents; net + vat = gross. */
function split(amount: number, percent: number, amountIs: AmountIs) {
  const cents = toCents(fromNumber(amount))
  const given = rational(cents, 100n)
  const rate = fromNumber(percent)
  if (amountIs === 'net') {
    const vat = toCents(divide(multiply(given, rate), HUNDRED))
    return { net: cents, vat, gross: cents + vat }
  }
  const vat = toCents(divide(multiply(given, rate), add(HUNDRED, rate)))
  return { net: cents - vat, vat, gross: cents }
}

const inUnits = ({ net, vat, gross }: ReturnType<typeof split>) => ({
  net: fromCents(net),
  vat: fromCents(vat),
  gross: fromCents(gross),
})

export const vatCalculator = defineTool({
  slug: 'vat-calculator',
  title: 'VAT Calculator',
  description: 'Adds value-added or sales tax to a price, or takes it out of a price that includes it.',
  category: 'finance',
  tags: ['tax', 'price', 'business'],
  keywords: ['value added tax', 'sales tax', 'GST', 'MwSt', 'TVA', 'IVA', 'net to gross', 'remove VAT', 'reverse VAT'],
  input: [
    number('amount', { label: 'Amount', required: true, min: 0, max: LARGEST_AMOUNT, placeholder: '100' }),
    number('ratePercent', {
      label: 'Tax rate',
      unit: '%',
      min: 0,
      max: 1000,
      default: 20,
      presets: [5, 7, 10, 19, 20, 21, 25],
    }),
    radio('amountIs', {
      label: 'Amount given',
      default: 'net',
      options: { net: 'Without tax', gross: 'With tax' },
      aliases: { exclusive: 'net', excluding: 'net', inclusive: 'gross', including: 'gross' },
    }),
  ],
  output: {
    gross: badge('With tax', { format: 'money', primary: true }),
    net: badge('Without tax', { format: 'money' }),
    vat: badge('Tax', { format: 'money' }),
    rates: table('At other rates', {
      columns: [
        { name: 'ratePercent', label: 'Rate, %', type: 'number' },
        { name: 'net', label: 'Without tax', type: 'money' },
        { name: 'vat', label: 'Tax', type: 'money' },
        { name: 'gross', label: 'With tax', type: 'money' },
      ],
    }),
  },
  run: ({ amount, ratePercent, amountIs }) => ({
    ...inUnits(split(amount, ratePercent, amountIs)),
    rates: USUAL_PERCENTS.map((percent) => ({ ratePercent: percent, ...inUnits(split(amount, percent, amountIs)) })),
  }),
  examples: [
    {
      title: '450 and 20 %',
      input: { amount: 450, ratePercent: 20 },
      output: { gross: 540, vat: 90, net: 450 },
      source: 'GOV.UK, Businesses and charging VAT: multiply the price without VAT by 1.2; 450 × 1.2 = 540',
    },
    {
      title: '20 % in 240',
      input: { amount: 240, ratePercent: 20, amountIs: 'gross' },
      output: { net: 200, vat: 40 },
      source:
        'GOV.UK, Businesses and charging VAT: divide the price with VAT by 1.2; the VAT fraction is 1/6, 240 / 6 = 40',
    },
    {
      title: '5 % in 210',
      input: { amount: 210, ratePercent: 5, amountIs: 'gross' },
      output: { net: 200, vat: 10 },
      source:
        'GOV.UK, Businesses and charging VAT: divide the price with VAT by 1.05; the VAT fraction is 1/21, 210 / 21 = 10',
    },
    {
      title: 'Half a cent of tax goes up',
      input: { amount: 0.5, ratePercent: 5 },
      output: { vat: 0.03, gross: 0.53 },
      source: 'By definition: 0.50 × 5 % = 0.025',
      isOurs: true,
    },
    {
      title: 'No tax',
      input: { amount: 99.99, ratePercent: 0, amountIs: 'gross' },
      output: { net: 99.99, vat: 0, gross: 99.99 },
      source: 'By definition: 0 % of any price is nothing',
      isOurs: true,
    },
  ],
  method: {
    formula: 'tax = net × rate / 100 = gross × rate / (100 + rate); gross = net + tax',
    rounding:
      'Computed in whole cents: the tax is rounded to the nearest cent, halves up, and the other amount is the sum or the difference, so that net and tax always come to gross.',
    notes: 'Nothing compounds. For several lines of an invoice the law says whether each line or the sum is rounded.',
  },
  sources: [
    {
      title: 'GOV.UK, Businesses and charging VAT: VAT-inclusive and exclusive prices',
      url: 'https://www.gov.uk/vat-businesses/vat-rates',
    },
  ],
})
