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
import { ACTIVITY_LEVELS, RATE_LABELS, RATE_NAMES, restingRate } from '#src/lib/health/metabolic-rate.ts'
import { toNumber } from '#src/lib/rational.ts'
import { roundTo } from '#src/lib/round.ts'
import { badge, defineTool, number, radio, select, ToolError, table } from '#src/sdk/index.ts'

const KILOJOULES = 4.184

export const bmrCalculator = defineTool({
  slug: 'bmr-calculator',
  title: 'BMR Calculator',
  description: 'Estimates the energy that a body needs at rest, by Mifflin–St Jeor and both Harris–Benedict equations.',
  category: 'health',
  tags: ['calories', 'energy', 'metabolism'],
  keywords: [
    'basal metabolic rate',
    'resting metabolic rate',
    'RMR',
    'REE',
    'Mifflin',
    'Harris Benedict',
    'calories at rest',
    'kcal',
    'kilojoules',
  ],
  notice:
    'Not medical advice. Mifflin–St Jeor and Harris–Benedict equations, for adults: measured rates differ from them by 10 % and more.',
  input: [
    radio('sex', SEX),
    number('age', { label: 'Age', unit: 'years', required: true, min: 1, max: 120 }),
    select('units', UNIT_SYSTEM),
    number('weightKg', { label: 'Weight', ...KILOGRAMS, required: true, showIf: METRIC }),
    number('heightCm', { label: 'Height', ...CENTIMETRES, required: true, showIf: METRIC }),
    number('weightLb', { label: 'Weight', ...POUNDS, required: true, showIf: IMPERIAL }),
    number('heightFt', { label: 'Height: feet', ...FEET, required: true, showIf: IMPERIAL }),
    number('heightIn', { label: 'Height: inches', ...INCHES, default: 0, showIf: IMPERIAL }),
    select('formula', { label: 'Equation', default: 'mifflin-st-jeor', options: RATE_LABELS }),
  ],
  output: {
    bmr: badge('Kilocalories a day at rest', { format: 'rounded', primary: true }),
    kilojoules: badge('Kilojoules a day at rest', { format: 'rounded' }),
    perHour: badge('Kilocalories an hour at rest'),
    equations: table('By each equation', {
      columns: [
        { name: 'equation', label: 'Equation' },
        { name: 'kcal', label: 'kcal a day', type: 'number' },
      ],
    }),
    activity: table('With activity', {
      columns: [
        { name: 'level', label: 'Activity' },
        { name: 'factor', label: 'Factor', type: 'number' },
        { name: 'kcal', label: 'kcal a day', type: 'number' },
      ],
    }),
  },
  run: ({ sex, age, formula, ...measures }) => {
    const body = { sex, age, kg: toNumber(kilograms(measures)), cm: toNumber(centimetres(measures)) }
    const rate = restingRate(formula, body)
    if (rate <= 0) throw new ToolError('Age, weight and height must be those of an adult', { field: 'age' })
    return {
      bmr: roundTo(rate, 6),
      kilojoules: roundTo(rate * KILOJOULES, 6),
      perHour: roundTo(rate / 24, 1),
      equations: RATE_NAMES.map((name) => ({ equation: RATE_LABELS[name], kcal: roundTo(restingRate(name, body), 0) })),
      activity: ACTIVITY_LEVELS.map(({ label, factor }) => ({ level: label, factor, kcal: roundTo(rate * factor, 0) })),
    }
  },
  examples: [
    {
      title: 'A woman of 45 years, 75 kg and 165.1 cm',
      input: { sex: 'female', age: 45, weightKg: 75, heightCm: 165.1 },
      output: { bmr: 1395.875 },
      source:
        'Dummies, How to Calculate Your Metabolic Rate: 10 × 75 + 6.25 × 165.1 − 5 × 45 − 161, there rounded to 1,396',
    },
    {
      title: 'A man of 30 years, 70 kg and 175 cm',
      input: { sex: 'male', age: 30, weightKg: 70, heightCm: 175 },
      output: { bmr: 1648.75 },
      source: 'CalculatorLib, Mifflin–St Jeor BMR Calculator, worked example: 700 + 1093.75 − 150 + 5 = 1648.75',
    },
    {
      title: 'By the revised Harris–Benedict equation',
      input: { sex: 'male', age: 30, weightKg: 80, heightCm: 180, formula: 'harris-benedict-1984' },
      output: { bmr: 1853.632 },
      source: 'Snow Day Calculator, Harris–Benedict step by step, example 1: 1853.63 kcal a day',
    },
    {
      title: 'In pounds, feet and inches',
      input: { sex: 'male', age: 30, units: 'imperial', weightLb: 200, heightFt: 6, heightIn: 0 },
      output: { bmr: 1905.18474 },
      source:
        'Mifflin et al. (1990) and NIST SP 811, Appendix B.8: 200 lb = 90.718474 kg, 72 in = 182.88 cm, by hand 907.18474 + 1143 − 150 + 5',
      isOurs: true,
    },
  ],
  method: {
    formula:
      'Mifflin–St Jeor: 10 × kg + 6.25 × cm − 5 × years, + 5 for men, − 161 for women. Harris–Benedict 1984: men 88.362 + 13.397 kg + 4.799 cm − 5.677 years; women 447.593 + 9.247 kg + 3.098 cm − 4.330 years. Harris–Benedict 1919: men 66.4730 + 13.7516 kg + 5.0033 cm − 6.7550 years; women 655.0955 + 9.5634 kg + 1.8496 cm − 4.6756 years',
    rounding:
      'Not rounded before the end: kcal and kJ are given to 6 decimals, the tables in whole kcal, halves up. 1 kcal = 4.184 kJ (thermochemical).',
    notes:
      'Strictly these equations estimate the resting rate, a little above the basal one. Mifflin and colleagues measured people of 19 to 78 years.',
  },
  sources: [
    {
      title: 'Mifflin et al., A new predictive equation for resting energy expenditure, Am J Clin Nutr 1990;51:241–247',
      url: 'https://doi.org/10.1093/ajcn/51.2.241',
    },
    {
      title: 'Roza and Shizgal, The Harris Benedict equation reevaluated, Am J Clin Nutr 1984;40:168–182',
      url: 'https://doi.org/10.1093/ajcn/40.1.168',
    },
    {
      title: 'Maastricht UMC+, Calculating energy expenditure',
      url: 'http://nutritionalassessment.mumc.nl/en/calculating-energy-expenditure',
    },
    {
      title: 'CalculatorLib, Mifflin–St Jeor BMR Calculator',
      url: 'https://calculatorlib.com/basal-energy-expenditure-mifflin-calculator',
    },
    {
      title: 'Snow Day Calculator, Energy Needs by the Harris–Benedict Equation',
      url: 'https://calculator5.snowdaycalculatornow.com/how-to-calculate-energy-needs-using-harris-benedict-equation/',
    },
    {
      title: 'Dummies, How to Calculate Your Metabolic Rate',
      url: 'https://dummies.com/article/body-mind-spirit/physical-health-well-being/common-ailments/metabolism/how-to-calculate-your-metabolic-rate-166764',
    },
  ],
})
