import { type RawBuilder, sql } from 'kysely'
import { deletionVariants, MIN_TYPO_LENGTH, queryWords, withinOneEdit } from '#src/lib/search-words.ts'
import { CATEGORIES } from '#src/sdk/define-tool.ts'
import type { Db } from '#src/server/database.ts'
import { EXACT_COUNT_LIMIT, RESULTS_PER_PAGE, type SearchQuery, type Sort } from './catalog.schema.ts'

/** A word of the query continues to at most so many words of the catalogue. */
const MAX_CONTINUATIONS = 40

interface Neighbour {
  readonly term: string
  readonly word: string
}

/** For each word of the query, the words of the catalogue that it may mean: itself, continuations, one edit away. */
async function expandWords(db: Db, words: readonly string[]): Promise<Map<string, string[]>> {
  const prefixed = await sql<Neighbour>`
    select term, found.word from unnest(${words}::text[]) as query (term), lateral (
      select word from search_word where word ~>=~ term and word ~<~ (term || ${'\u{10ffff}'})
       order by word using ~<~ limit ${MAX_CONTINUATIONS}
    ) found`.execute(db)
  const meanings = new Map(words.map((word) => [word, new Set<string>()]))
  for (const { term, word } of prefixed.rows) meanings.get(term)?.add(word)
  // One letter may be missing, so a word of three can have been typed with two.
  const unknown = words.filter((word) => word.length >= MIN_TYPO_LENGTH - 1 && meanings.get(word)?.has(word) !== true)
  for (const { term, word } of await findNeighbours(db, unknown)) meanings.get(term)?.add(word)
  return new Map([...meanings].map(([term, found]) => [term, [...found]]))
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

/** The tsquery for what was typed, or null when no word of the catalogue is near. */
async function toTsQuery(db: Db, text: string): Promise<{ all: string; some: string } | null> {
  const meanings = await expandWords(db, queryWords(text))
  const known = [...meanings.values()].filter((words) => words.length > 0)
  if (known.length === 0) return null
  const clauses = known.map(anyOf)
  return { all: clauses.join(' & '), some: clauses.join(' | ') }
}

interface Found {
  readonly ids: string[]
  readonly total: number
  readonly capped: boolean
  readonly categoryCounts: Record<string, number>
}

type Filter = RawBuilder<unknown>

const matching = (tsquery: string | null): Filter =>
  tsquery === null ? sql`true` : sql`tool.search @@ ${tsquery}::tsquery`

const tagged = (tags: readonly string[]): Filter =>
  tags.length === 0
    ? sql`true`
    : sql`tool.id in (select tool_id from tool_tag join tag on tag.id = tool_tag.tag_id
                       where tag.slug = any(${tags}::text[]) group by tool_id having count(*) = ${tags.length})`

const inCategory = (category: string): Filter => (category === 'all' ? sql`true` : sql`tool.category = ${category}`)

/** Mean of all ratings, and how many ratings of it every tool starts with: one five-star vote does not lead the list. */
const PRIOR_MEAN = 3.5
const PRIOR_VOTES = 8

function orderBy(sort: Sort, tsquery: string | null): RawBuilder<unknown> {
  switch (sort) {
    case 'relevance':
      return tsquery === null
        ? sql`run_count desc, id`
        : sql`ts_rank_cd('{0.05, 0.2, 0.6, 1.0}', search, ${tsquery}::tsquery, 1) + 0.02 * ln(1 + run_count) desc, id`
    case 'popular':
      return sql`run_count desc, id`
    case 'rating':
      return sql`(${PRIOR_MEAN * PRIOR_VOTES} + rating_sum) / (${PRIOR_VOTES} + rating_count)::float8 desc, run_count desc, id`
    case 'recent':
      return sql`published_at desc, id`
  }
}

/** Words with no more hits than this are ranked and counted exactly, from the list of their hits. */
const FEW = 3000

/** Filters by words and tags, and the tools that match where these are few. */
interface Hits {
  readonly filter: Filter
  /** Null for a broad search: its hits are read in the order of an index instead. */
  readonly few: readonly { readonly id: string; readonly category: string }[] | null
}

async function findHits(db: Db, query: SearchQuery, tsquery: string | null): Promise<Hits> {
  const filter = sql`tool.status = 'published' and ${matching(tsquery)} and ${tagged(query.tags)}`
  if (tsquery === null && query.tags.length === 0) return { filter, few: null }
  const { rows } = await sql<{ id: string; category: string }>`
    select id, category from tool where ${filter} limit ${FEW + 1}`.execute(db)
  return { filter, few: rows.length > FEW ? null : rows }
}

/** Phase one takes the busiest candidates, phase two ranks only those: a broad word stays quick in a large catalogue. */
async function rank(db: Db, query: SearchQuery, tsquery: string | null): Promise<Found> {
  const hits = await findHits(db, query, tsquery)
  const offset = (query.page - 1) * RESULTS_PER_PAGE
  const first = query.sort === 'recent' ? sql`published_at desc, id` : sql`run_count desc, id`
  const among = hits.few === null ? hits.filter : sql`tool.id = any(${hits.few.map(({ id }) => id)}::uuid[])`
  const { rows } = await sql<{ id: string; total: number }>`
    with candidate as materialized (
      select id, search, run_count, rating_sum, rating_count, published_at from tool
       where ${among} and ${inCategory(query.category)} order by ${first} limit ${EXACT_COUNT_LIMIT + 1}
    )
    select id, (select count(*) from candidate) as total from candidate
     order by ${orderBy(query.sort, tsquery)} limit ${RESULTS_PER_PAGE} offset ${offset}`.execute(db)
  const total = rows[0]?.total ?? 0
  return {
    ids: rows.map((row) => row.id),
    total: Math.min(total, EXACT_COUNT_LIMIT),
    capped: total > EXACT_COUNT_LIMIT,
    categoryCounts: hits.few === null ? await countCategories(db, hits.filter) : countFew(hits.few),
  }
}

/** How many tools each category would show. */
function countFew(hits: readonly { readonly category: string }[]): Record<string, number> {
  const counts: Record<string, number> = { all: hits.length }
  for (const { category } of hits) counts[category] = (counts[category] ?? 0) + 1
  return Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, Math.min(count, EXACT_COUNT_LIMIT)]))
}

/** The same for a broad search, by walking each category until the limit. */
async function countCategories(db: Db, filter: Filter): Promise<Record<string, number>> {
  const { rows } = await sql<{ category: string; count: number }>`
    select category.name as category, found.count from unnest(${CATEGORIES}::text[]) as category (name),
      lateral (select count(*) as count from (
        select 1 from tool where ${filter} and tool.category = category.name limit ${EXACT_COUNT_LIMIT}
      ) counted) found`.execute(db)
  const counts = Object.fromEntries(rows.map((row) => [row.category, row.count]))
  return { all: rows.reduce((sum, row) => sum + row.count, 0), ...counts }
}

const NOTHING: Found = { ids: [], total: 0, capped: false, categoryCounts: {} }

/** All words first; when no tool has all of them, tools that have some. */
export async function searchTools(db: Db, query: SearchQuery): Promise<Found> {
  if (queryWords(query.search).length === 0) return query.search.trim() === '' ? rank(db, query, null) : NOTHING
  const tsquery = await toTsQuery(db, query.search)
  if (tsquery === null) return NOTHING
  const found = await rank(db, query, tsquery.all)
  return found.categoryCounts.all === 0 && tsquery.some !== tsquery.all ? rank(db, query, tsquery.some) : found
}
