import { seededBytes } from '#src/lib/random.ts'
import { roundTo } from '#src/lib/round.ts'
import { badge, defineTool, listOf, string, ToolError, table } from '#src/sdk/index.ts'
import { NotationError, parseNotation, type Term } from './dice-roller/notation.ts'
import { boundsOf, meanOf, type RolledTerm, rollTerm } from './dice-roller/roll.ts'

const MEAN_DECIMALS = 6

function toTerms(notation: string): Term[] {
  try {
    return parseNotation(notation)
  } catch (error) {
    if (!(error instanceof NotationError)) throw error
    throw new ToolError(`Dice: ${error.message}; write it like 2d6+3 or 4d6kh3`, { field: 'notation' })
  }
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
const orNothing = (value: number): number | undefined => (Number.isFinite(value) ? value : undefined)

function expectations(terms: readonly Term[]) {
  const bounds = terms.map(boundsOf)
  const means = terms.map(meanOf).filter((mean) => mean !== undefined)
  return {
    minimum: orNothing(sum(bounds.map(({ least }) => least))),
    maximum: orNothing(sum(bounds.map(({ greatest }) => greatest))),
    average: means.length === terms.length ? roundTo(sum(means), MEAN_DECIMALS) : undefined,
  }
}

const toRow = ({ term, dice, total }: RolledTerm) => ({
  term: `${term.factor < 0 ? '−' : ''}${term.text}`,
  dice: dice.map(({ face, isKept }) => (isKept ? String(face) : `(${face})`)).join(', '),
  total,
})

export const diceRoller = defineTool({
  slug: 'dice-roller',
  title: 'Dice Roller',
  description: 'Rolls dice written like 2d6+3 or 4d6kh3, with kept, dropped and exploding dice, fairly and at random.',
  category: 'calculator',
  tags: ['random', 'games', 'dice'],
  keywords: [
    'roll dice',
    'd20',
    'd6',
    'dnd',
    'dungeons and dragons',
    'rpg',
    'tabletop',
    'advantage',
    'coin flip',
    'random number',
    'fudge dice',
  ],
  input: [
    string('notation', {
      label: 'Dice',
      help: '2d6+3; 4d6kh3 keeps the highest three, 2d20kl1 the lowest; 4d6dl1 drops; 3d6! explodes; d%, 4dF.',
      default: '2d6',
      maxLength: 200,
    }),
    string('seed', {
      label: 'Seed',
      help: 'The same word gives the same roll; empty rolls at random.',
      default: '',
      maxLength: 100,
    }),
  ],
  output: {
    sum: badge('Total', { primary: true }),
    rolls: listOf('Dice', { help: 'Each die that was rolled, dropped ones among them.' }),
    terms: table('Term by term', {
      help: 'Dice in brackets do not count.',
      columns: [
        { name: 'term', label: 'Term' },
        { name: 'dice', label: 'Dice' },
        { name: 'total', label: 'Total', type: 'number' },
      ],
    }),
    minimum: badge('Least possible'),
    maximum: badge('Greatest possible'),
    average: badge('Average'),
  },
  needs: ['chance'],
  run: ({ notation, seed }, world) => {
    const terms = toTerms(notation)
    const randomBytes = seed === '' ? world.randomBytes : seededBytes(seed)
    const rolled = terms.map((term) => rollTerm(term, randomBytes))
    return {
      sum: sum(rolled.map(({ total }) => total)),
      rolls: rolled.flatMap(({ dice }) => dice.map(({ face }) => face)),
      terms: rolled.map(toRow),
      ...expectations(terms),
    }
  },
  examples: [
    {
      title: 'The best three of four dice',
      input: { notation: '4d6kh3' },
      output: { minimum: 3, maximum: 18, average: 12.244599 },
      source: 'AnyDice, “output [highest 3 of 4d6]”: 3 to 18, mean 12.24; exactly 15869/1296',
    },
    {
      title: 'An attack',
      input: { notation: '1d20+5' },
      output: { minimum: 6, maximum: 25, average: 15.5 },
      source: 'By definition: faces 1 to 20, each as likely, so (1 + 20) / 2 + 5',
      isOurs: true,
    },
    {
      title: 'Dice with one side',
      input: { notation: '5d1+3' },
      output: { sum: 8, rolls: [1, 1, 1, 1, 1] },
      source: 'By definition: a die with one side shows 1',
      isOurs: true,
    },
    {
      title: 'Fudge dice',
      input: { notation: '4dF' },
      output: { minimum: -4, maximum: 4, average: 0 },
      source: 'Fate Core System Reference Document, “The Dice”: four dice, each −1, 0 or +1',
    },
  ],
  method: {
    formula:
      'NdS rolls N dice with the faces 1 to S. kh and kl keep the highest or lowest, dh and dl drop them; k means kh, d means dl. ! rolls the highest face again and adds it. d% has 100 sides, dF the faces −1, 0, +1. Terms are joined by + and −, and × multiplies a term.',
    rounding: 'None; the average has up to 6 decimals.',
    notes:
      'Random numbers are cryptographic, and every face is as likely as the others: draws that would favour some are drawn again. With a seed the roll can be repeated. A term explodes at most 1,000 times.',
  },
  sources: [
    { title: 'Wikipedia, Dice notation', url: 'https://en.wikipedia.org/wiki/Dice_notation' },
    { title: 'AnyDice', url: 'https://anydice.com' },
    { title: 'Fate Core System Reference Document', url: 'https://fate-srd.com/fate-core/taking-action-dice-ladder' },
  ],
})
