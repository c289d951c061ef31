import { type RawBuilder, sql } from 'kysely'
import { spellSigns, synonymsOf } from '#src/lib/search-synonyms.ts'
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

interface TsQuery {
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
async function toTsQuery(db: Db, text: string): Promise<{ all: TsQuery; some: TsQuery } | null> {
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

interface Found {
  readonly ids: string[]
  readonly total: number
  readonly capped: boolean
  readonly categoryCounts: Record<string, number>
  /** Those of them that are higher than is counted. */
  readonly cappedCategories: string[]
}

type Filter = RawBuilder<unknown>

const matching = (tsquery: TsQuery | null): Filter =>
  tsquery === null ? sql`true` : sql`tool.search @@ ${tsquery.match}::tsquery`

const tagged = (tags: readonly string[]): Filter =>
  tags.length === 0
    ? sql`true`
    : sql`tool.id in (select tool_id from tool_tag join tag on tag.id = tool_tag.tag_id
                       where tag.slug = any(${tags}::text[]) group by tool_id having count(*) = ${tags.length})`

const inCategory = (table: 'tool' | 'hit', category: string): Filter =>
  category === 'all' ? sql`true` : sql`${sql.ref(table)}.category = ${category}`

/** The order of a sort alone: each is the order of an index. */
function indexOrder(sort: Sort): RawBuilder<unknown> {
  switch (sort) {
    case 'relevance':
      return sql`quality desc, id`
    case 'popular':
      return sql`trending desc, run_count desc, id`
    case 'rating':
      return sql`rating_score desc, quality desc, id`
    case 'recent':
      return sql`published_at desc, id`
  }
}

/** How well the words fit, from 0 to 1 and a whole 1 for the very name; quality decides between what fits as well. */
const score = ({ rank }: TsQuery, typed: string) => sql`
  0.55 * ts_rank_cd('{0.05, 0.2, 0.6, 1.0}', search, ${rank}::tsquery, 1 | 32) + 0.25 * quality
    + 0.15 * word_similarity(${typed}, lower(title)) + case when lower(title) = ${typed} then 1 else 0 end`

const orderBy = ({ sort, search }: SearchQuery, tsquery: TsQuery | null): RawBuilder<unknown> =>
  sort === 'relevance' && tsquery !== null
    ? sql`${score(tsquery, search.trim().toLowerCase())} desc, ${indexOrder(sort)}`
    : indexOrder(sort)

/** Words with no more hits than this are ranked and counted exactly, from the list of their hits. */
const FEW = 3000

const WHAT_RANKS = sql`id, category, title, search, quality, run_count, trending, rating_score, published_at`

/** Phase one: the best candidates in the order of an index. Phase two ranks those alone, and takes the page. */
const candidatesOf = ({ sort }: SearchQuery, from: RawBuilder<unknown>) => sql`
  candidate as materialized (
    select ${WHAT_RANKS} from ${from}
     order by ${indexOrder(sort)} limit ${EXACT_COUNT_LIMIT + 1}
  )`
const pageOf = (query: SearchQuery, tsquery: TsQuery | null) => {
  const { page, from = page } = query
  return sql`
  (select count(*) from candidate) as total,
  array(select id from candidate order by ${orderBy(query, tsquery)}
         limit ${(page - from + 1) * RESULTS_PER_PAGE} offset ${(from - 1) * RESULTS_PER_PAGE}) as ids`
}

interface PageRow {
  readonly ids: string[]
  readonly total: number
}

/** Each category counts up to one more than the limit, or exactly. */
function toFound({ ids, total }: PageRow, perCategory: Readonly<Record<string, number>>): Found {
  const all = Object.values(perCategory).reduce((sum, count) => sum + count, 0)
  const counts = Object.entries({ all, ...perCategory })
  return {
    ids,
    total: Math.min(total, EXACT_COUNT_LIMIT),
    capped: total > EXACT_COUNT_LIMIT,
    categoryCounts: Object.fromEntries(counts.map(([name, count]) => [name, Math.min(count, EXACT_COUNT_LIMIT)])),
    cappedCategories: counts.filter(([, count]) => count > EXACT_COUNT_LIMIT).map(([name]) => name),
  }
}

/** Lists the hits once, then counts and ranks them; null when there are more than a few. */
async function findAmongFew(
  db: Db,
  query: SearchQuery,
  tsquery: TsQuery | null,
  filter: Filter,
): Promise<Found | null> {
  const { rows } = await sql<PageRow & { hits: number; counts: Record<string, number> | null }>`
    with hit as materialized (
      -- In the order of an index: without one, the hits of a broad word are looked for from the table's beginning.
      select ${WHAT_RANKS} from tool where ${filter} order by quality desc, id limit ${FEW + 1}
    ),
    ${candidatesOf(query, sql`hit where (select count(*) from hit) <= ${FEW} and ${inCategory('hit', query.category)}`)}
    select (select count(*) from hit) as hits,
           (select json_object_agg(category, number)
              from (select category, count(*) as number from hit group by category) counted) as counts,
           ${pageOf(query, tsquery)}`.execute(db)
  const [row] = rows
  return row === undefined || row.hits > FEW ? null : toFound(row, row.counts ?? {})
}

/** Takes the best candidates in the order of an index and ranks only those: a broad word stays quick in a large catalogue. */
async function findAmongMany(db: Db, query: SearchQuery, tsquery: TsQuery | null, filter: Filter): Promise<Found> {
  const [{ rows }, counts] = await Promise.all([
    sql<PageRow>`
      with ${candidatesOf(query, sql`tool where ${filter} and ${inCategory('tool', query.category)}`)}
      select ${pageOf(query, tsquery)}`.execute(db),
    countCategories(db, filter),
  ])
  return toFound(rows[0] ?? { ids: [], total: 0 }, counts)
}

async function rank(db: Db, query: SearchQuery, tsquery: TsQuery | null): Promise<Found> {
  const filter = sql`tool.status = 'published' and ${matching(tsquery)} and ${tagged(query.tags)}`
  const isNarrowed = tsquery !== null || query.tags.length > 0
  const few = isNarrowed ? await findAmongFew(db, query, tsquery, filter) : null
  return few ?? findAmongMany(db, query, tsquery, filter)
}

/** How many tools each category would show, by walking each until it is past the limit. */
async function countCategories(db: Db, filter: Filter): Promise<Record<string, number>> {
  const { rows } = await sql<{ category: string; count: number }>`
    select category.name as category, found.count from unnest(${CATEGORIES}::text[]) as category (name),
      lateral (select count(*) as count from (
        select 1 from tool where ${filter} and tool.category = category.name
         order by quality desc, id limit ${EXACT_COUNT_LIMIT + 1}
      ) counted) found`.execute(db)
  return Object.fromEntries(rows.map((row) => [row.category, row.count]))
}

const NOTHING: Found = { ids: [], total: 0, capped: false, categoryCounts: {}, cappedCategories: [] }

/** All words first; when no tool has all of them, tools that have some. */
export async function searchTools(db: Db, query: SearchQuery): Promise<Found> {
  if (queryWords(spellSigns(query.search)).length === 0)
    return query.search.trim() === '' ? rank(db, query, null) : NOTHING
  const tsquery = await toTsQuery(db, query.search)
  if (tsquery === null) return NOTHING
  const found = await rank(db, query, tsquery.all)
  return found.categoryCounts.all === 0 && tsquery.some.match !== tsquery.all.match
    ? rank(db, query, tsquery.some)
    : found
}
