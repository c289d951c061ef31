import { SEX } from '#src/lib/health/body-measures.ts'
import type { Sex } from '#src/lib/health/metabolic-rate.ts'
import { roundTo } from '#src/lib/round.ts'
import { badge, defineTool, number, radio, select, ToolError, table, text } from '#src/sdk/index.ts'

/** All in inches; `hip` is 0 for men. */
interface Girths {
  readonly sex: Sex
  readonly height: number
  readonly neck: number
  readonly waist: number
  readonly hip: number
}

const CM_PER_INCH = 2.54
const { log10 } = Math

const FORMULAS = {
  'us-navy': {
    label: 'US Navy, equations in inches (1999)',
    percent: ({ sex, height, neck, waist, hip }: Girths) =>
      sex === 'male'
        ? 86.01 * log10(waist - neck) - 70.041 * log10(height) + 36.76
        : 163.205 * log10(waist + hip - neck) - 97.684 * log10(height) - 78.387,
  },
  'hodgdon-beckett-1984': {
    label: 'Hodgdon and Beckett (1984), by body density',
    percent: ({ sex, height, neck, waist, hip }: Girths) => {
      const girth = log10((waist + hip - neck) * CM_PER_INCH)
      const tall = log10(height * CM_PER_INCH)
      const density =
        sex === 'male' ? 1.0324 - 0.19077 * girth + 0.15456 * tall : 1.29579 - 0.35004 * girth + 0.221 * tall
      return 495 / density - 450
    },
  },
} as const
type Formula = keyof typeof FORMULAS
const NAMES = Object.keys(FORMULAS) as Formula[]

/** American Council on Exercise: each category begins at this per cent. */
const CATEGORIES = [
  { name: 'Below essential fat', female: 0, male: 0 },
  { name: 'Essential fat', female: 10, male: 2 },
  { name: 'Athletes', female: 14, male: 6 },
  { name: 'Fitness', female: 21, male: 14 },
  { name: 'Average', female: 25, male: 18 },
  { name: 'Obese', female: 32, male: 25 },
] as const

const IMPERIAL = { unit: 'in', showIf: { field: 'units', in: ['imperial'] } } as const
const METRIC = { unit: 'cm', showIf: { field: 'units', in: ['metric'] } } as const

/** Of whichever units have a value. */
const inches = (length: number | undefined, cm: number | undefined): number => length ?? (cm ?? 0) / CM_PER_INCH

function refuseImpossible({ sex, neck, waist, hip }: Girths, suffix: 'In' | 'Cm'): void {
  if (sex === 'female' && hip === 0) throw new ToolError('Hip is required for women', { field: `hip${suffix}` })
  if (waist + hip <= neck)
    throw new ToolError(`Waist${sex === 'female' ? ' and hip' : ''} must be more than neck`, {
      field: `waist${suffix}`,
    })
}

function refuseNoBody(percent: number, suffix: 'In' | 'Cm'): void {
  if (percent <= 0 || percent >= 100)
    throw new ToolError(`These measures would give ${roundTo(percent, 1)} % body fat: measure again`, {
      field: `waist${suffix}`,
    })
}

