import { sql } from 'kysely'
import { spellSigns, synonymsOf } from '#src/lib/search-synonyms.ts'
import { deletionVariants, MIN_TYPO_LENGTH, queryWords, withinOneEdit } from '#src/lib/search-words.ts'
import type { Db } from '#src/server/database.ts'

/** A word of the query continues to at most so many words of the catalogue. */
const MAX_CONTINUATIONS = 40

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
  const wordsOf = (found: readonly Neighbour[] = []) => found.map(({ word }) => word)
  return words.map((term) => ({
    term,
    continuations: wordsOf(continuations.get(term)),
    alike: wordsOf(alike.get(term)),
    neighbours: wordsOf(neighbours.get(term)),
  }))
}

/** Those of the catalogue alone: a word that no tool has would say that nothing fits. */
async function findAlike(db: Db, words: readonly string[]): Promise<Map<string, Neighbour[]>> {
  const wanted = words.flatMap((term, index) => {
    const [before, after] = [words[index - 1], words[index + 1]]
    const joined = [...(before === undefined ? [] : [before + term]), ...(after === undefined ? [] : [term + after])]
    return [...synonymsOf(term), ...joined].map((word) => ({ term, word }))
  })
  if (wanted.length === 0) return new Map()
  const { rows } = await sql<{ word: string }>`
    select word from search_word where word = any(${wanted.map(({ word }) => word)}::text[])`.execute(db)
  const known = new Set(rows.map(({ word }) => word))
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

const toMatch = ({ continuations, alike, neighbours }: Meaning) =>
  anyOf([...new Set([...continuations, ...alike, ...neighbours])])
const toRank = ({ term, continuations, alike, neighbours }: Meaning) =>
  anyOf([...(continuations.length === 0 ? [] : [`${term}:*`]), ...alike, ...neighbours])

/** The tsqueries for what was typed, or null when no word of the catalogue is near. */
export async function toTsQuery(db: Db, text: string): Promise<{ all: TsQuery; some: TsQuery } | null> {
  const meanings = await expandWords(db, queryWords(spellSigns(text)))
  const known = meanings.filter(
    ({ continuations, alike, neighbours }) => continuations.length + alike.length + neighbours.length > 0,
  )
  if (known.length === 0) return null
  const joined = (operator: string): TsQuery => ({
    match: known.map(toMatch).join(operator),
    rank: known.map(toRank).join(operator),
  })
  return { all: joined(' & '), some: joined(' | ') }
}
