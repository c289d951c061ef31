import { roundTo } from '#src/lib/round.ts'
import { badge, defineTool, number, range, select, ToolError, table, text } from '#src/sdk/index.ts'

const MAX_HEART_RATE = {
  '220-age': { label: '220 − age (Fox 1971)', of: (age: number) => 220 - age },
  tanaka: { label: '208 − 0.7 × age (Tanaka 2001)', of: (age: number) => 208 - 0.7 * age },
  gellish: { label: '207 − 0.7 × age (Gellish 2007)', of: (age: number) => 207 - 0.7 * age },
} as const

const ZONES = [
  { zone: '1 Very light', from: 50, to: 60 },
  { zone: '2 Light', from: 60, to: 70 },
  { zone: '3 Moderate', from: 70, to: 80 },
  { zone: '4 Hard', from: 80, to: 90 },
  { zone: '5 Maximum', from: 90, to: 100 },
] as const

/** CDC, in per cent of the maximum. */
const INTENSITIES = [
  { intensity: 'Moderate', from: 64, to: 76 },
  { intensity: 'Vigorous', from: 77, to: 93 },
] as const

/** Karvonen's reserve begins at the resting rate; without one the rate is a share of the maximum. */
const rateAt = (percent: number, max: number, resting = 0): number => resting + ((max - resting) * percent) / 100

