import { foldWords } from '#src/lib/search-words.ts'
import { plain } from './plain-words.ts'

/** A listing that was there before. */
export interface Known {
  readonly title: string
  readonly description: string
  /** Whether this one says that it was made from it. */
  readonly isSource?: boolean
}

const SHINGLE = 3
function shingles(text: string): Set<string> {
  const words = foldWords(plain(text))
  return new Set(
    words.slice(0, Math.max(0, words.length - SHINGLE + 1)).map((_, at) => words.slice(at, at + SHINGLE).join(' ')),
  )
}
export const FILLERS: ReadonlySet<string> = new Set(
  'a an and are as at by for from how in into is it its of on or so that the this to what with you your'.split(' '),
)
const telling = (text: string): Set<string> => new Set(foldWords(plain(text)).filter((word) => !FILLERS.has(word)))
const shared = (one: ReadonlySet<string>, two: ReadonlySet<string>): number =>
  [...one].filter((word) => two.has(word)).length

/** How much of two texts is the same words, from 0 to 1. */
function likeness(text: string, other: string): number {
  const [words, those] = [telling(text), telling(other)]
  const same = shared(words, those)
  return same / Math.max(1, words.size + those.size - same)
}

/** Enough that two tools of one name are taken for each other. */
export const isAlike = (text: string, other: string): boolean => likeness(text, other) >= 0.4

/** Most of it word for word, or the same words in another order. */
export function isCopied(text: string, other: string): boolean {
  const [mine, theirs] = [shingles(text), shingles(other)]
  if (theirs.size >= 3 && shared(mine, theirs) >= Math.max(4, 0.5 * Math.min(mine.size, theirs.size))) return true
  return shared(telling(text), telling(other)) >= 7 && likeness(text, other) >= 0.65
}
