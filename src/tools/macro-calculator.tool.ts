import { add, compare, divide, fromNumber, multiply, type Rational, toFixed, toNumber } from '#src/lib/rational.ts'
import { roundTo } from '#src/lib/round.ts'
import { badge, defineTool, number, select, ToolError, table, text } from '#src/sdk/index.ts'

/** Atwater's general factors, and the acceptable range of adults (Institute of Medicine, 2005) in per cent of the energy. */
const MACROS = [
  { name: 'Carbohydrate', key: 'carb', kcalPerGram: 4, from: 45, to: 65 },
  { name: 'Protein', key: 'protein', kcalPerGram: 4, from: 10, to: 35 },
  { name: 'Fat', key: 'fat', kcalPerGram: 9, from: 20, to: 35 },
] as const

type Shares = Readonly<Record<(typeof MACROS)[number]['key'], number>>

const SPLITS: Readonly<Record<'balanced' | 'high-carb' | 'high-protein' | 'low-carb' | 'ketogenic', Shares>> = {
  balanced: { carb: 50, protein: 20, fat: 30 },
  'high-carb': { carb: 60, protein: 20, fat: 20 },
  'high-protein': { carb: 40, protein: 30, fat: 30 },
  'low-carb': { carb: 25, protein: 35, fat: 40 },
  ketogenic: { carb: 5, protein: 20, fat: 75 },
}
const CUSTOM = { showIf: { field: 'split', in: ['custom'] }, unit: '%', min: 0, max: 100 } as const

function refuseOtherThanWhole({ carb, protein, fat }: Shares): void {
  const total = [carb, protein, fat].map(fromNumber).reduce(add)
  if (compare(total, fromNumber(100)) !== 0)
    throw new ToolError(`Carbohydrate, protein and fat must add up to 100 %, these are ${toNumber(total)} %`, {
      field: 'fatPercent',
    })
}

const gramsOf = (kcal: number, percent: number, kcalPerGram: number): Rational =>
  divide(multiply(fromNumber(kcal), fromNumber(percent)), fromNumber(100 * kcalPerGram))