export const heartRateZones = defineTool({
  slug: 'heart-rate-zones',
  title: 'Heart Rate Zones',
  description: 'Works out the maximum heart rate, the target for an intensity and five training zones.',
  category: 'health',
  tags: ['training', 'cardio', 'pulse'],
  keywords: [
    'target heart rate',
    'maximum heart rate',
    'Karvonen',
    'heart rate reserve',
    'HRR',
    'Tanaka',
    'bpm',
    'fat burning zone',
    'training zones',
  ],
  notice:
    'Not medical advice. Karvonen formula with a maximum estimated from the age, for adults: single people differ from it by 10 beats and more.',
  input: [
    number('age', { label: 'Age', unit: 'years', required: true, min: 1, max: 120 }),
    number('restingHr', {
      label: 'Resting heart rate',
      help: 'Measured before getting up. Without it the zones are shares of the maximum.',
      unit: 'bpm',
      min: 20,
      max: 150,
    }),
    range('intensityPercent', {
      label: 'Intensity',
      unit: '%',
      min: 0,
      max: 100,
      step: 1,
      default: 70,
      presets: [50, 60, 70, 80, 90],
    }),
    select('maxHrFormula', {
      label: 'Maximum by',
      default: '220-age',
      options: {
        '220-age': MAX_HEART_RATE['220-age'].label,
        tanaka: MAX_HEART_RATE.tanaka.label,
        gellish: MAX_HEART_RATE.gellish.label,
      },
    }),
    number('measuredMaxHr', {
      label: 'Measured maximum',
      help: 'If you know it: in place of the formula.',
      unit: 'bpm',
      min: 60,
      max: 250,
    }),
  ],
  output: {
    targetHr: badge('Target heart rate in bpm', { format: 'rounded', primary: true }),
    maxHr: badge('Maximum in bpm', { format: 'rounded' }),
    reserve: badge('Reserve in bpm', { format: 'rounded', help: 'Maximum less resting heart rate.' }),
    basis: text('Zones are shares of'),
    zones: table('Training zones', {
      columns: [
        { name: 'zone', label: 'Zone' },
        { name: 'intensity', label: 'Intensity' },
        { name: 'from', label: 'From bpm', type: 'number' },
        { name: 'to', label: 'To bpm', type: 'number' },
      ],
    }),
    intensities: table('Intensity by the CDC, of the maximum', {
      columns: [
        { name: 'intensity', label: 'Intensity' },
        { name: 'percent', label: 'Of the maximum' },
        { name: 'from', label: 'From bpm', type: 'number' },
        { name: 'to', label: 'To bpm', type: 'number' },
      ],
    }),
  },
  run: ({ age, restingHr, intensityPercent, maxHrFormula, measuredMaxHr }) => {
    const max = measuredMaxHr ?? roundTo(MAX_HEART_RATE[maxHrFormula].of(age), 6)
    if (restingHr !== undefined && restingHr >= max)
      throw new ToolError(`Resting heart rate must be less than the maximum of ${max}`, { field: 'restingHr' })
    const whole = (percent: number, resting?: number) => roundTo(rateAt(percent, max, resting), 0)
    return {
      targetHr: roundTo(rateAt(intensityPercent, max, restingHr), 6),
      maxHr: max,
      reserve: restingHr && roundTo(max - restingHr, 6),
      basis: restingHr === undefined ? 'The maximum' : 'The reserve, above the resting heart rate (Karvonen)',
      zones: ZONES.map(({ zone, from, to }) => ({
        zone,
        intensity: `${from}–${to} %`,
        from: whole(from, restingHr),
        to: whole(to, restingHr),
      })),
      intensities: INTENSITIES.map(({ intensity, from, to }) => ({
        intensity,
        percent: `${from}–${to} %`,
        from: whole(from),
        to: whole(to),
      })),
    }
  },
  examples: [
    {
      title: '40 years, 60 bpm at rest, 70 %',
      input: { age: 40, restingHr: 60, intensityPercent: 70 },
      output: { targetHr: 144, maxHr: 180, reserve: 120 },
      source: 'Training with Fausto, Karvonen Heart Rate Formula: 180 − 60 = 120; 70 to 80 % are 144 to 156 bpm',
    },
    {
      title: '30 years, 70 bpm at rest, 70 %',
      input: { age: 30, restingHr: 70, intensityPercent: 70 },
      output: { targetHr: 154, maxHr: 190 },
      source: 'Karvonen et al., Ann Med Exp Biol Fenn 1957;35:307–315: (190 − 70) × 0.7 + 70',
    },
    {
      title: 'The intensities of the CDC at 50 years',
      input: { age: 50, intensityPercent: 50 },
      output: {
        targetHr: 85,
        maxHr: 170,
        intensities: [
          { intensity: 'Moderate', percent: '64–76 %', from: 109, to: 129 },
          { intensity: 'Vigorous', percent: '77–93 %', from: 131, to: 158 },
        ],
      },
      source: 'CDC, Target Heart Rate: for 50 years 170 × 0.64 = 109 and 170 × 0.76 = 129 bpm',
    },
    {
      title: 'The intensities of the CDC at 35 years',
      input: { age: 35, intensityPercent: 100 },
      output: {
        targetHr: 185,
        intensities: [
          { intensity: 'Moderate', percent: '64–76 %', from: 118, to: 141 },
          { intensity: 'Vigorous', percent: '77–93 %', from: 142, to: 172 },
        ],
      },
      source: 'CDC, Target Heart Rate: for 35 years 185 × 0.77 = 142 and 185 × 0.93 = 172 bpm',
    },
    {
      title: 'Maximum by Tanaka at 40 years',
      input: { age: 40, maxHrFormula: 'tanaka', intensityPercent: 50 },
      output: { maxHr: 180, targetHr: 90 },
      source: 'Tanaka et al., J Am Coll Cardiol 2001;37:153–156: 208 − 0.7 × 40 = 180, as 220 − 40',
      isOurs: true,
    },
  ],
  method: {
    formula:
      'Target = resting + (maximum − resting) × intensity (Karvonen); without a resting rate, maximum × intensity. Maximum = 220 − age, 208 − 0.7 × age (Tanaka) or 207 − 0.7 × age (Gellish)',
    rounding:
      'Target and maximum are given to 6 decimals, unrounded beats included; the tables in whole beats, halves up.',
    notes:
      'The five zones are shares of the reserve where a resting rate is given, else of the maximum. Moderate and vigorous are the ranges of the CDC, which are shares of the maximum.',
  },
  sources: [
    { title: 'Karvonen, Kentala and Mustala, Ann Med Exp Biol Fenn 1957;35:307–315' },
    {
      title: 'Tanaka, Monahan and Seals, Age-predicted maximal heart rate revisited, J Am Coll Cardiol 2001;37:153–156',
      url: 'https://doi.org/10.1016/S0735-1097(00)01054-8',
    },
    {
      title:
        'Gellish et al., Longitudinal modeling of age and maximal heart rate, Med Sci Sports Exerc 2007;39:822–829',
      url: 'https://journals.lww.com/acsm-msse/Fulltext/2007/05000/Longitudinal_Modeling_of_the_Relationship_between.11.aspx',
    },
    {
      title: 'CDC, Target Heart Rate and Estimated Maximum Heart Rate',
      url: 'https://www.cdc.gov/physicalactivity/basics/measuring/heartrate.htm',
    },
    {
      title: 'Training with Fausto, Karvonen Heart Rate Formula',
      url: 'https://www.trainingwithfausto.com/fitness-blog/karvonen-heart-rate-formula',
    },
  ],
})
