import { roundTo } from '#src/lib/round.ts'
import { badge, defineTool, number, select, table } from '#src/sdk/index.ts'

/** How many times the weight the maximum is, when it can be lifted this often. */
const FORMULAS = {
  brzycki: { label: 'Brzycki (1993)', times: (reps: number) => 36 / (37 - reps) },
  epley: { label: 'Epley (1985)', times: (reps: number) => 1 + reps / 30 },
  lander: { label: 'Lander (1985)', times: (reps: number) => 100 / (101.3 - 2.67123 * reps) },
  lombardi: { label: 'Lombardi (1989)', times: (reps: number) => reps ** 0.1 },
  mayhew: { label: 'Mayhew et al. (1992)', times: (reps: number) => 100 / (52.2 + 41.9 * Math.exp(-0.055 * reps)) },
  oconner: { label: 'O’Conner et al. (1989)', times: (reps: number) => 1 + reps / 40 },
  wathan: { label: 'Wathan (1994)', times: (reps: number) => 100 / (48.8 + 53.8 * Math.exp(-0.075 * reps)) },
} as const
type Formula = keyof typeof FORMULAS
const NAMES = Object.keys(FORMULAS) as Formula[]

const PERCENTS = [100, 95, 90, 85, 80, 75, 70, 65, 60, 55, 50]

/** What has been lifted once is the maximum, whatever the formula. Digits beyond six decimals would be rounding errors. */
const maximum = (formula: Formula, weight: number, reps: number): number =>
  reps === 1 ? weight : roundTo(weight * FORMULAS[formula].times(reps), 6)

export const oneRepMax = defineTool({
  slug: 'one-rep-max',
  title: 'One-Rep Max Calculator',
  description: 'Estimates the weight that you can lift once from a weight that you lift several times.',
  category: 'health',
  tags: ['strength', 'training', 'gym'],
  keywords: [
    '1RM',
    'one repetition maximum',
    'Brzycki',
    'Epley',
    'bench press',
    'squat',
    'deadlift',
    'powerlifting',
    'max weight',
    'percent of max',
  ],
  notice:
    'Not medical advice. Brzycki, Epley and five other formulas: estimates, best for ten repetitions and fewer. Lift close to your maximum only with somebody beside you.',
  input: [
    number('weight', {
      label: 'Weight',
      help: 'In any unit: the results are in the same.',
      required: true,
      min: 0.1,
      max: 10_000,
    }),
    number('reps', {
      label: 'Repetitions',
      help: 'As many as you could do.',
      required: true,
      integer: true,
      step: 1,
      min: 1,
      max: 30,
    }),
    select('formula', {
      label: 'Formula',
      default: 'brzycki',
      options: {
        brzycki: FORMULAS.brzycki.label,
        epley: FORMULAS.epley.label,
        lander: FORMULAS.lander.label,
        lombardi: FORMULAS.lombardi.label,
        mayhew: FORMULAS.mayhew.label,
        oconner: FORMULAS.oconner.label,
        wathan: FORMULAS.wathan.label,
      },
    }),
  ],
  output: {
    oneRepMax: badge('One-repetition maximum', { format: 'rounded', primary: true }),
    average: badge('Average of all formulas'),
    formulas: table('By each formula', {
      columns: [
        { name: 'formula', label: 'Formula' },
        { name: 'oneRepMax', label: 'Maximum', type: 'number' },
      ],
    }),
    percents: table('Shares of the maximum', {
      columns: [
        { name: 'percent', label: '%', type: 'number' },
        { name: 'weight', label: 'Weight', type: 'number' },
      ],
    }),
  },
  run: ({ weight, reps, formula }) => {
    const estimate = maximum(formula, weight, reps)
    const all = NAMES.map((name) => maximum(name, weight, reps))
    return {
      oneRepMax: estimate,
      average: roundTo(all.reduce((sum, value) => sum + value, 0) / all.length, 1),
      formulas: NAMES.map((name) => ({
        formula: FORMULAS[name].label,
        oneRepMax: roundTo(maximum(name, weight, reps), 1),
      })),
      percents: PERCENTS.map((percent) => ({ percent, weight: roundTo((estimate * percent) / 100, 1) })),
    }
  },
  examples: [
    {
      title: '200 lifted six times',
      input: { weight: 200, reps: 6, formula: 'epley' },
      output: { oneRepMax: 240 },
      source: 'Epley, Boyd Epley Workout (1985): w × (1 + r / 30) = 200 × 1.2',
    },
    {
      title: '50 lifted eight times, by O’Conner',
      input: { weight: 50, reps: 8, formula: 'oconner' },
      output: { oneRepMax: 60 },
      source: 'Easycalculation, One Rep Max Calculator, example: 50 × (1 + 8 / 40) = 60',
    },
    {
      title: 'Ten repetitions: Brzycki and Epley agree',
      input: { weight: 90, reps: 10, formula: 'brzycki' },
      output: { oneRepMax: 120 },
      source: 'CD Chester, 1RM formulae and its applications: both give the same for 10 repetitions; 90 × 36 / 27',
    },
    {
      title: 'Lifted once',
      input: { weight: 100, reps: 1, formula: 'epley' },
      output: { oneRepMax: 100 },
      source: 'By definition: what can be lifted once is the maximum',
      isOurs: true,
    },
  ],
  method: {
    formula:
      'Brzycki w × 36 / (37 − r); Epley w × (1 + r / 30); Lander 100 w / (101.3 − 2.67123 r); Lombardi w × r^0.10; Mayhew 100 w / (52.2 + 41.9 e^(−0.055 r)); O’Conner w × (1 + r / 40); Wathan 100 w / (48.8 + 53.8 e^(−0.075 r))',
    rounding: 'The maximum is given to 6 decimals, the tables to 0.1, halves up.',
    notes:
      'For one repetition every formula gives the weight itself. Brzycki also printed his formula as w / (1.0278 − 0.0278 r), which differs in the fourth digit. Beyond ten repetitions the formulas drift apart.',
  },
  sources: [
    {
      title: 'Brzycki, Strength testing: predicting a one-rep max from reps-to-fatigue, JOPERD 1993;64:88–90',
      url: 'https://doi.org/10.1080/07303084.1993.10606684',
    },
    { title: 'Epley, Poundage chart, Boyd Epley Workout, Lincoln, Nebraska (1985)' },
    {
      title:
        'LeSuer et al., The accuracy of prediction equations for estimating 1-RM, J Strength Cond Res 1997;11:211–213',
    },
    {
      title: 'Easycalculation, One Rep Max Calculator',
      url: 'https://www.easycalculation.com/health/rm-calculator.php',
    },
    {
      title: 'CD Chester, 1RM formulae and its applications',
      url: 'https://cdchester.co.uk/2019/01/20/1rm-formulae-and-its-applications/',
    },
  ],
})
