import { NORMAL_BMI, weightAt } from '#src/lib/health/bmi-classes.ts'
import { fromInches, KG_PER_LB } from '#src/lib/health/body-measures.ts'
import { divide, fromNumber, parseDecimal, toFixed, toNumber } from '#src/lib/rational.ts'
import { roundTo } from '#src/lib/round.ts'
import { badge, defineTool, number, radio, select, table, text } from '#src/sdk/index.ts'

const CM_PER_INCH = parseDecimal('2.54')
const FIVE_FEET = 60

/** Kilograms at five feet, and for each inch above. */
const FORMULAS = {
  devine: { label: 'Devine (1974)', female: [45.5, 2.3], male: [50, 2.3] },
  robinson: { label: 'Robinson (1983)', female: [49, 1.7], male: [52, 1.9] },
  miller: { label: 'Miller (1983)', female: [53.1, 1.36], male: [56.2, 1.41] },
  hamwi: { label: 'Hamwi (1964)', female: [45.5, 2.2], male: [48, 2.7] },
} as const
type Formula = keyof typeof FORMULAS
const NAMES = Object.keys(FORMULAS) as Formula[]

const pounds = (kg: number): number => toNumber(divide(fromNumber(kg), KG_PER_LB))

function weightBy(formula: Formula, sex: 'female' | 'male', inches: number): number {
  const [atFiveFeet, perInch] = FORMULAS[formula][sex]
  return roundTo(atFiveFeet + perInch * (inches - FIVE_FEET), 6)
}