export const bodyFatCalculator = defineTool({
  slug: 'body-fat-calculator',
  title: 'Body Fat Calculator',
  description: 'Estimates the percentage of body fat from height, neck, waist and hip by the US Navy method.',
  category: 'health',
  tags: ['body', 'tape measure', 'US Navy'],
  keywords: [
    'body fat percentage',
    'navy body fat',
    'army body fat',
    'Hodgdon Beckett',
    'lean mass',
    'fat mass',
    'circumference',
    'tape test',
  ],
  notice:
    'Not medical advice. US Navy method (Hodgdon and Beckett), for adults: its standard error is about 3.5 percentage points.',
  input: [
    radio('sex', SEX),
    select('units', { label: 'Units', default: 'imperial', options: { imperial: 'Inches', metric: 'Centimetres' } }),
    number('heightIn', { label: 'Height', required: true, min: 36, max: 108, ...IMPERIAL }),
    number('neckIn', { label: 'Neck', help: 'Just below the larynx.', required: true, min: 5, max: 40, ...IMPERIAL }),
    number('waistIn', {
      label: 'Waist',
      help: 'Men at the navel, women where it is narrowest.',
      required: true,
      min: 10,
      max: 120,
      ...IMPERIAL,
    }),
    number('hipIn', { label: 'Hip', help: 'Women only: where it is widest.', min: 10, max: 120, ...IMPERIAL }),
    number('heightCm', { label: 'Height', required: true, min: 90, max: 275, ...METRIC }),
    number('neckCm', { label: 'Neck', help: 'Just below the larynx.', required: true, min: 12, max: 102, ...METRIC }),
    number('waistCm', {
      label: 'Waist',
      help: 'Men at the navel, women where it is narrowest.',
      required: true,
      min: 25,
      max: 305,
      ...METRIC,
    }),
    number('hipCm', { label: 'Hip', help: 'Women only: where it is widest.', min: 25, max: 305, ...METRIC }),
    select('method', {
      label: 'Method',
      default: 'us-navy',
      options: {
        'us-navy': FORMULAS['us-navy'].label,
        'hodgdon-beckett-1984': FORMULAS['hodgdon-beckett-1984'].label,
      },
    }),
    number('weight', {
      label: 'Weight',
      help: 'In any unit: gives fat mass and lean mass in it.',
      min: 0.1,
      max: 2000,
    }),
  ],
  output: {
    bodyFatPercent: badge('Body fat', { format: 'rounded-percent', primary: true }),
    summary: text('In short'),
    category: badge('Category (ACE)', { type: 'string' }),
    fatMass: badge('Fat mass'),
    leanMass: badge('Lean mass'),
    methods: table('By each method', {
      columns: [
        { name: 'method', label: 'Method' },
        { name: 'percent', label: '%', type: 'number' },
      ],
    }),
    categories: table('Categories', {
      columns: [
        { name: 'category', label: 'Category' },
        { name: 'female', label: 'Women', type: 'string' },
        { name: 'male', label: 'Men', type: 'string' },
      ],
    }),
  },
  run: ({ sex, units, method, weight, ...given }) => {
    const suffix = units === 'metric' ? 'Cm' : 'In'
    const girths = {
      sex,
      height: inches(given.heightIn, given.heightCm),
      neck: inches(given.neckIn, given.neckCm),
      waist: inches(given.waistIn, given.waistCm),
      hip: sex === 'female' ? inches(given.hipIn, given.hipCm) : 0,
    }
    refuseImpossible(girths, suffix)
    const percent = FORMULAS[method].percent(girths)
    refuseNoBody(percent, suffix)
    const category = CATEGORIES.findLast((row) => percent >= row[sex])?.name
    return {
      bodyFatPercent: roundTo(percent, 6),
      summary: `${roundTo(percent, 1)} % body fat: ${category?.toLowerCase()}`,
      category,
      fatMass: weight && roundTo((weight * percent) / 100, 1),
      leanMass: weight && roundTo(weight - (weight * percent) / 100, 1),
      methods: NAMES.map((name) => ({
        method: FORMULAS[name].label,
        percent: roundTo(FORMULAS[name].percent(girths), 1),
      })),
      categories: CATEGORIES.map(({ name, female, male }) => ({
        category: name,
        female: `from ${female} %`,
        male: `from ${male} %`,
      })),
    }
  },
  examples: [
    {
      title: 'A man of 70 in with a waist of 34 in',
      input: { sex: 'male', heightIn: 70, neckIn: 15, waistIn: 34 },
      output: { summary: '17.5 % body fat: fitness', category: 'Fitness' },
      source: 'QCalculator, Body Fat Calculator, worked example: 86.010 × log10(34 − 15) − 70.041 × log10(70) + 36.76',
    },
    {
      title: 'By body density, in centimetres',
      input: {
        sex: 'male',
        units: 'metric',
        method: 'hodgdon-beckett-1984',
        heightCm: 180,
        neckCm: 40,
        waistCm: 90,
      },
      output: { summary: '18.4 % body fat: average', category: 'Average' },
      source: 'Calculator City, Body Fat Percentage Calculator, example calculation: 18.4 %, average',
    },
    {
      title: 'A woman, with round logarithms',
      input: { sex: 'female', heightIn: 100, neckIn: 20, waistIn: 50, hipIn: 70 },
      output: { bodyFatPercent: 52.655, category: 'Obese' },
      source: 'Hodgdon and Friedl (1999), women: log10(100) = 2, so 2 × 163.205 − 2 × 97.684 − 78.387',
      isOurs: true,
    },
    {
      title: 'The same woman in centimetres',
      input: { sex: 'female', units: 'metric', heightCm: 254, neckCm: 50.8, waistCm: 127, hipCm: 177.8 },
      output: { bodyFatPercent: 52.655, category: 'Obese' },
      source: 'Hodgdon and Friedl (1999), women; NIST SP 811, Appendix B.8: 1 in = 2.54 cm',
      isOurs: true,
    },
    {
      title: 'A man, with round logarithms',
      input: { sex: 'male', heightIn: 100, neckIn: 15, waistIn: 115, weight: 200 },
      output: { bodyFatPercent: 68.698, fatMass: 137.4, leanMass: 62.6 },
      source: 'Hodgdon and Friedl (1999), men: log10(100) = 2, so 2 × 86.010 − 2 × 70.041 + 36.76',
      isOurs: true,
    },
  ],
  method: {
    formula:
      'In inches, men: 86.010 × log10(waist − neck) − 70.041 × log10(height) + 36.76; women: 163.205 × log10(waist + hip − neck) − 97.684 × log10(height) − 78.387. By density (cm): 495 / D − 450, men D = 1.0324 − 0.19077 × log10(waist − neck) + 0.15456 × log10(height), women D = 1.29579 − 0.35004 × log10(waist + hip − neck) + 0.22100 × log10(height)',
    rounding:
      'Measures are used as given, although the instruction rounds them to half an inch first. The percentage is given to 6 decimals, the tables and masses to 0.1, halves up.',
    notes:
      'The categories are those of the American Council on Exercise, each read as beginning at its lower number. Both methods come from the same measurements of Navy people; they differ by less than a percentage point for most.',
  },
  sources: [
    {
      title: 'Hodgdon and Friedl, Development of the DoD Body Composition Estimation Equations, NHRC 99-2B (1999)',
    },
    {
      title: 'Calculator City, Body Fat Percentage Calculator',
      url: 'https://costcalculator.calculator.city/?p=78469',
    },
    { title: 'QCalculator, Body Fat Calculator', url: 'https://qcalculator.pages.dev/health/body-fat-calculator' },
    {
      title:
        'Hodgdon and Beckett, Prediction of percent body fat for U.S. Navy men and women, NHRC 84-11 and 84-29 (1984)',
    },
    {
      title: 'Medical Algorithms, Equations of Hodgdon and Friedl',
      url: 'https://www.medicalalgorithms.com/equations-of-hodgdon-and-friedl-for-estimating-percent-body-fat-in-adults-dod-body-composition-equations',
    },
  ],
})
