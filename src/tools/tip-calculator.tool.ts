import { fromCents, splitCents, toCents, upToWholeUnit } from '#src/lib/money.ts'
import { fromNumber, multiply, rational } from '#src/lib/rational.ts'
import { badge, checkbox, defineTool, number, range, select, table } from '#src/sdk/index.ts'

const LARGEST_BILL = 1_000_000_000_000

/** Cents of `percent` per cent of an amount in cents. */
const percentOf = (cents: bigint, percent: number): bigint =>
  toCents(multiply(rational(cents, 10_000n), fromNumber(percent)))

type Rounding = 'none' | 'tip' | 'total' | 'per-person'

/** Rounding only ever raises the tip: the bill and the tax are owed as they are. */
function roundedTotal(rounding: Rounding, { owed, tip, people }: { owed: bigint; tip: bigint; people: number }) {
  switch (rounding) {
    case 'none':
      return owed + tip
    case 'tip':
      return owed + upToWholeUnit(tip)
    case 'total':
      return upToWholeUnit(owed + tip)
    case 'per-person': {
      const count = BigInt(people)
      const unit = 100n * count
      return ((owed + tip + unit - 1n) / unit) * unit
    }
  }
}

export const tipCalculator = defineTool({
  slug: 'tip-calculator',
  title: 'Tip Calculator',
  description: 'Works out the tip and the total of a bill, with tax, and splits both between people to the cent.',
  category: 'calculator',
  tags: ['money', 'restaurant', 'split'],
  keywords: ['gratuity', 'bill', 'split the bill', 'service charge', 'restaurant', 'per person', 'percent'],
  input: [
    number('bill', {
      label: 'Bill',
      help: 'Amount before tax and tip.',
      placeholder: '84.50',
      required: true,
      min: 0,
      max: LARGEST_BILL,
    }),
    range('tipPercent', {
      label: 'Tip',
      help: 'Per cent of the bill.',
      unit: '%',
      min: 0,
      max: 100,
      step: 0.5,
      default: 20,
      presets: [10, 15, 18, 20, 25],
    }),
    number('taxPercent', {
      label: 'Tax',
      help: 'Per cent of the bill; leave 0 when the bill includes it.',
      unit: '%',
      min: 0,
      max: 100,
      default: 0,
    }),
    checkbox('tipOnTax', {
      label: 'Tip on tax as well',
      help: 'Off: the tip is a share of the bill before tax.',
    }),
    number('people', {
      label: 'People',
      help: 'How many share the bill.',
      integer: true,
      min: 1,
      max: 100,
      step: 1,
      default: 1,
    }),
    select('rounding', {
      label: 'Round up',
      help: 'Raises the tip until the chosen amount is a whole currency unit.',
      default: 'none',
      options: { none: 'Nothing', tip: 'The tip', total: 'The total', 'per-person': 'What each person pays' },
    }),
  ],
  output: {
    total: badge('Total', { format: 'money', primary: true }),
    tip: badge('Tip', { format: 'money' }),
    tax: badge('Tax', { format: 'money' }),
    totalPerPerson: badge('Total per person', {
      format: 'money',
      help: 'The last person pays what is left over, see the table.',
    }),
    tipPerPerson: badge('Tip per person', { format: 'money' }),
    shares: table('What each person pays', {
      columns: [
        { name: 'person', label: 'Person', type: 'number' },
        { name: 'tip', label: 'Tip', type: 'money' },
        { name: 'total', label: 'Total', type: 'money' },
      ],
    }),
  },
  run: ({ bill, tipPercent, taxPercent, tipOnTax, people, rounding }) => {
    const billCents = toCents(fromNumber(bill))
    const tax = percentOf(billCents, taxPercent)
    const owed = billCents + tax
    const total = roundedTotal(rounding, {
      owed,
      tip: percentOf(tipOnTax ? owed : billCents, tipPercent),
      people,
    })
    const tips = splitCents(total - owed, people).map(fromCents)
    const totals = splitCents(total, people).map(fromCents)
    return {
      total: fromCents(total),
      tip: fromCents(total - owed),
      tax: fromCents(tax),
      totalPerPerson: totals[0],
      tipPerPerson: tips[0],
      shares: totals.map((share, index) => ({ person: index + 1, tip: tips[index], total: share })),
    }
  },
  examples: [
    {
      title: '20 % on 84.50, for three',
      input: { bill: 84.5, tipPercent: 20, people: 3 },
      output: { tip: 16.9, total: 101.4, tipPerPerson: 5.63, totalPerPerson: 33.8 },
      source: 'By definition: 84.50 × 20 / 100 = 16.90; 101.40 / 3 = 33.80',
      isOurs: true,
    },
    {
      title: 'Four people share 350',
      input: { bill: 350, tipPercent: 10, people: 4 },
      output: { tip: 35, total: 385, tipPerPerson: 8.75, totalPerPerson: 96.25 },
      source: 'MetuGPA, Tip Calculator, example 1',
    },
    {
      title: 'Half a cent goes up, tip on bill and tax',
      input: { bill: 10, tipPercent: 15, taxPercent: 5, tipOnTax: true },
      output: { tax: 0.5, tip: 1.58, total: 12.08 },
      source: 'AAA Math, Consumer Math, “Tips”: 15 % of 10.50 is 1.58, the total is 12.08',
    },
    {
      title: '20 % on 68.80',
      input: { bill: 68.8, tipPercent: 20 },
      output: { tip: 13.76, total: 82.56 },
      source: 'GCFLearnFree, Percentages in real life, “Calculating tips”, second example',
    },
    {
      title: 'Nothing to pay',
      input: { bill: 0, tipPercent: 20, people: 4 },
      output: { tip: 0, total: 0, tipPerPerson: 0, totalPerPerson: 0 },
      source: 'By definition: any per cent of nothing is nothing',
      isOurs: true,
    },
  ],
  method: {
    formula:
      'tax = bill × tax % / 100; tip = bill × tip % / 100 (with “Tip on tax”: (bill + tax) × tip % / 100); total = bill + tax + tip',
    rounding:
      'Computed in whole cents; tax and tip are each rounded to the nearest cent, halves up. Each share is rounded the same way and the last person takes the remainder, so that the shares sum to the total.',
    notes: 'Rounding up never changes bill or tax: the difference goes to the tip.',
  },
  sources: [
    { title: 'MetuGPA, Tip Calculator', url: 'https://metugpa.com/finance/tip-calculator.html' },
    { title: 'AAA Math, Tips', url: 'http://aaamath.com/B/mny84x12.htm' },
    {
      title: 'GCFLearnFree, Percentages in real life',
      url: 'http://www.gcflearnfree.org/percents/percentages-in-real-life/3/',
    },
  ],
})
