import { DECIMAL_CHOICES, percentWith } from '#src/lib/finance/rates.ts'
import { roundedToCents } from '#src/lib/money.ts'
import { add, divide, fromNumber, multiply, type Rational, rational, subtract, toNumber } from '#src/lib/rational.ts'
import { badge, defineTool, number, select, ToolError, table } from '#src/sdk/index.ts'

const LARGEST_AMOUNT = 1_000_000_000_000
const ONE = rational(1n)
const USUAL_MARGINS = [5, 10, 15, 20, 25, 30, 40, 50, 60, 75]

/** Less is no amount of money, and a share of it more than a number can be. */
const SMALLEST = '0.000001'
const isTiny = (amount: number | undefined): boolean => amount !== undefined && amount > 0 && amount < Number(SMALLEST)
const isZero = (value: Rational): boolean => value.numerator === 0n
const ofPercent = (percent: number): Rational => divide(fromNumber(percent), rational(100n))

interface Given {
  readonly cost: number | undefined
  readonly price: number | undefined
  readonly marginPercent: number | undefined
  readonly markupPercent: number | undefined
}

const refuse = (field: keyof Given, message: string): never => {
  throw new ToolError(message, { field })
}

/** Price / cost, from the margin or the markup; undefined when neither is given. Throws ToolError. */
function ratioOf({ marginPercent, markupPercent }: Given): Rational | undefined {
  if (marginPercent !== undefined && markupPercent !== undefined)
    refuse('markupPercent', 'Markup must be empty when the margin is given')
  if (marginPercent !== undefined) {
    if (marginPercent >= 100) refuse('marginPercent', 'Margin must be less than 100 %')
    return divide(ONE, subtract(ONE, ofPercent(marginPercent)))
  }
  return markupPercent === undefined ? undefined : add(ONE, ofPercent(markupPercent))
}

/** Two of cost, price and one of the percentages give the third. Throws ToolError. */
function costAndPrice(given: Given): { cost: Rational; price: Rational } {
  const ratio = ratioOf(given)
  const { cost, price } = given
  if (isTiny(cost)) refuse('cost', `Cost must be 0 or at least ${SMALLEST}`)
  if (isTiny(price)) refuse('price', `Price must be 0 or at least ${SMALLEST}`)
  if (cost !== undefined && price !== undefined) {
    if (ratio !== undefined) refuse('price', 'Price must be empty when cost and margin or markup are given')
    return { cost: fromNumber(cost), price: fromNumber(price) }
  }
  if (cost === undefined && price === undefined) refuse('cost', 'Cost is required, or the price instead')
  if (ratio === undefined) return refuse('price', 'Price is required, or cost or price with margin or markup')
  return cost === undefined
    ? { cost: divide(fromNumber(price ?? 0), ratio), price: fromNumber(price ?? 0) }
    : { cost: fromNumber(cost), price: multiply(fromNumber(cost), ratio) }
}

export const marginMarkupCalculator = defineTool({
  slug: 'margin-markup-calculator',
  title: 'Margin and Markup Calculator',
  description: 'Works out price, profit, margin and markup from any two of cost, price and margin or markup.',
  category: 'finance',
  tags: ['pricing', 'profit', 'business'],
  keywords: ['gross margin', 'profit margin', 'markup', 'selling price', 'cost price', 'gross profit', 'retail'],
  input: [
    number('cost', { label: 'Cost', min: 0, max: LARGEST_AMOUNT, placeholder: '75' }),
    number('price', { label: 'Price', min: 0, max: LARGEST_AMOUNT, placeholder: '100' }),
    number('marginPercent', {
      label: 'Margin',
      help: 'Profit as a share of the price, instead of cost or price.',
      unit: '%',
      min: -1_000_000,
      max: 100,
    }),
    number('markupPercent', {
      label: 'Markup',
      help: 'Profit as a share of the cost, instead of cost or price.',
      unit: '%',
      min: -99.99,
      max: 1_000_000,
    }),
    select('decimals', { label: 'Decimals of percentages', default: 'exact', options: DECIMAL_CHOICES }),
  ],
  output: {
    profit: badge('Profit', { format: 'money', primary: true }),
    price: badge('Price', { format: 'money' }),
    cost: badge('Cost', { format: 'money' }),
    marginPercent: badge('Margin', { format: 'percent', help: 'Of the price.' }),
    markupPercent: badge('Markup', { format: 'percent', help: 'Of the cost.' }),
    margins: table('At other margins', {
      columns: [
        { name: 'marginPercent', label: 'Margin, %', type: 'number' },
        { name: 'markupPercent', label: 'Markup, %', type: 'number' },
        { name: 'price', label: 'Price', type: 'money' },
        { name: 'profit', label: 'Profit', type: 'money' },
      ],
    }),
  },
  run: ({ decimals, cost, price, marginPercent, markupPercent }) => {
    const known = costAndPrice({ cost, price, marginPercent, markupPercent })
    const profit = subtract(known.price, known.cost)
    const share = (whole: Rational) =>
      isZero(whole) ? undefined : percentWith(toNumber(divide(profit, whole)), decimals)
    return {
      profit: roundedToCents(profit),
      price: roundedToCents(known.price),
      cost: roundedToCents(known.cost),
      marginPercent: share(known.price),
      markupPercent: share(known.cost),
      margins: USUAL_MARGINS.map((margin) => {
        const sold = divide(known.cost, subtract(ONE, ofPercent(margin)))
        return {
          marginPercent: margin,
          markupPercent: Number(((margin / (100 - margin)) * 100).toFixed(2)),
          price: roundedToCents(sold),
          profit: roundedToCents(subtract(sold, known.cost)),
        }
      }),
    }
  },
  examples: [
    {
      title: 'Cost 75, price 100',
      input: { cost: 75, price: 100, decimals: '2' },
      output: { profit: 25, marginPercent: 25, markupPercent: 33.33 },
      source: 'Math on Demand, Selling price after a 25% profit margin: profit 25, markup 33.33%',
    },
    {
      title: 'Cost 75 at a margin of 25 %',
      input: { cost: 75, marginPercent: 25 },
      output: { price: 100, profit: 25 },
      source: 'Math on Demand, Selling price after a 25% profit margin: 75 / 0.75 = 100',
    },
    {
      title: 'Cost 10, price 15',
      input: { cost: 10, price: 15 },
      output: { markupPercent: 50, profit: 5 },
      source: 'By definition: (15 − 10) / 10 = 50 %',
      isOurs: true,
    },
    {
      title: 'Sold at a loss',
      input: { cost: 100, price: 80 },
      output: { profit: -20, marginPercent: -25, markupPercent: -20 },
      source: 'By definition: −20 / 80 = −25 %, −20 / 100 = −20 %',
      isOurs: true,
    },
  ],
  method: {
    formula:
      'profit = price − cost; margin = profit / price; markup = profit / cost; price = cost / (1 − margin) = cost × (1 + markup)',
    rounding:
      'Computed with exact fractions; amounts are rounded to the cent at the end, halves away from zero. “exact” gives percentages with 11 decimals, else they are rounded to the chosen ones.',
    notes:
      'A margin needs a price that is not 0, a markup a cost that is not 0. Taxes are not part of the price. Nothing compounds.',
  },
  sources: [
    {
      title: 'Math on Demand, Selling price after a 25% profit margin is applied to an item that cost $75',
      url: 'https://mathondemand.com/solutions/selling-price-after-a-25-profit-margin-is-applied-to-an-item-that-cost-75',
    },
  ],
})
