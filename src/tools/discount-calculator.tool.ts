import { fromCents, toCents } from '#src/lib/money.ts'
import { fromNumber, multiply, rational, toNumber } from '#src/lib/rational.ts'
import { badge, defineTool, number, range, table } from '#src/sdk/index.ts'

const LARGEST_PRICE = 1_000_000_000_000
const MOST_PIECES = 100_000

const percentOf = (cents: bigint, percent: number): bigint =>
  toCents(multiply(rational(cents, 10_000n), fromNumber(percent)))

const shareOf = (part: bigint, whole: bigint): number => (whole === 0n ? 0 : toNumber(rational(100n * part, whole)))

interface Reductions {
  readonly discountPercent: number
  readonly secondPercent: number
  readonly coupon: number
}

/** The second discount is taken from what the first left, the coupon last; nothing falls below 0. */
function reduce(full: bigint, { discountPercent, secondPercent, coupon }: Reductions) {
  const first = percentOf(full, discountPercent)
  const second = percentOf(full - first, secondPercent)
  const rest = full - first - second
  const amount = toCents(fromNumber(coupon))
  if (amount > rest) return { first, second, coupon: rest }
  return { first, second, coupon: amount }
}

export const discountCalculator = defineTool({
  slug: 'discount-calculator',
  title: 'Discount Calculator',
  description: 'Works out a price after a discount, a second discount, a coupon and tax, and what is saved.',
  category: 'calculator',
  tags: ['money', 'shopping', 'percent'],
  keywords: [
    'sale price',
    'percent off',
    '% off',
    'rebate',
    'reduction',
    'coupon',
    'savings',
    'price after discount',
    'sales tax',
    'black friday',
  ],
  input: [
    number('price', {
      label: 'Price',
      help: 'Of one piece, before discount and tax.',
      placeholder: '59.99',
      required: true,
      min: 0,
      max: LARGEST_PRICE,
    }),
    range('discountPercent', {
      label: 'Discount',
      unit: '%',
      min: 0,
      max: 100,
      step: 0.5,
      default: 20,
      presets: [10, 15, 20, 25, 30, 50],
    }),
    number('secondPercent', {
      label: 'Second discount',
      help: 'Taken from the reduced price.',
      unit: '%',
      min: 0,
      max: 100,
      default: 0,
    }),
    number('coupon', {
      label: 'Coupon',
      help: 'An amount off, after the discounts.',
      min: 0,
      max: LARGEST_PRICE,
      default: 0,
    }),
    number('taxPercent', {
      label: 'Tax',
      help: 'Added to the reduced price; 0 when the price includes it.',
      unit: '%',
      min: 0,
      max: 100,
      default: 0,
    }),
    number('quantity', { label: 'Pieces', integer: true, step: 1, min: 1, max: MOST_PIECES, default: 1 }),
  ],
  output: {
    finalPrice: badge('To pay', { format: 'money', primary: true }),
    saved: badge('Saved', { format: 'money', help: 'Before tax.' }),
    savedPercent: badge('Saved in per cent', { format: 'rounded-percent' }),
    discountedPrice: badge('Reduced price', { format: 'money', help: 'Before tax.' }),
    tax: badge('Tax', { format: 'money' }),
    steps: table('Step by step', {
      columns: [
        { name: 'step', label: 'Step' },
        { name: 'amount', label: 'Amount', type: 'money' },
        { name: 'price', label: 'Price then', type: 'money' },
      ],
    }),
  },
  run: ({ price, taxPercent, quantity, ...reductions }) => {
    const full = toCents(fromNumber(price)) * BigInt(quantity)
    const { first, second, coupon } = reduce(full, reductions)
    const saved = first + second + coupon
    const tax = percentOf(full - saved, taxPercent)
    const row = (step: string, amount: bigint, then: bigint) => ({
      step,
      amount: fromCents(amount),
      price: fromCents(then),
    })
    return {
      finalPrice: fromCents(full - saved + tax),
      saved: fromCents(saved),
      savedPercent: shareOf(saved, full),
      discountedPrice: fromCents(full - saved),
      tax: fromCents(tax),
      steps: [
        row('Price', full, full),
        row('Discount', -first, full - first),
        ...(second > 0n ? [row('Second discount', -second, full - first - second)] : []),
        ...(coupon > 0n ? [row('Coupon', -coupon, full - saved)] : []),
        ...(tax > 0n ? [row('Tax', tax, full - saved + tax)] : []),
      ],
    }
  },
  examples: [
    {
      title: 'A tent, 20 % off, with sales tax',
      input: { price: 150, discountPercent: 20, taxPercent: 6 },
      output: { finalPrice: 127.2, saved: 30, discountedPrice: 120 },
      source: 'discountcalculator.org, festival discount, worked example',
    },
    {
      title: 'Tax after the discount',
      input: { price: 100, discountPercent: 20, taxPercent: 7 },
      output: { discountedPrice: 80, tax: 5.6, finalPrice: 85.6 },
      source: 'Mathix, “Sale Tax Discount”, steps 4 to 7: 100 − 20 = 80, 80 × 1.07 = 85.6',
    },
    {
      title: 'A jacket for 300, 10 % off',
      input: { price: 300, discountPercent: 10 },
      output: { finalPrice: 270, saved: 30, savedPercent: 10 },
      source: 'DK Math Stats, “Mathematics with discounts and taxes”, example one',
    },
    {
      title: 'Two discounts do not add up',
      input: { price: 100, discountPercent: 20, secondPercent: 10 },
      output: { finalPrice: 72, saved: 28, savedPercent: 28 },
      source: 'By definition: 100 × 0.8 × 0.9 = 72',
      isOurs: true,
    },
    {
      title: 'For nothing',
      input: { price: 9.99, discountPercent: 100, taxPercent: 7 },
      output: { finalPrice: 0, saved: 9.99, tax: 0 },
      source: 'By definition: all of the price is taken off',
      isOurs: true,
    },
  ],
  method: {
    formula:
      'reduced = price × pieces × (1 − discount % / 100) × (1 − second discount % / 100) − coupon, not below 0; to pay = reduced + reduced × tax % / 100',
    rounding: 'Computed in whole cents; each discount and the tax are rounded to the nearest cent, halves up.',
    notes: 'Tax is on the reduced price. Some places tax the full price where the maker pays for the coupon.',
  },
  sources: [
    {
      title: 'discountcalculator.org, Festival discount',
      url: 'https://discountcalculator.org/discount-type/festival/',
    },
    {
      title: 'DK Math Stats, Mathematics with Discounts and Taxes',
      url: 'https://hive.blog/hive-163521/@dkmathstats/mathematics-with-discounts-and-taxes',
    },
    { title: 'Mathix, Sale Tax Discount', url: 'https://mathix.co/problems/algebra/sale-tax-discount-7c53c1' },
  ],
})
