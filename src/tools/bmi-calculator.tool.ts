import { BMI_CLASSES, bmiOf, NORMAL_BMI, reached, weightAt } from '#src/lib/health/bmi-classes.ts'
import {
  CENTIMETRES,
  centimetres,
  FEET,
  IMPERIAL,
  INCHES,
  KG_PER_LB,
  KILOGRAMS,
  kilograms,
  METRIC,
  POUNDS,
  UNIT_SYSTEM,
} from '#src/lib/health/body-measures.ts'
import { divide, fromNumber, type Rational, toFixed, toNumber } from '#src/lib/rational.ts'
import { roundTo } from '#src/lib/round.ts'
import { badge, checkbox, defineTool, image, number, select, ToolError, table, text } from '#src/sdk/index.ts'
import { gauge } from './bmi-calculator/gauge.ts'

/** WHO expert consultation (2004), for Asian populations. */
const ASIAN_RISKS = [
  { risk: 'Underweight', from: 0 },
  { risk: 'Increasing but acceptable risk', from: 18.5 },
  { risk: 'Increased risk', from: 23 },
  { risk: 'High risk', from: 27.5 },
] as const

interface Measures {
  readonly weightKg?: number | undefined
  readonly weightLb?: number | undefined
  readonly heightCm?: number | undefined
  readonly heightFt?: number | undefined
  readonly heightIn?: number | undefined
}

const isTall = ({ heightCm, heightFt }: Measures) => heightCm !== undefined || heightFt !== undefined

function refuseMissing(units: 'metric' | 'imperial', measures: Measures): void {
  const { weightKg, weightLb } = measures
  if (weightKg === undefined && weightLb === undefined)
    throw new ToolError('Weight is required, unless a BMI is given', {
      field: units === 'metric' ? 'weightKg' : 'weightLb',
    })
  if (!isTall(measures))
    throw new ToolError('Height is required, unless a BMI is given', {
      field: units === 'metric' ? 'heightCm' : 'heightFt',
    })
}

function healthyWeight(cm: Rational, units: 'metric' | 'imperial'): string {
  const [from, to] = [NORMAL_BMI.from, NORMAL_BMI.to].map((bmi) => {
    const kg = weightAt(bmi, cm)
    return toFixed(units === 'metric' ? kg : divide(kg, KG_PER_LB), 1)
  })
  return `${from} to ${to} ${units === 'metric' ? 'kg' : 'lb'}`
}

const rangeText = (index: number): string => {
  const [from, to] = [BMI_CLASSES[index]?.from, BMI_CLASSES[index + 1]?.from]
  return to === undefined ? `${from} and more` : from === 0 ? `below ${to}` : `${from} to below ${to}`
}

