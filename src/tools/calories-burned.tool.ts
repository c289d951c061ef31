import { KILOGRAMS, kilograms, POUNDS } from '#src/lib/health/body-measures.ts'
import { divide, fromNumber, multiply, type Rational, toNumber } from '#src/lib/rational.ts'
import { roundTo } from '#src/lib/round.ts'
import { badge, defineTool, number, select, table, text } from '#src/sdk/index.ts'
import { ACTIVITIES, type Activity } from './calories-burned/activities.ts'

const OWN = 'own'
const LABELS: Readonly<Record<Activity | typeof OWN, string>> = {
  ...(Object.fromEntries(Object.entries(ACTIVITIES).map(([key, { name }]) => [key, name])) as Record<Activity, string>),
  own: 'Another, with its MET',
}
const KILOJOULES = 4.184
const DURATIONS = [10, 15, 20, 30, 45, 60, 90, 120]

const energy = (met: number, kg: Rational, minutes: number): Rational =>
  divide(multiply(multiply(fromNumber(met), kg), fromNumber(minutes)), fromNumber(60))

const intensityOf = (met: number): string =>
  met < 1.6 ? 'Sedentary' : met < 3 ? 'Light' : met < 6 ? 'Moderate' : 'Vigorous'

export const caloriesBurned = defineTool({
  slug: 'calories-burned',
  title: 'Calories Burned Calculator',
  description: 'Estimates the energy that a sport or activity takes, from the MET values of the Compendium.',
  category: 'health',
  tags: ['exercise', 'energy', 'MET'],
  keywords: [
    'calories burned running',
    'calories burned walking',
    'cycling calories',
    'swimming calories',
    'metabolic equivalent',
    'Compendium of Physical Activities',
    'kcal',
    'workout',
    'energy expenditure',
  ],
  notice:
    'Not medical advice. MET formula of the Compendium of Physical Activities, for adults: a mean of many people.',
  input: [
    select('activity', { label: 'Activity', default: 'walking-brisk', options: LABELS }),
    number('met', {
      label: 'MET',
      help: 'How many times the energy of rest the activity takes.',
      required: true,
      min: 0.5,
      max: 30,
      showIf: { field: 'activity', in: [OWN] },
    }),
    select('units', { label: 'Weight in', default: 'metric', options: { metric: 'Kilograms', imperial: 'Pounds' } }),
    number('weightKg', {
      label: 'Weight',
      ...KILOGRAMS,
      required: true,
      showIf: { field: 'units', in: ['metric'] },
    }),
    number('weightLb', {
      label: 'Weight',
      ...POUNDS,
      required: true,
      showIf: { field: 'units', in: ['imperial'] },
    }),
    number('minutes', {
      label: 'Duration',
      unit: 'min',
      min: 0.1,
      max: 10_080,
      default: 30,
      presets: [15, 30, 45, 60, 90],
    }),
  ],
  output: {
    kcal: badge('Kilocalories', { format: 'rounded', primary: true }),
    netKcal: badge('of which above rest', {
      format: 'rounded',
      help: 'What the activity adds to an hour of rest: MET less 1.',
    }),
    kilojoules: badge('Kilojoules'),
    met: badge('MET'),
    intensity: text('Intensity'),
    durations: table('By duration', {
      columns: [
        { name: 'minutes', label: 'Minutes', type: 'number' },
        { name: 'kcal', label: 'kcal', type: 'number' },
      ],
    }),
  },
  run: ({ activity, met: given, minutes, weightKg, weightLb }) => {
    const met = activity === OWN ? given : ACTIVITIES[activity].met
    const kg = kilograms({ weightKg, weightLb })
    const kcal = toNumber(energy(met, kg, minutes))
    return {
      kcal: roundTo(kcal, 6),
      netKcal: roundTo(toNumber(energy(Math.max(0, roundTo(met - 1, 6)), kg, minutes)), 6),
      kilojoules: roundTo(kcal * KILOJOULES, 1),
      met,
      intensity: intensityOf(met),
      durations: DURATIONS.map((duration) => ({
        minutes: duration,
        kcal: roundTo(toNumber(energy(met, kg, duration)), 0),
      })),
    }
  },
  examples: [
    {
      title: 'Brisk walking for 45 minutes at 70 kg',
      input: { activity: 'walking-brisk', weightKg: 70, minutes: 45 },
      output: { kcal: 225.75, met: 4.3, intensity: 'Moderate' },
      source: 'Snow Day Calculator, How to Calculate Energy Expenditure with METs, example 1: 4.3 × 70 × 0.75 = 225.75',
    },
    {
      title: 'Running for half an hour at 82 kg',
      input: { activity: 'running-6mph', weightKg: 82, minutes: 30 },
      output: { kcal: 401.8, met: 9.8, intensity: 'Vigorous' },
      source: 'Snow Day Calculator, How to Calculate Energy Expenditure with METs, example 2: 9.8 × 82 × 0.5 = 401.8',
    },
    {
      title: 'An hour of moderate walking at 70 kg',
      input: { activity: 'walking-moderate', weightKg: 70, minutes: 60 },
      output: { kcal: 245, netKcal: 175 },
      source: 'Calcipedia, MET Calculator: walking, moderate, 3.5 MET: 245 kcal; net with MET − 1, so 2.5 × 70',
    },
    {
      title: 'One MET is a kilocalorie for each kilogram and hour',
      input: { activity: 'own', met: 1, weightKg: 70, minutes: 60 },
      output: { kcal: 70, netKcal: 0, intensity: 'Sedentary' },
      source: 'Ainsworth et al., Med Sci Sports Exerc 2011;43:1575–1581: 1 MET is 1 kcal/kg/h',
    },
  ],
  method: {
    formula: 'kcal = MET × weight in kg × hours; above rest: (MET − 1) × weight × hours',
    rounding:
      'Computed with exact fractions: kcal to 6 decimals, kilojoules to 0.1, the table in whole kcal, halves up.',
    notes:
      'MET values of the 2011 Compendium. Others multiply by 3.5 / 200 a minute, which gives 5 % more. Sedentary is up to 1.5 MET, light below 3, moderate below 6, vigorous from 6. 1 kcal = 4.184 kJ.',
  },
  sources: [
    {
      title: 'Ainsworth et al., 2011 Compendium of Physical Activities, Med Sci Sports Exerc 2011;43:1575–1581',
      url: 'https://doi.org/10.1249/MSS.0b013e31821ece12',
    },
    {
      title: 'The Compendium of Physical Activities Tracking Guide',
      url: 'https://sites.google.com/site/compendiumofphysicalactivities/home',
    },
    {
      title: 'Snow Day Calculator, How to Calculate Energy Expenditure with METs',
      url: 'https://calculator5.snowdaycalculatornow.com/how-to-calculate-energy-expenditure-with-mets/',
    },
    { title: 'Calcipedia, MET Calculator', url: 'https://www.calcipedia.org/calculators/met-calculator' },
  ],
})
