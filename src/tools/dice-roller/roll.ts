import { type RandomBytes, randomBelow } from '#src/lib/random.ts'
import { type DiceTerm, MOST_DICE, type Term } from './notation.ts'

export interface Die {
  readonly face: number
  readonly isKept: boolean
}
export interface RolledTerm {
  readonly term: Term
  readonly dice: readonly Die[]
  /** With sign and factor. */
  readonly total: number
}

const lowest = ({ isFudge }: DiceTerm): number => (isFudge ? -1 : 1)
const highest = ({ isFudge, sides }: DiceTerm): number => (isFudge ? 1 : sides)
export const keptOf = ({ count, keep }: DiceTerm): number => keep?.count ?? count

/** Each die with the sum of its explosions; no term explodes more often than MOST_DICE times. */
function facesOf(term: DiceTerm, randomBytes: RandomBytes): number[] {
  const throwOne = () => randomBelow(term.sides, randomBytes) + lowest(term)
  let explosions = 0
  return Array.from({ length: term.count }, () => {
    let last = throwOne()
    let face = last
    for (; term.explodes && last === term.sides && explosions < MOST_DICE; explosions++) {
      last = throwOne()
      face += last
    }
    return face
  })
}

/** Of equal faces the earlier one is kept. */
function markKept(faces: readonly number[], keep: DiceTerm['keep']): Die[] {
  if (keep === undefined) return faces.map((face) => ({ face, isKept: true }))
  const direction = keep.which === 'highest' ? -1 : 1
  const order = faces.map((face, index) => ({ face, index })).sort((a, b) => direction * (a.face - b.face))
  const kept = new Set(order.slice(0, keep.count).map(({ index }) => index))
  return faces.map((face, index) => ({ face, isKept: kept.has(index) }))
}

export function rollTerm(term: Term, randomBytes: RandomBytes): RolledTerm {
  if (term.kind === 'number') return { term, dice: [], total: term.factor * term.value }
  const dice = markKept(facesOf(term, randomBytes), term.keep)
  return { term, dice, total: term.factor * dice.reduce((sum, die) => sum + (die.isKept ? die.face : 0), 0) }
}

/** The least and the greatest total; an exploding die has no greatest one. */
export function boundsOf(term: Term): { least: number; greatest: number } {
  if (term.kind === 'number') return { least: term.factor * term.value, greatest: term.factor * term.value }
  const ends = [lowest(term), term.explodes ? Number.POSITIVE_INFINITY : highest(term)]
  // 0 times infinity is no number.
  const totals = ends.map((face) => (keptOf(term) === 0 || term.factor === 0 ? 0 : term.factor * keptOf(term) * face))
  return { least: Math.min(...totals), greatest: Math.max(...totals) }
}

const MOST_EXACT = 100_000

/** The mean of the best of several dice: over all ranks j and faces v, how likely at least j dice show v or more. */
function meanOfBest(count: number, sides: number, kept: number): number {
  let mean = 0
  for (let face = 1; face <= sides; face++) {
    const success = (sides - face + 1) / sides
    if (success === 1) {
      mean += kept
      continue
    }
    let exactly = (1 - success) ** count
    let atMost = 0
    for (let rank = 1; rank <= kept; rank++) {
      atMost += exactly
      mean += 1 - atMost
      exactly *= ((count - rank + 1) / rank) * (success / (1 - success))
    }
  }
  return mean
}

/** Undefined where no simple formula holds, or it would take long. */
export function meanOf(term: Term): number | undefined {
  if (term.kind === 'number') return term.factor * term.value
  const { count, sides, factor, keep, isFudge, explodes } = term
  if (keep === undefined) {
    const one = isFudge ? 0 : (sides + 1) / 2
    return factor * count * (explodes ? (one * sides) / (sides - 1) : one)
  }
  if (explodes || count * sides > MOST_EXACT) return undefined
  const best = meanOfBest(count, sides, keep.count) - (isFudge ? 2 * keep.count : 0)
  const mirrored = keep.count * (isFudge ? 0 : sides + 1) - best
  return factor * (keep.which === 'highest' ? best : mirrored)
}