export const bmiCalculator = defineTool({
  slug: 'bmi-calculator',
  title: 'BMI Calculator',
  description: 'Works out the body mass index of an adult, its WHO class and the healthy range of weight.',
  category: 'health',
  tags: ['weight', 'body', 'WHO'],
  keywords: ['body mass index', 'overweight', 'obesity', 'underweight', 'healthy weight', 'Quetelet', 'kg/m2', 'BMI'],
  notice:
    'Not medical advice. Body mass index (Quetelet), for adults from 20 years: it does not tell muscle from fat, and does not hold in pregnancy.',
  input: [
    select('units', UNIT_SYSTEM),
    number('weightKg', { label: 'Weight', ...KILOGRAMS, showIf: METRIC }),
    number('heightCm', { label: 'Height', ...CENTIMETRES, showIf: METRIC }),
    number('weightLb', { label: 'Weight', ...POUNDS, showIf: IMPERIAL }),
    number('heightFt', { label: 'Height: feet', ...FEET, showIf: IMPERIAL }),
    number('heightIn', { label: 'Height: inches', ...INCHES, default: 0, showIf: IMPERIAL }),
    number('bmi', {
      label: 'BMI',
      help: 'If you know it: gives its class, in place of weight and height.',
      unit: 'kg/m²',
      min: 1,
      max: 1000,
    }),
    checkbox('asianActionPoints', { label: 'Show the risk for Asian populations (WHO 2004)' }),
  ],
  output: {
    bmi: badge('BMI', { format: 'rounded', primary: true }),
    class: badge('Class (WHO)', { type: 'string' }),
    summary: text('In short'),
    asianRisk: text('Risk in Asian populations', { help: 'WHO expert consultation, 2004: points for action.' }),
    healthyWeight: text('Healthy weight at this height', { help: 'Where the BMI is 18.5 to below 25.' }),
    gauge: image('Place among the classes'),
    classes: table('Classes of adults', {
      columns: [
        { name: 'class', label: 'Class' },
        { name: 'range', label: 'BMI' },
        { name: 'yours', label: 'You' },
      ],
    }),
  },
  run: ({ units, bmi: given, asianActionPoints, ...measures }) => {
    if (given === undefined) refuseMissing(units, measures)
    const cm = isTall(measures) ? centimetres(measures) : undefined
    const exact = given === undefined && cm ? bmiOf(kilograms(measures), cm) : fromNumber(given ?? 0)
    const bmi = roundTo(toNumber(exact), 6)
    const found = reached(BMI_CLASSES, exact)
    return {
      bmi,
      class: found?.name,
      summary: `${toFixed(exact, 2)} kg/m²: ${found?.name.replace(/^./, (first) => first.toLowerCase())}`,
      asianRisk: asianActionPoints ? reached(ASIAN_RISKS, exact)?.risk : undefined,
      healthyWeight: cm && healthyWeight(cm, units),
      gauge: gauge(bmi),
      classes: BMI_CLASSES.map((row, index) => ({
        class: row.name,
        range: rangeText(index),
        yours: row === found ? toFixed(exact, 2) : '',
      })),
    }
  },
  examples: [
    {
      title: '68 kg at 165 cm',
      input: { weightKg: 68, heightCm: 165 },
      output: { class: 'Normal range', summary: '24.98 kg/m²: normal range' },
      source: 'Structure House, How to Calculate & Use Your BMI (after the CDC), metric system: 68 ÷ 1.65² = 24.98',
    },
    {
      title: '58 kg at 1.70 m',
      input: { weightKg: 58, heightCm: 170 },
      output: { class: 'Normal range', summary: '20.07 kg/m²: normal range' },
      source: 'WHO, Nutrition Landscape Information System, help topic “Malnutrition in women”: 58 / 1.70² = 20.1',
    },
    {
      title: 'A BMI of 24.99 is still in the normal range',
      input: { bmi: 24.99 },
      output: { bmi: 24.99, class: 'Normal range' },
      source: 'WHO (1995, 2000, 2004), International classification of adults by BMI, table 1: 18.50–24.99',
    },
    {
      title: 'Exactly 25 is pre-obese',
      input: { weightKg: 72.25, heightCm: 170 },
      output: { bmi: 25, class: 'Pre-obese' },
      source: 'WHO (1995, 2000, 2004), International classification of adults by BMI, table 1: 25.00–29.99',
    },
    {
      title: 'In between by the classes, for Asian populations',
      input: { bmi: 23, asianActionPoints: true },
      output: { bmi: 23, class: 'Normal range', asianRisk: 'Increased risk' },
      source: 'WHO expert consultation, Lancet 2004;363:157–163: 23 to 27.5 is increased risk',
    },
  ],
  method: {
    formula: 'BMI = weight in kg / (height in m)²; 1 lb = 0.45359237 kg, 1 in = 2.54 cm',
    rounding:
      'Computed with exact fractions and classed before rounding; the BMI is given to 6 decimals, weights to 0.1, halves up.',
    notes:
      'A class begins at its lower limit: 24.99 is in the normal range, 25 is pre-obese. WHO counts all below 18.5 as underweight, all from 25 as overweight, all from 30 as obese. For Asian populations WHO (2004) kept these classes and added points for action at 23, 27.5, 32.5 and 37.5.',
  },
  sources: [
    {
      title: 'WHO Technical Report Series 894, Obesity: preventing and managing the global epidemic (2000), table 2.1',
      url: 'https://iris.who.int/handle/10665/42330',
    },
    {
      title: 'WHO expert consultation, Appropriate body-mass index for Asian populations, Lancet 2004;363:157–163',
      url: 'https://doi.org/10.1016/S0140-6736(03)15268-3',
    },
    {
      title: 'WHO, Nutrition Landscape Information System',
      url: 'http://apps.who.int/nutrition/landscape/help.aspx?menu=0&helpid=392&lang=EN',
    },
  ],
})
