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
  UNIT_SYSTEM,
} from '#src/lib/health/body-measures.ts'
import { toNumber } from '#src/lib/rational.ts'
import { roundTo } from '#src/lib/round.ts'
import { badge, defineTool, number, select, table, text } from '#src/sdk/index.ts'

/** Square metres from kilograms and centimetres. */
const FORMULAS = {
  mosteller: { label: 'Mosteller (1987)', area: (kg: number, cm: number) => Math.sqrt((kg * cm) / 3600) },
  'du-bois': {
    label: 'Du Bois and Du Bois (1916)',
    area: (kg: number, cm: number) => 0.007184 * kg ** 0.425 * cm ** 0.725,
  },
  haycock: { label: 'Haycock (1978)', area: (kg: number, cm: number) => 0.024265 * kg ** 0.5378 * cm ** 0.3964 },
  'gehan-george': {
    label: 'Gehan and George (1970)',
    area: (kg: number, cm: number) => 0.0235 * kg ** 0.51456 * cm ** 0.42246,
  },
  boyd: {
    label: 'Boyd (1935)',
    area: (kg: number, cm: number) => {
      const grams = kg * 1000
      return 0.0003207 * cm ** 0.3 * grams ** (0.7285 - 0.0188 * Math.log10(grams))
    },
  },
} as const
type Formula = keyof typeof FORMULAS
const NAMES = Object.keys(FORMULAS) as Formula[]

export const bodySurfaceArea = defineTool({
  slug: 'body-surface-area',
  title: 'Body Surface Area Calculator',
  description: 'Estimates the surface of a body from weight and height by Mosteller, Du Bois and three other formulas.',
  category: 'health',
  tags: ['body', 'dosing', 'medicine'],
  keywords: [
    'BSA',
    'Mosteller',
    'Du Bois',
    'Haycock',
    'Gehan George',
    'Boyd',
    'chemotherapy dose',
    'cardiac index',
    'm2',
    'square metres',
  ],
  notice:
    'Not medical advice. Mosteller, Du Bois, Haycock, Gehan–George and Boyd formulas: no dose may rest on this page alone.',
  input: [
    select('units', UNIT_SYSTEM),
    number('weightKg', { label: 'Weight', ...KILOGRAMS, required: true, showIf: METRIC }),
    number('heightCm', { label: 'Height', ...CENTIMETRES, required: true, showIf: METRIC }),
    number('weightLb', { label: 'Weight', ...POUNDS, required: true, showIf: IMPERIAL }),
    number('heightFt', { label: 'Height: feet', ...FEET, required: true, showIf: IMPERIAL }),
    number('heightIn', { label: 'Height: inches', ...INCHES, default: 0, showIf: IMPERIAL }),
    select('formula', {
      label: 'Formula',
      default: 'mosteller',
      options: {
        mosteller: FORMULAS.mosteller.label,
        'du-bois': FORMULAS['du-bois'].label,
        haycock: FORMULAS.haycock.label,
        'gehan-george': FORMULAS['gehan-george'].label,
        boyd: FORMULAS.boyd.label,
      },
      aliases: { dubois: 'du-bois' },
    }),
  ],
  output: {
    bsa: badge('Body surface area in m²', { format: 'rounded', primary: true }),
    summary: text('In short'),
    formulas: table('By each formula', {
      columns: [
        { name: 'formula', label: 'Formula' },
        { name: 'bsa', label: 'm²', type: 'number' },
      ],
    }),
  },
  run: ({ formula, units: _, ...measures }) => {
    const kg = toNumber(kilograms(measures))
    const cm = toNumber(centimetres(measures))
    const area = FORMULAS[formula].area(kg, cm)
    return {
      bsa: roundTo(area, 6),
      summary: `${area.toFixed(2)} m² by ${FORMULAS[formula].label}`,
      formulas: NAMES.map((name) => ({
        formula: FORMULAS[name].label,
        bsa: roundTo(FORMULAS[name].area(kg, cm), 3),
      })),
    }
  },
  examples: [
    {
      title: '70 kg at 175 cm',
      input: { weightKg: 70, heightCm: 175, formula: 'du-bois' },
      output: { summary: '1.85 m² by Du Bois and Du Bois (1916)' },
      source: 'Study Question Hub, problem 60: the formula of Du Bois (1916) gives 1.85 m² for 70 kg and 1.75 m',
    },
    {
      title: '70 kg at 170 cm',
      input: { weightKg: 70, heightCm: 170 },
      output: { summary: '1.82 m² by Mosteller (1987)' },
      source: 'Medical Equations, Body Surface Area, worked example “Adult oncology”: about 1.818 m²',
    },
    {
      title: 'A child of 18 kg and 110 cm',
      input: { weightKg: 18, heightCm: 110 },
      output: { bsa: 0.74162 },
      source: 'Mosteller, N Engl J Med 1987;317:1098: √(18 × 110 / 3600) = √0.55 = 0.7416198…',
      isOurs: true,
    },
    {
      title: 'A square number',
      input: { weightKg: 80, heightCm: 180 },
      output: { bsa: 2 },
      source: 'Mosteller, N Engl J Med 1987;317:1098: √(80 × 180 / 3600) = √4',
      isOurs: true,
    },
  ],
  method: {
    formula:
      'Mosteller √(kg × cm / 3600); Du Bois 0.007184 × kg^0.425 × cm^0.725; Haycock 0.024265 × kg^0.5378 × cm^0.3964; Gehan and George 0.0235 × kg^0.51456 × cm^0.42246; Boyd 0.0003207 × g^(0.7285 − 0.0188 × log10 g) × cm^0.3, with the weight g in grams',
    rounding: 'Given to 6 decimals, to 3 in the table, to 2 in the sentence.',
    notes:
      'The formulas agree within a few per cent for most adults and drift apart for the very small and very heavy.',
  },
  sources: [
    {
      title: 'Mosteller, Simplified calculation of body-surface area, N Engl J Med 1987;317:1098',
      url: 'https://doi.org/10.1056/NEJM198710223171717',
    },
    {
      title: 'Du Bois and Du Bois, A formula to estimate the approximate surface area, Arch Intern Med 1916;17:863–871',
      url: 'https://doi.org/10.1001/archinte.1916.00080130010002',
    },
    { title: 'GlobalRPh, Body surface area: formulas and references', url: 'http://globalrph.com/bsa2.htm' },
    { title: 'Medical Equations, Body Surface Area', url: 'https://www.medicalequations.com/body-surface-area/' },
    {
      title: 'Study Question Hub, problem 60',
      url: 'https://studyquestionhub.com/question-textbook/problem-60-a-mathematical-model-for-estimating-body-surface--1333015.html',
    },
  ],
})
