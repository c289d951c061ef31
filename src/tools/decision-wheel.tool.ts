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
      title: 'Half and half',
      input: { options: ['Heads', 'Tails'] },
      output: {
        chances: [
          { option: 'Heads', weight: 1, percent: 50 },
          { option: 'Tails', weight: 1, percent: 50 },
        ],
      },
      source: 'By definition: two equal chances are 50 % each',
      isOurs: true,
    },
    {
      title: 'By weight',
      input: { options: ['Pizza', 'Pasta', 'Salad'], weights: [2, 1, 1] },
      output: {
        chances: [
          { option: 'Pizza', weight: 2, percent: 50 },
          { option: 'Pasta', weight: 1, percent: 25 },
          { option: 'Salad', weight: 1, percent: 25 },
        ],
      },
      source: 'By definition: 2 / (2 + 1 + 1) = 50 %',
      isOurs: true,
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
    { title: 'G. Marsaglia: Xorshift RNGs (2003), for seeds', url: 'https://www.jstatsoft.org/article/view/v008i14' },
  ],
})