export const idealWeight = defineTool({
  slug: 'ideal-weight',
  title: 'Ideal Weight Calculator',
  description: 'Gives the ideal body weight by Devine, Robinson, Miller and Hamwi, beside the healthy range by BMI.',
  category: 'health',
  tags: ['weight', 'body', 'dosing'],
  keywords: [
    'ideal body weight',
    'IBW',
    'Devine',
    'Robinson',
    'Miller',
    'Hamwi',
    'healthy weight',
    'how much should I weigh',
    'target weight',
  ],
  notice:
    'Not medical advice. Devine, Robinson, Miller and Hamwi formulas, for adults: made to dose medicines, not as a goal for a diet.',
  input: [
    radio('sex', {
      label: 'Sex',
      help: 'As in the formula.',
      required: true,
      options: { female: 'Female', male: 'Male' },
      aliases: { f: 'female', m: 'male', woman: 'female', man: 'male' },
    }),
    select('units', {
      label: 'Height in',
      default: 'imperial',
      options: { imperial: 'Inches', metric: 'Centimetres' },
    }),
    number('heightIn', {
      label: 'Height',
      help: '5 ft are 60 in, 6 ft are 72 in.',
      unit: 'in',
      required: true,
      min: 48,
      max: 108,
      showIf: { field: 'units', in: ['imperial'] },
    }),
    number('heightCm', {
      label: 'Height',
      unit: 'cm',
      required: true,
      min: 122,
      max: 274,
      showIf: { field: 'units', in: ['metric'] },
    }),
    select('formula', {
      label: 'Formula',
      default: 'devine',
      options: {
        devine: FORMULAS.devine.label,
        robinson: FORMULAS.robinson.label,
        miller: FORMULAS.miller.label,
        hamwi: FORMULAS.hamwi.label,
      },
    }),
  ],
  output: {
    kg: badge('Ideal weight in kg', { format: 'rounded', primary: true }),
    lb: badge('in lb'),
    healthyRange: text('Healthy range by BMI', { help: 'Where the BMI is 18.5 to below 25.' }),
    formulas: table('By each formula', {
      columns: [
        { name: 'formula', label: 'Formula' },
        { name: 'kg', label: 'kg', type: 'number' },
        { name: 'lb', label: 'lb', type: 'number' },
      ],
    }),
  },
  run: ({ sex, units, formula, heightIn, heightCm }) => {
    const cm = units === 'metric' ? fromNumber(heightCm) : fromInches(heightIn)
    const inches = toNumber(divide(cm, CM_PER_INCH))
    const [from, to] = [NORMAL_BMI.from, NORMAL_BMI.to].map((bmi) => toFixed(weightAt(bmi, cm), 1))
    const kg = weightBy(formula, sex, inches)
    return {
      kg,
      lb: roundTo(pounds(kg), 1),
      healthyRange: `${from} to ${to} kg`,
      formulas: NAMES.map((name) => {
        const weight = weightBy(name, sex, inches)
        return { formula: FORMULAS[name].label, kg: roundTo(weight, 1), lb: roundTo(pounds(weight), 1) }
      }),
    }
  },
  examples: [
    {
      title: 'A man of 5 ft 10 in',
      input: { sex: 'male', heightIn: 70 },
      output: {
        kg: 73,
        formulas: [
          { formula: 'Devine (1974)', kg: 73, lb: 160.9 },
          { formula: 'Robinson (1983)', kg: 71, lb: 156.5 },
          { formula: 'Miller (1983)', kg: 70.3, lb: 155 },
          { formula: 'Hamwi (1964)', kg: 75, lb: 165.3 },
        ],
      },
      source: 'AJ Design, Ideal Weight, example problem: 75, 73, 71 and 70.3 kg, or 165, 161, 156 and 155 lb',
    },
    {
      title: 'A woman of 5 ft 6 in',
      input: { sex: 'female', heightIn: 66 },
      output: { kg: 59.3 },
      source: 'Our Daily Calc, How Ideal Weight is Calculated, worked example: 45.5 + 2.3 × 6 = 59.3 kg',
    },
    {
      title: 'The same woman by Miller',
      input: { sex: 'female', heightIn: 66, formula: 'miller' },
      output: { kg: 61.26 },
      source: 'Our Daily Calc, How Ideal Weight is Calculated, worked example: 53.1 + 8.16, there rounded to 61.3 kg',
    },
    {
      title: 'Five feet, where all formulas begin',
      input: { sex: 'male', heightIn: 60, formula: 'devine' },
      output: { kg: 50 },
      source: 'Devine, Drug Intell Clin Pharm 1974;8:650–655: 50 kg for men of 5 ft',
    },
    {
      title: 'In centimetres',
      input: { sex: 'female', units: 'metric', heightCm: 152.4, formula: 'hamwi' },
      output: { kg: 45.5 },
      source: 'Hamwi (1964): 45.5 kg for women of 5 ft; NIST SP 811, Appendix B.8: 1 in = 2.54 cm',
    },
  ],
  method: {
    formula:
      'kg = weight at 5 ft + weight per inch × (inches − 60). Devine: men 50 + 2.3, women 45.5 + 2.3; Robinson: men 52 + 1.9, women 49 + 1.7; Miller: men 56.2 + 1.41, women 53.1 + 1.36; Hamwi: men 48 + 2.7, women 45.5 + 2.2',
    rounding: 'The weight is given to 6 decimals, the table and pounds to 0.1, halves up. 1 lb = 0.45359237 kg.',
    notes:
      'The formulas were published for people of 5 ft and more. Below that the same weight per inch is subtracted, as most do. The healthy range is WHO’s normal range of BMI.',
  },
  sources: [
    { title: 'AJ Design, Ideal Weight', url: 'https://www.ajdesigner.com/ideal-weight/' },
    {
      title: 'Our Daily Calc, How Ideal Weight is Calculated',
      url: 'https://ourdailycalc.com/blog/ideal-weight-formulas',
    },
    { title: 'Devine, Gentamicin therapy, Drug Intell Clin Pharm 1974;8:650–655' },
    {
      title: 'Pai and Paloucek, The origin of the “ideal” body weight equations, Ann Pharmacother 2000;34:1066–1069',
      url: 'https://doi.org/10.1345/aph.19381',
    },
  ],
})
