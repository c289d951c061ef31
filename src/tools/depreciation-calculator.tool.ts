import { centsOf, fixed, over, times } from '#src/lib/fixed-point.ts'
import { fromCents } from '#src/lib/money.ts'
import { fromNumber, rational } from '#src/lib/rational.ts'
import { badge, chart, defineTool, number, select, ToolError, table } from '#src/sdk/index.ts'

const LARGEST_COST = 1_000_000_000_000
const LONGEST_LIFE = 4000
const MOST_POINTS = 120

const METHODS = {
  'straight-line': 'Straight line',
  'double-declining': 'Double-declining balance',
  'sum-of-years': 'Sum of the years’ digits',
} as const
type Method = keyof typeof METHODS

interface Asset {
  /** Fixed-point numbers. */
  readonly cost: bigint
  readonly salvage: bigint
  readonly life: number
  /** Of the declining balance: 2 is double. */
  readonly factor: number
}

const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b)

/** The book falls by the same share each period, but never below the salvage value. */
function decliningBalance({ cost, salvage, life, factor }: Asset): bigint[] {
  const share = smaller(over(fixed(fromNumber(factor)), fixed(fromNumber(life))), fixed(rational(1n)))
  let book = cost
  return Array.from({ length: life }, () => {
    const amount = smaller(times(book, share), book - salvage)
    book -= amount
    return amount
  })
}

/** What is written off in each period, before rounding. */
function depreciationOf(method: Method, asset: Asset): bigint[] {
  const { cost, salvage, life } = asset
  switch (method) {
    case 'straight-line':
      return Array.from({ length: life }, () => (cost - salvage) / BigInt(life))
    case 'sum-of-years': {
      const digits = BigInt((life * (life + 1)) / 2)
      return Array.from({ length: life }, (_, index) => ((cost - salvage) * BigInt(life - index)) / digits)
    }
    case 'double-declining':
      return decliningBalance(asset)
  }
}

const money = (value: bigint): number => fromCents(centsOf(value))

function rowsOf(method: Method, asset: Asset) {
  let accumulated = 0n
  return depreciationOf(method, asset).map((amount, index) => {
    accumulated += amount
    return {
      period: index + 1,
      depreciation: money(amount),
      accumulated: money(accumulated),
      bookValue: money(asset.cost - accumulated),
    }
  })
}

/** At most about MOST_POINTS points, the last one among them. */
function bookValues(cost: number, rows: ReturnType<typeof rowsOf>) {
  const every = Math.ceil(rows.length / MOST_POINTS)
  const shown = rows.filter(({ period }) => period % every === 0 || period === rows.length)
  return [{ period: 0, bookValue: cost }, ...shown.map(({ period, bookValue }) => ({ period, bookValue }))]
}

