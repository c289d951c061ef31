export interface DiceTerm {
  readonly kind: 'dice'
  readonly text: string
  readonly factor: number
  readonly count: number
  /** The faces are 1 to `sides`, or −1, 0 and 1 of a Fudge die. */
  readonly sides: number
  readonly isFudge: boolean
  /** The highest face is rolled again and added. */
  readonly explodes: boolean
  /** How many dice count, and which; absent where all do. */
  readonly keep?: { readonly which: 'highest' | 'lowest'; readonly count: number }
}
export interface NumberTerm {
  readonly kind: 'number'
  readonly text: string
  readonly factor: number
  readonly value: number
}
export type Term = DiceTerm | NumberTerm

export const MOST_DICE = 1000
export const MOST_SIDES = 1_000_000
const LARGEST_NUMBER = 1_000_000_000
const FUDGE_FACES = 3

/** Says what is wrong with the notation. */
export class NotationError extends Error {}

const TERM = /^([-+])?(?:(\d{0,10})d(\d{1,10}|%|f)((?:!|k[hl]?\d{0,4}|d[hl]?\d{1,4})*)|(\d{1,10}))(?:[*x×](\d{1,10}))?/

const MODIFIER = /!|([kd])([hl]?)(\d*)/g

function toKeep(letter: string, end: string, { given, count }: { given: string; count: number }) {
  const amount = given === '' ? 1 : Number(given)
  if (amount > count) throw new NotationError(`only ${count} dice are rolled, so ${amount} cannot be kept or dropped`)
  if (letter === 'k') return { which: end === 'l' ? 'lowest' : 'highest', count: amount } as const
  return { which: end === 'h' ? 'lowest' : 'highest', count: count - amount } as const
}

function toModifiers(text: string, count: number): Pick<DiceTerm, 'explodes' | 'keep'> {
  const found = [...text.matchAll(MODIFIER)]
  const picks = found.filter(([modifier]) => modifier !== '!')
  if (picks.length > 1) throw new NotationError('dice are kept or dropped once per term')
  const [, letter = '', end = '', given = ''] = picks[0] ?? []
  return {
    explodes: found.length > picks.length,
    ...(picks.length > 0 && { keep: toKeep(letter, end, { given, count }) }),
  }
}

function toDice(count: number, sides: string): Pick<DiceTerm, 'count' | 'sides' | 'isFudge'> {
  const isFudge = sides === 'f'
  const faces = isFudge ? FUDGE_FACES : sides === '%' ? 100 : Number(sides)
  if (faces < 1 || faces > MOST_SIDES)
    throw new NotationError(`a die has 1 to ${MOST_SIDES.toLocaleString('en')} sides`)
  return { count, sides: faces, isFudge }
}

function toTerm(match: RegExpExecArray): Term {
  const [whole, sign, count, sides, modifiers = '', value, times = '1'] = match
  const factor = (sign === '-' ? -1 : 1) * Number(times)
  const text = whole.replace(/^[-+]/, '')
  if (Math.abs(factor) > LARGEST_NUMBER || Number(value ?? 0) > LARGEST_NUMBER)
    throw new NotationError(`numbers go up to ${LARGEST_NUMBER.toLocaleString('en')}`)
  if (sides === undefined) return { kind: 'number', text, factor, value: Number(value) }
  const dice = toDice(count === undefined || count === '' ? 1 : Number(count), sides)
  const term: DiceTerm = { kind: 'dice', text, factor, ...dice, ...toModifiers(modifiers, dice.count) }
  if (term.explodes && (term.sides === 1 || term.isFudge)) throw new NotationError('this die cannot explode')
  return term
}

/** "4d6kh3 + 2d8! − 1" as its terms. Throws NotationError. */
export function parseNotation(notation: string): Term[] {
  if (/\d\s+\d/.test(notation)) throw new NotationError('two numbers need + or − between them')
  const plain = notation.toLowerCase().replace(/\s+/g, '').replaceAll('−', '-')
  const terms: Term[] = []
  let rest = plain
  while (rest !== '') {
    const match = TERM.exec(rest)
    if (match === null || (terms.length > 0 && match[1] === undefined))
      throw new NotationError(`“${rest.slice(0, 20)}” is not understood`)
    terms.push(toTerm(match))
    rest = rest.slice(match[0].length)
  }
  const dice = terms.reduce((sum, term) => sum + (term.kind === 'dice' ? term.count : 0), 0)
  if (dice > MOST_DICE) throw new NotationError(`at most ${MOST_DICE} dice, not ${dice}`)
  if (terms.length === 0) throw new NotationError('there is nothing to roll')
  return terms
}
