import { randomBelow, seededBytes } from '#src/lib/random.ts'
import { rational, toNumber } from '#src/lib/rational.ts'
import { roundTo } from '#src/lib/round.ts'
import { defineTool, list, numbersOf, string, ToolError, table, text, wheel } from '#src/sdk/index.ts'

const MOST_OPTIONS = 1000
const MOST_SLICES = 60
const LONGEST_OPTION = 200
const LARGEST_WEIGHT = 1000
/** Weights are counted in thousandths, so that all of them together stay below 2^32. */
const UNITS = 1000

function checkOptions(options: readonly string[]): void {
  if (options.length === 0) throw new ToolError('Options must have at least one', { field: 'options' })
  if (options.length > MOST_OPTIONS)
    throw new ToolError(`Options: at most ${MOST_OPTIONS}, not ${options.length}`, { field: 'options' })
  if (options.some((option) => option.length > LONGEST_OPTION))
    throw new ToolError(`Options must have at most ${LONGEST_OPTION} characters each`, { field: 'options' })
}

function toWeights(parts: readonly string[], count: number): number[] {
  if (parts.length === 0) return Array<number>(count).fill(1)
  const refuse = (problem: string): never => {
    throw new ToolError(`Weights ${problem}`, { field: 'weights' })
  }
  const numbers = numbersOf(parts, { field: 'weights', label: 'Weights', most: MOST_OPTIONS, largest: LARGEST_WEIGHT })
  if (numbers.length !== count) refuse(`must be as many as options: ${count}, not ${numbers.length}`)
  const units = numbers.map((weight) => Math.round(weight * UNITS))
  if (numbers.some((weight) => weight < 0 || roundTo(weight, 3) !== weight))
    refuse('must be 0 or more, with at most three decimals')
  if (units.every((unit) => unit === 0)) refuse('must not all be 0')
  return units
}

/** The place of the option in whose share `drawn` falls. */
function winnerAt(weights: readonly number[], drawn: number): number {
  let passed = 0
  return weights.findIndex((weight) => {
    passed += weight
    return drawn < passed
  })
}

export const decisionWheel = defineTool({
  slug: 'decision-wheel',
  title: 'Decision Wheel',
  description: 'Picks one of your options at random, each as likely as the others or by its weight.',
  category: 'calculator',
  tags: ['random', 'choice', 'decision'],
  keywords: [
    'spin the wheel',
    'random picker',
    'wheel of names',
    'name picker',
    'raffle',
    'draw',
    'choose for me',
    'lottery',
    'yes or no',
    'random choice',
  ],
  input: [
    list('options', {
      label: 'Options',
      help: 'One a line. An option that is there twice has two chances.',
      default: ['Yes', 'No'],
    }),
    list('weights', { label: 'Weights', help: 'As many as options, in their order; empty for equal chances.' }),
    string('seed', {
      label: 'Seed',
      help: 'The same word gives the same winner; empty draws at random.',
      default: '',
      maxLength: 100,
    }),
  ],
  output: {
    winner: text('Winner', { primary: true }),
    wheel: wheel('Wheel', { type: 'object', help: 'All slices are drawn equally wide.' }),
    chances: table('Chances', {
      columns: [
        { name: 'option', label: 'Option' },
        { name: 'weight', label: 'Weight', type: 'number' },
        { name: 'percent', label: 'Chance in %', type: 'number' },
      ],
    }),
  },
  needs: ['chance'],
  run: ({ options, weights: given, seed }, world) => {
    checkOptions(options)
    const weights = toWeights(given, options.length)
    const total = weights.reduce((sum, weight) => sum + weight, 0)
    const randomBytes = seed === '' ? world.randomBytes : seededBytes(seed)
    const winner = options[winnerAt(weights, randomBelow(total, randomBytes))] ?? ''
    return {
      winner,
      wheel: options.length > MOST_SLICES ? undefined : { winner, options },
      chances: options.map((option, index) => ({
        option,
        weight: given.length === 0 ? 1 : (weights[index] ?? 0) / UNITS,
        percent: toNumber(rational(BigInt(100 * (weights[index] ?? 0)), BigInt(total))),
      })),
    }
  },
  examples: [
    {
      title: 'Four equal sectors',
      input: { options: ['Yellow', 'Blue', 'Green', 'Red'] },
      output: {
        chances: [
          { option: 'Yellow', weight: 1, percent: 25 },
          { option: 'Blue', weight: 1, percent: 25 },
          { option: 'Green', weight: 1, percent: 25 },
          { option: 'Red', weight: 1, percent: 25 },
        ],
      },
      source: 'Cashman-Cuneo, Probability: on a spinner of 4 equal sectors each has a chance of one fourth',
    },
    {
      title: 'By weight',
      input: { options: ['Red', 'Not red'], weights: [3, 5] },
      output: {
        chances: [
          { option: 'Red', weight: 3, percent: 37.5 },
          { option: 'Not red', weight: 5, percent: 62.5 },
        ],
      },
      source: 'True North Math, Simple Probability, example 1: of 8 sections 3 are red, 3/8 = 0.375',
    },
    {
      title: 'Five tickets of forty',
      input: { options: ['You', 'Everybody else'], weights: [5, 35] },
      output: {
        chances: [
          { option: 'You', weight: 5, percent: 12.5 },
          { option: 'Everybody else', weight: 35, percent: 87.5 },
        ],
      },
      source: 'Leo+Dad, Probability in the Real World: 5 of the 40 tickets of a raffle are 12.5 %',
    },
    {
      title: 'Only one can win',
      input: { options: ['Ada', 'Grace', 'Hedy'], weights: [0, 1, 0] },
      output: { winner: 'Grace', wheel: { winner: 'Grace', options: ['Ada', 'Grace', 'Hedy'] } },
      source: 'By definition: who has a weight of 0 never wins',
      isOurs: true,
    },
    {
      title: 'A single option',
      input: { options: ['Go'] },
      output: { winner: 'Go' },
      source: 'By definition: a choice among one',
      isOurs: true,
    },
  ],
  method: {
    formula: 'chance = weight / sum of all weights; a whole number below the sum is drawn and falls into one share',
    rounding: 'Weights are counted in thousandths; the chances are the nearest doubles.',
    notes:
      'Random numbers are cryptographic, and draws that would favour some are drawn again. With a seed the draw can be repeated and checked by others.',
  },
  sources: [
    {
      title: 'Web Cryptography API, getRandomValues',
      url: 'https://www.w3.org/TR/WebCryptoAPI/#Crypto-method-getRandomValues',
    },
    { title: 'Cashman-Cuneo, Probability', url: 'http://cashmancuneo.net/probability.htm' },
    { title: 'True North Math, Simple Probability', url: 'https://www.truenorthmath.com/topics/simple-probability' },
    {
      title: 'Leo+Dad, Probability in the Real World',
      url: 'https://leodadorg.pages.dev/mathematics/year-8-2026/term-1/shape-and-skew/probability-of-chance-experiments/4-out-in-the-wild.html',
    },
    { title: 'G. Marsaglia: Xorshift RNGs (2003), for seeds', url: 'https://www.jstatsoft.org/article/view/v008i14' },
  ],
})