export const depreciationCalculator = defineTool({
  slug: 'depreciation-calculator',
  title: 'Depreciation Calculator',
  description: 'Works out depreciation by straight line, declining balance or sum of the years’ digits, with a table.',
  category: 'finance',
  tags: ['accounting', 'asset', 'business'],
  keywords: [
    'straight line',
    'double declining balance',
    'sum of years digits',
    'book value',
    'write-off',
    'salvage value',
    'SLN',
    'SYD',
    'DDB',
  ],
  input: [
    select('method', {
      label: 'Method',
      default: 'straight-line',
      options: METHODS,
      aliases: { sln: 'straight-line', ddb: 'double-declining', syd: 'sum-of-years' },
    }),
    number('cost', { label: 'Cost', required: true, min: 0, max: LARGEST_COST, placeholder: '30000' }),
    number('salvage', {
      label: 'Salvage value',
      help: 'What it is worth at the end of its life.',
      min: 0,
      max: LARGEST_COST,
      default: 0,
    }),
    number('life', {
      label: 'Life',
      help: 'In periods: years, months or days.',
      required: true,
      integer: true,
      step: 1,
      min: 1,
      max: LONGEST_LIFE,
      placeholder: '10',
    }),
    number('period', {
      label: 'Period',
      help: 'Whose depreciation to show; counted from 1.',
      integer: true,
      step: 1,
      min: 1,
      max: LONGEST_LIFE,
      default: 1,
    }),
    number('factor', {
      label: 'Factor of the declining balance',
      help: '2 is double-declining.',
      min: 0.01,
      max: 100,
      default: 2,
      presets: [1.25, 1.5, 2],
      showIf: { field: 'method', in: ['double-declining'] },
    }),
  ],
  output: {
    depreciation: badge('Depreciation in the period', { format: 'money', primary: true }),
    perPeriod: badge('Depreciation in every period', { format: 'money', help: 'Of the straight line.' }),
    accumulated: badge('Depreciation until then', { format: 'money' }),
    bookValue: badge('Book value after it', { format: 'money' }),
    bookValues: chart('Book value', {
      columns: [
        { name: 'period', label: 'Period', type: 'number' },
        { name: 'bookValue', label: 'Book value', type: 'money' },
      ],
    }),
    periods: table('Period by period', {
      columns: [
        { name: 'period', label: 'Period', type: 'number' },
        { name: 'depreciation', label: 'Depreciation', type: 'money' },
        { name: 'accumulated', label: 'Until then', type: 'money' },
        { name: 'bookValue', label: 'Book value', type: 'money' },
      ],
    }),
  },
  run: ({ method, cost, salvage, life, period, factor }) => {
    if (salvage > cost) throw new ToolError('Salvage value must be at most the cost', { field: 'salvage' })
    if (period > life) throw new ToolError(`Period must be at most ${life}, the life`, { field: 'period' })
    const asset: Asset = { cost: fixed(fromNumber(cost)), salvage: fixed(fromNumber(salvage)), life, factor }
    const rows = rowsOf(method, asset)
    const row = rows[period - 1]
    return {
      depreciation: row?.depreciation,
      perPeriod: method === 'straight-line' ? row?.depreciation : undefined,
      accumulated: row?.accumulated,
      bookValue: row?.bookValue,
      bookValues: bookValues(money(asset.cost), rows),
      periods: rows,
    }
  },
  examples: [
    {
      title: 'Straight line over ten years',
      input: { method: 'straight-line', cost: 30_000, salvage: 7500, life: 10 },
      output: { perPeriod: 2250, depreciation: 2250 },
      source: 'Microsoft Excel, SLN function, example: =SLN(30000, 7500, 10)',
    },
    {
      title: 'Sum of the years’ digits, first year',
      input: { method: 'sum-of-years', cost: 30_000, salvage: 7500, life: 10, period: 1 },
      output: { depreciation: 4090.91 },
      source: 'Microsoft Excel, SYD function, first example: =SYD(30000, 7500, 10, 1)',
    },
    {
      title: 'Double-declining, the first day of ten years',
      input: { method: 'double-declining', cost: 2400, salvage: 300, life: 3650, period: 1 },
      output: { depreciation: 1.32 },
      source: 'Microsoft Excel, DDB function, first example: =DDB(2400, 300, 3650, 1)',
    },
    {
      title: 'The tenth year, cut off at the salvage value',
      input: { method: 'double-declining', cost: 2400, salvage: 300, life: 10, period: 10 },
      output: { depreciation: 22.12, bookValue: 300 },
      source: 'Microsoft Excel, DDB function, last example: =DDB(2400, 300, 10, 10)',
    },
    {
      title: 'Declining by 1.5, second year',
      input: { method: 'double-declining', cost: 2400, salvage: 300, life: 10, period: 2, factor: 1.5 },
      output: { depreciation: 306 },
      source: 'Microsoft Excel, DDB function, fourth example: =DDB(2400, 300, 10, 2, 1.5)',
    },
  ],
  method: {
    formula:
      'straight line: (cost − salvage) / life; sum of the years’ digits: (cost − salvage) · (life − period + 1) · 2 / (life · (life + 1)); declining balance: the smaller of book value · factor / life and book value − salvage',
    rounding:
      'Computed with 80 decimals; every amount is rounded to the cent at the end, halves up, so rounded rows may differ from their sum by a cent.',
    notes:
      'The declining balance does not change over to the straight line, so some of the cost can be left at the end. Nothing compounds.',
  },
  sources: [
    {
      title: 'Microsoft Excel, SLN function',
      url: 'https://support.microsoft.com/en-us/office/sln-function-cdb666e5-c1c6-40a7-806a-e695edc2f1c8',
    },
    {
      title: 'Microsoft Excel, SYD function',
      url: 'https://support.microsoft.com/en-us/office/syd-function-069f8106-b60b-4ca2-98e0-2a0f206bdb27',
    },
    {
      title: 'Microsoft Excel, DDB function',
      url: 'https://support.microsoft.com/en-us/office/ddb-function-519a7a37-8772-4c96-85c0-ed2c209717a5',
    },
  ],
})
