import {
  CENTIMETRES,
  centimetres,
  FEET,
  IMPERIAL,
  INCHES,
  KILOGRAMS,
  kilograms,
  METRIC,
  POUNDS,
  SEX,
  UNIT_SYSTEM,
} from '#src/lib/health/body-measures.ts'
import { ACTIVITY_LEVELS, RATE_LABELS, restingRate } from '#src/lib/health/metabolic-rate.ts'
import { toNumber } from '#src/lib/rational.ts'
import { roundTo } from '#src/lib/round.ts'
import { badge, defineTool, number, radio, select, ToolError, table, text } from '#src/sdk/index.ts'

/** FAO/WHO/UNU (2004), table 5.1. */
const LIFESTYLES = [
  { name: 'Below a sedentary lifestyle', from: 0 },
  { name: 'Sedentary or light activity lifestyle', from: 1.4 },
  { name: 'Active or moderately active lifestyle', from: 1.7 },
  { name: 'Vigorous or vigorously active lifestyle', from: 2 },
  { name: 'Above what can be kept up for long', from: 2.4 },
] as const
const lifestyleOf = (factor: number) =>
  factor === 2.4 ? LIFESTYLES[3].name : LIFESTYLES.findLast(({ from }) => factor >= from)?.name

const GOALS = [
  { goal: 'Eat 500 kcal less', change: -500 },
  { goal: 'Eat 250 kcal less', change: -250 },
  { goal: 'Keep the weight', change: 0 },
  { goal: 'Eat 250 kcal more', change: 250 },
  { goal: 'Eat 500 kcal more', change: 500 },
] as const

export const tdeeCalculator = defineTool({
  slug: 'tdee-calculator',
  title: 'TDEE Calculator',
  description: 'Estimates the energy that you use in a day: the resting rate times a factor for your activity.',
  category: 'health',
  tags: ['calories', 'energy', 'diet'],
  keywords: [
    'total daily energy expenditure',
    'maintenance calories',
    'daily calories',
    'calorie calculator',
    'activity factor',
    'PAL',
    'physical activity level',
    'kcal',
  ],
  notice:
    'Not medical advice. Mifflin–St Jeor or Harris–Benedict equation times an activity factor, for adults: an estimate that can be off by 10 % and more.',
  input: [
    radio('sex', SEX),
    number('age', { label: 'Age', unit: 'years', required: true, min: 1, max: 120 }),
    select('units', UNIT_SYSTEM),
    number('weightKg', { label: 'Weight', ...KILOGRAMS, required: true, showIf: METRIC }),
    number('heightCm', { label: 'Height', ...CENTIMETRES, required: true, showIf: METRIC }),
    number('weightLb', { label: 'Weight', ...POUNDS, required: true, showIf: IMPERIAL }),
    number('heightFt', { label: 'Height: feet', ...FEET, required: true, showIf: IMPERIAL }),
    number('heightIn', { label: 'Height: inches', ...INCHES, default: 0, showIf: IMPERIAL }),
    number('activityFactor', {
      label: 'Activity factor',
      help: '1.2 sedentary, 1.375 light, 1.55 moderate, 1.725 hard, 1.9 very hard.',
      step: 0.005,
      min: 1,
      max: 5,
      default: 1.55,
      presets: ACTIVITY_LEVELS.map(({ factor }) => factor),
    }),
    select('formula', { label: 'Equation of the resting rate', default: 'mifflin-st-jeor', options: RATE_LABELS }),
  ],
  output: {
    tdee: badge('Kilocalories a day', { format: 'rounded', primary: true }),
    bmr: badge('of which at rest', { format: 'rounded' }),
    lifestyle: text('Lifestyle of this factor (FAO/WHO/UNU)'),
    levels: table('By activity', {
      columns: [
        { name: 'level', label: 'Activity' },
        { name: 'factor', label: 'Factor', type: 'number' },
        { name: 'kcal', label: 'kcal a day', type: 'number' },
      ],
    }),
    goals: table('More or less than that', {
      columns: [
        { name: 'goal', label: 'Goal' },
        { name: 'kcal', label: 'kcal a day', type: 'number' },
      ],
    }),
  },
  run: ({ sex, age, activityFactor, formula, ...measures }) => {
    const body = { sex, age, kg: toNumber(kilograms(measures)), cm: toNumber(centimetres(measures)) }
    const rate = restingRate(formula, body)
    if (rate <= 0) throw new ToolError('Age, weight and height must be those of an adult', { field: 'age' })
    const tdee = rate * activityFactor
    return {
      tdee: roundTo(tdee, 6),
      bmr: roundTo(rate, 6),
      lifestyle: lifestyleOf(activityFactor),
      levels: ACTIVITY_LEVELS.map(({ label, factor }) => ({ level: label, factor, kcal: roundTo(rate * factor, 0) })),
      goals: GOALS.flatMap(({ goal, change }) =>
        tdee + change > 0 ? [{ goal, kcal: roundTo(tdee + change, 0) }] : [],
      ),
    }
  },
  examples: [
    {
      title: 'A man of 30 years, 80 kg and 180 cm, moderately active',
      input: { sex: 'male', age: 30, weightKg: 80, heightCm: 180, activityFactor: 1.55 },
      output: { tdee: 2759, bmr: 1780 },
      source:
        'Medscape, Mifflin-St Jeor Equation: moderately active × 1.55; 10 × 80 + 6.25 × 180 − 5 × 30 + 5 = 1780, × 1.55 = 2759',
    },
    {
      title: 'A sedentary woman of 45 years, 75 kg and 165.1 cm',
      input: { sex: 'female', age: 45, weightKg: 75, heightCm: 165.1, activityFactor: 1.2 },
      output: { tdee: 1675.05, bmr: 1395.875 },
      source: 'Dummies, How to Calculate Your Metabolic Rate: 1,396 × 1.2 = 1,675 calories',
    },
    {
      title: 'At rest all day',
      input: { sex: 'male', age: 30, weightKg: 80, heightCm: 180, activityFactor: 1 },
      output: { tdee: 1780, bmr: 1780, lifestyle: 'Below a sedentary lifestyle' },
      source: 'By definition: a factor of 1 is the resting rate',
      isOurs: true,
    },
  ],
  method: {
    formula:
      'TDEE = resting rate × activity factor. Mifflin–St Jeor: 10 × kg + 6.25 × cm − 5 × years, + 5 for men, − 161 for women',
    rounding:
      'The resting rate is not rounded before it is multiplied. Both are given to 6 decimals, tables in whole kcal, halves up.',
    notes:
      'FAO, WHO and UNU count a factor of 1.40–1.69 as a sedentary or light, 1.70–1.99 as an active and 2.00–2.40 as a vigorous lifestyle; above 2.40 is hard to keep up for long. How the weight follows a change of diet differs from person to person.',
  },
  sources: [
    {
      title: 'Mifflin et al., A new predictive equation for resting energy expenditure, Am J Clin Nutr 1990;51:241–247',
      url: 'https://doi.org/10.1093/ajcn/51.2.241',
    },
    {
      title: 'Medscape, Mifflin-St Jeor Equation, with the factors',
      url: 'https://reference.medscape.com/calculator/846/mifflin-st-jeor-equation',
    },
    {
      title: 'FAO/WHO/UNU, Human energy requirements (2004), chapter 5, table 5.1',
      url: 'https://www.fao.org/4/y5686e/y5686e07.htm',
    },
  ],
})
