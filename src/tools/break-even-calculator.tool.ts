import { toPercent } from '#src/lib/finance/rates.ts'
import { roundedToCents } from '#src/lib/money.ts'
import { add, divide, fromNumber, multiply, type Rational, rational, subtract, toNumber } from '#src/lib/rational.ts'
import { badge, chart, defineTool, number, ToolError, table } from '#src/sdk/index.ts'

const LARGEST_AMOUNT = 1_000_000_000_000

/** Of more units than these not every one can be told from the next. */
const MOST_UNITS = BigInt(Number.MAX_SAFE_INTEGER)

const roundedUp = ({ numerator, denominator }: Rational): bigint => (numerator + denominator - 1n) / denominator

/** Shares of the break-even quantity that the table shows, in quarters. */
const QUARTERS = [0n, 2n, 4n, 6n, 8n]

interface Business {
  readonly fixedCosts: Rational
  readonly price: Rational
  readonly variableCost: Rational
}

function resultAt(quantity: bigint, { fixedCosts, price, variableCost }: Business) {
  const units = rational(quantity)
  const revenue = multiply(units, price)
  const costs = add(fixedCosts, multiply(units, variableCost))
  return {
    units: Number(quantity),
    revenue: roundedToCents(revenue),
    costs: roundedToCents(costs),
    profit: roundedToCents(subtract(revenue, costs)),
  }
}

/** The table's quantities, each once. */
const quantities = (units: bigint): bigint[] => [
  ...new Set(units === 0n ? [0n, 1n, 2n] : QUARTERS.map((quarter) => (units * quarter + 3n) / 4n)),
]

export const breakEvenCalculator = defineTool({
  slug: 'break-even-calculator',
  title: 'Break-even Calculator',
  description: 'Works out how many units must be sold to cover all costs, or to reach a profit.',
  category: 'finance',
  tags: ['business', 'costs', 'profit'],
  keywords: [
    'break even point',
    'BEP',
    'contribution margin',
    'fixed costs',
    'variable costs',
    'target profit',
    'cost volume profit',
  ],
  input: [
    number('fixedCosts', { label: 'Fixed costs', required: true, min: 0, max: LARGEST_AMOUNT, placeholder: '18000' }),
    number('pricePerUnit', {
      label: 'Price per unit',
      required: true,
      min: 0,
      max: LARGEST_AMOUNT,
      placeholder: '100',
    }),
    number('variableCostPerUnit', {
      label: 'Variable cost per unit',
      required: true,
      min: 0,
      max: LARGEST_AMOUNT,
      placeholder: '20',
    }),
    number('targetProfit', {
      label: 'Profit to reach',
      help: '0: only cover the costs.',
      min: 0,
      max: LARGEST_AMOUNT,
      default: 0,
    }),
  ],
  output: {
    units: badge('Units to sell', { primary: true, help: 'Rounded up to whole units.' }),
    exactUnits: badge('Units before rounding up'),
    revenue: badge('Revenue of these units', { format: 'money' }),
    contributionMargin: badge('Contribution per unit', { format: 'money', help: 'Price minus variable cost.' }),
    contributionPercent: badge('Contribution margin', { format: 'percent', help: 'Of the price.' }),
    profits: chart('Profit', {
      columns: [
        { name: 'units', label: 'Units', type: 'number' },
        { name: 'profit', label: 'Profit', type: 'money' },
      ],
    }),
    table: table('Below and above', {
      columns: [
        { name: 'units', label: 'Units', type: 'number' },
        { name: 'revenue', label: 'Revenue', type: 'money' },
        { name: 'costs', label: 'Costs', type: 'money' },
        { name: 'profit', label: 'Profit', type: 'money' },
      ],
    }),
  },
  run: ({ fixedCosts, pricePerUnit, variableCostPerUnit, targetProfit }) => {
    if (pricePerUnit <= variableCostPerUnit)
      throw new ToolError(
        'Price per unit must be more than the variable cost per unit, or no number of units covers the fixed costs',
        { field: 'pricePerUnit' },
      )
    const business: Business = {
      fixedCosts: fromNumber(fixedCosts),
      price: fromNumber(pricePerUnit),
      variableCost: fromNumber(variableCostPerUnit),
    }
    const contribution = subtract(business.price, business.variableCost)
    const exact = divide(add(business.fixedCosts, fromNumber(targetProfit)), contribution)
    const units = roundedUp(exact)
    if (units > MOST_UNITS)
      throw new ToolError('Price per unit must be further above the variable cost: it takes too many units to count', {
        field: 'pricePerUnit',
      })
    const rows = quantities(units).map((quantity) => resultAt(quantity, business))
    return {
      units: Number(units),
      exactUnits: toNumber(exact),
      revenue: resultAt(units, business).revenue,
      contributionMargin: roundedToCents(contribution),
      contributionPercent: toPercent(toNumber(divide(contribution, business.price))),
      profits: rows.map(({ units: sold, profit }) => ({ units: sold, profit })),
      table: rows,
    }
  },
  examples: [
    {
      title: 'Birdbaths at 100 each',
      input: { fixedCosts: 18_000, pricePerUnit: 100, variableCostPerUnit: 20 },
      output: { units: 225, contributionMargin: 80, contributionPercent: 80, revenue: 22_500 },
      source:
        'OpenStax, Principles of Accounting, Volume 2: Managerial Accounting, section 3.2, Hicks Manufacturing: 18,000 / 80 = 225 units, 22,500 dollars',
    },
    {
      title: 'The same for a profit of 16,000',
      input: { fixedCosts: 18_000, pricePerUnit: 100, variableCostPerUnit: 20, targetProfit: 16_000 },
      output: { units: 425 },
      source:
        'OpenStax, Principles of Accounting, Volume 2: Managerial Accounting, section 3.2, target profit: (18,000 + 16,000) / 80 = 425 units',
    },
    {
      title: 'A part of a unit is a whole one',
      input: { fixedCosts: 10, pricePerUnit: 4, variableCostPerUnit: 0 },
      output: { units: 3, exactUnits: 2.5 },
      source: 'By definition: 10 / 4 = 2.5, and three units are the first to cover 10',
      isOurs: true,
    },
    {
      title: 'No fixed costs',
      input: { fixedCosts: 0, pricePerUnit: 5, variableCostPerUnit: 1 },
      output: { units: 0, revenue: 0 },
      source: 'By definition: 0 / 4 = 0',
      isOurs: true,
    },
  ],
  method: {
    formula: 'units = (fixed costs + profit to reach) / (price per unit − variable cost per unit)',
    rounding:
      'Computed with exact fractions; units are rounded up, because a part of a unit is not sold. Amounts are rounded to the cent, percentages to 2 decimals.',
    notes: 'Price and variable cost are taken as the same for every unit. Nothing compounds.',
  },
  sources: [
    {
      title: 'OpenStax, Principles of Accounting, Volume 2: Managerial Accounting, section 3.2',
      url: 'https://openstax.org/books/principles-managerial-accounting/pages/3-2-calculate-a-break-even-point-in-units-and-dollars',
    },
  ],
})
