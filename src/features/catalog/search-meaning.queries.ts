import { sql } from 'kysely'
import { spellSigns, synonymsOf } from '#src/lib/search-synonyms.ts'
import { deletionVariants, MIN_TYPO_LENGTH, queryWords, withinOneEdit } from '#src/lib/search-words.ts'
import type { Db } from '#src/server/database.ts'

/** A word of the query continues to at most so many words of the catalogue. */
const MAX_CONTINUATIONS = 40
/** Shorter halves would find a second meaning in half of all mistakes. */
const MIN_HALF = 3

interface Neighbour {
  readonly term: string
  readonly word: string
}

/** What a word of the query may mean, as words of the catalogue. */
interface Meaning {
  readonly term: string
  /** The word itself and what begins with it. */
  readonly continuations: readonly string[]
  /** Other words for the same, and the word that it makes with the one beside it: "base 64" is base64. */
  readonly alike: readonly string[]
  /** One edit away; none where the catalogue has the word itself. */
  readonly neighbours: readonly string[]
  /** The two words that it was put together from: "wordcount" is word and count. */
  readonly halves: readonly (readonly [string, string])[]
}

async function expandWords(db: Db, words: readonly string[]): Promise<Meaning[]> {
  const prefixed = await sql<Neighbour>`
    select term, found.word from unnest(${words}::text[]) as query (term), lateral (
      select word from search_word where word ~>=~ term and word ~<~ (term || ${'\u{10ffff}'})
       order by word using ~<~ limit ${MAX_CONTINUATIONS}
    ) found`.execute(db)
  const continuations = Map.groupBy(prefixed.rows, ({ term }) => term)
  const alike = await findAlike(db, words)
  const isKnown = (term: string) => continuations.get(term)?.some(({ word }) => word === term) === true
  // One letter may be missing, so a word of three can have been typed with two.
  const unknown = words.filter((word) => word.length >= MIN_TYPO_LENGTH - 1 && !isKnown(word) && !alike.has(word))
  const neighbours = Map.groupBy(await findNeighbours(db, unknown), ({ term }) => term)
  const halves = await findHalves(db, unknown)
  const wordsOf = (found: readonly Neighbour[] = []) => found.map(({ word }) => word)
  return words.map((term) => ({
    term,
    continuations: wordsOf(continuations.get(term)),
    alike: wordsOf(alike.get(term)),
    neighbours: wordsOf(neighbours.get(term)),
    halves: halves.get(term) ?? [],
  }))
}

async function findHalves(db: Db, terms: readonly string[]): Promise<Map<string, (readonly [string, string])[]>> {
  const pairs = terms.flatMap((term) => {
    const letters = [...term]
    const cuts = [...letters.keys()].filter((cut) => cut >= MIN_HALF && letters.length - cut >= MIN_HALF)
    return cuts.map((cut) => ({
      term,
      halves: [letters.slice(0, cut).join(''), letters.slice(cut).join('')] as const,
    }))
  })
  if (pairs.length === 0) return new Map()
  const known = await knownWords(
    db,
    pairs.flatMap(({ halves }) => halves),
  )
  const sound = pairs.filter(({ halves }) => halves.every((half) => known.has(half)))
  return new Map(
    [...Map.groupBy(sound, ({ term }) => term)].map(([term, found]) => [term, found.map(({ halves }) => halves)]),
  )
}

async function knownWords(db: Db, words: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ word: string }>`
    select word from search_word where word = any(${words}::text[])`.execute(db)
  return new Set(rows.map(({ word }) => word))
}

/** Those of the catalogue alone: a word that no tool has would say that nothing fits. */
async function findAlike(db: Db, words: readonly string[]): Promise<Map<string, Neighbour[]>> {
  const wanted = words.flatMap((term, index) => {
    const [before, after] = [words[index - 1], words[index + 1]]
    const joined = [...(before === undefined ? [] : [before + term]), ...(after === undefined ? [] : [term + after])]
    return [...synonymsOf(term), ...joined].map((word) => ({ term, word }))
  })
  if (wanted.length === 0) return new Map()
  const known = await knownWords(
    db,
    wanted.map(({ word }) => word),
  )
  return Map.groupBy(
    wanted.filter(({ word }) => known.has(word)),
    ({ term }) => term,
  )
}

async function findNeighbours(db: Db, terms: readonly string[]): Promise<Neighbour[]> {
  const found = await Promise.all(
    terms.map(async (term) => {
      const { rows } = await sql<{ word: string }>`
        select word from search_word where variants && ${deletionVariants(term)}::text[] limit 500`.execute(db)
      return rows.filter(({ word }) => withinOneEdit(term, word)).map(({ word }) => ({ term, word }))
    }),
  )
  return found.flat()
}

// Folded words consist of letters and digits only, so they need no escaping in a tsquery.
const anyOf = (words: readonly string[]) => `(${words.join(' | ')})`

export interface TsQuery {
  /** Says which tools match. */
  readonly match: string
  /** The same for ranking, with a prefix in the place of continuations: forty words to look for take ten times as long. */
  readonly rank: string
}

const bothOf = ({ halves }: Meaning) => halves.map((words) => `(${words.join(' & ')})`)

const toMatch = (meaning: Meaning) =>
  anyOf([...new Set([...meaning.continuations, ...meaning.alike, ...meaning.neighbours]), ...bothOf(meaning)])
const toRank = (meaning: Meaning) =>
  anyOf([
    ...(meaning.continuations.length === 0 ? [] : [`${meaning.term}:*`]),
    ...meaning.alike,
    ...meaning.neighbours,
    ...bothOf(meaning),
  ])

/** The tsqueries for what was typed, or null when no word of the catalogue is near. */
export async function toTsQuery(db: Db, text: string): Promise<{ all: TsQuery; some: TsQuery } | null> {
  const meanings = await expandWords(db, queryWords(spellSigns(text)))
  const known = meanings.filter(
    ({ continuations, alike, neighbours, halves }) =>
      continuations.length + alike.length + neighbours.length + halves.length > 0,
  )
  if (known.length === 0) return null
  const joined = (operator: string): TsQuery => ({
    match: known.map(toMatch).join(operator),
    rank: known.map(toRank).join(operator),
  })
  return { all: joined(' & '), some: joined(' | ') }
}