export const macroCalculator = defineTool({
  slug: 'macro-calculator',
  title: 'Macro Calculator',
  description:
    'Splits the energy of a day into grams of carbohydrate, protein and fat with the Atwater factors 4, 4 and 9.',
  category: 'health',
  tags: ['diet', 'protein', 'calories'],
  keywords: [
    'macros',
    'macronutrients',
    'carbs protein fat',
    'keto macros',
    'Atwater',
    'grams of protein',
    'AMDR',
    'nutrition',
    'IIFYM',
  ],
  notice:
    'Not medical advice. Atwater factors: 4 kcal for a gram of carbohydrate or protein, 9 kcal for a gram of fat.',
  input: [
    number('kcal', {
      label: 'Energy a day',
      help: 'What you eat, or the result of the TDEE calculator.',
      unit: 'kcal',
      min: 1,
      max: 100_000,
      default: 2000,
      presets: [1500, 2000, 2500, 3000],
    }),
    select('split', {
      label: 'Split',
      default: 'balanced',
      options: {
        balanced: 'Balanced: 50 % carbohydrate, 20 % protein, 30 % fat',
        'high-carb': 'High in carbohydrate: 60 / 20 / 20',
        'high-protein': 'High in protein: 40 / 30 / 30',
        'low-carb': 'Low in carbohydrate: 25 / 35 / 40',
        ketogenic: 'Ketogenic: 5 / 20 / 75',
        custom: 'Your own',
      },
    }),
    number('carbPercent', { label: 'Carbohydrate', default: 50, ...CUSTOM }),
    number('proteinPercent', { label: 'Protein', default: 20, ...CUSTOM }),
    number('fatPercent', { label: 'Fat', default: 30, ...CUSTOM }),
    number('meals', { label: 'Meals a day', integer: true, step: 1, min: 1, max: 12, default: 3 }),
  ],
  output: {
    summary: text('A day', { primary: true }),
    carbGrams: badge('Carbohydrate in g', { format: 'rounded' }),
    proteinGrams: badge('Protein in g', { format: 'rounded' }),
    fatGrams: badge('Fat in g', { format: 'rounded' }),
    macros: table('In detail', {
      columns: [
        { name: 'macro', label: 'Macronutrient' },
        { name: 'percent', label: '% of energy', type: 'number' },
        { name: 'kcal', label: 'kcal', type: 'number' },
        { name: 'grams', label: 'g a day', type: 'number' },
        { name: 'perMeal', label: 'g a meal', type: 'number' },
        { name: 'range', label: 'Acceptable range' },
        { name: 'within', label: 'Within it' },
      ],
    }),
  },
  run: ({ kcal, split, carbPercent, proteinPercent, fatPercent, meals }) => {
    const shares = split === 'custom' ? { carb: carbPercent, protein: proteinPercent, fat: fatPercent } : SPLITS[split]
    refuseOtherThanWhole(shares)
    const rows = MACROS.map((macro) => ({
      ...macro,
      percent: shares[macro.key],
      exact: gramsOf(kcal, shares[macro.key], macro.kcalPerGram),
    }))
    const [carbGrams, proteinGrams, fatGrams] = rows.map(({ exact }) => roundTo(toNumber(exact), 6))
    return {
      summary: rows.map(({ name, exact }) => `${toFixed(exact, 0)} g ${name.toLowerCase()}`).join(', '),
      carbGrams,
      proteinGrams,
      fatGrams,
      macros: rows.map(({ name, percent, exact, kcalPerGram, from, to }) => ({
        macro: name,
        percent,
        kcal: roundTo(toNumber(exact) * kcalPerGram, 1),
        grams: Number(toFixed(exact, 1)),
        perMeal: Number(toFixed(divide(exact, fromNumber(meals)), 1)),
        range: `${from}–${to} %`,
        within: percent < from ? 'Below' : percent > to ? 'Above' : 'Yes',
      })),
    }
  },
  examples: [
    {
      title: '2,000 kcal, least carbohydrate and fat, most protein',
      input: { kcal: 2000, split: 'custom', carbPercent: 45, proteinPercent: 35, fatPercent: 20 },
      output: { summary: '225 g carbohydrate, 175 g protein, 44 g fat', carbGrams: 225, proteinGrams: 175 },
      source:
        'Jillian Michaels, Daily Caloric Intake From Carbohydrates, Fats & Protein: for 2,000 kcal, 45 % are 225 g, 35 % are 175 g, 20 % are 44 g',
    },
    {
      title: '2,000 kcal, most carbohydrate, least protein',
      input: { kcal: 2000, split: 'custom', carbPercent: 65, proteinPercent: 10, fatPercent: 25 },
      output: { carbGrams: 325, proteinGrams: 50 },
      source:
        'Jillian Michaels, Daily Caloric Intake From Carbohydrates, Fats & Protein: for 2,000 kcal, 65 % are 325 g, 10 % are 50 g',
    },
    {
      title: 'Fat has 9 kcal a gram',
      input: { kcal: 1800, split: 'custom', carbPercent: 0, proteinPercent: 0, fatPercent: 100 },
      output: { carbGrams: 0, proteinGrams: 0, fatGrams: 200 },
      source: 'USDA, Atwater general factors: 9 kcal a gram of fat, so 1800 / 9 = 200',
    },
  ],
  method: {
    formula: 'grams = kcal × share / kcal per gram; 4 for carbohydrate and protein, 9 for fat (Atwater)',
    rounding:
      'Computed with exact fractions: grams to 6 decimals, whole in the sentence, to 0.1 in the table, halves up.',
    notes:
      'The acceptable ranges (AMDR) are those of the Institute of Medicine for adults: 45–65 % carbohydrate, 10–35 % protein, 20–35 % fat. Alcohol (7 kcal a gram) is not counted.',
  },
  sources: [
    {
      title: 'Institute of Medicine, Dietary Reference Intakes for Energy, Carbohydrate, Fiber, Fat … (2005)',
      url: 'https://doi.org/10.17226/10490',
    },
    {
      title: 'Merrill and Watt, Energy value of foods, USDA Agriculture Handbook 74 (1973)',
      url: 'https://www.ars.usda.gov/ARSUserFiles/80400535/Data/Classics/ah74.pdf',
    },
    {
      title: 'Jillian Michaels, How Much of Your Daily Caloric Intake Should Come From Carbohydrates, Fats & Protein?',
      url: 'https://getfit.jillianmichaels.com/much-daily-caloric-intake-should-come-carbohydrates-fats-protein-2151.html',
    },
  ],
})
