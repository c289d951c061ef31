import { type RawBuilder, sql } from 'kysely'
import { keptForEach } from '#src/lib/kept-for.ts'
import { spellSigns } from '#src/lib/search-synonyms.ts'
import { queryWords } from '#src/lib/search-words.ts'
import { CATEGORIES } from '#src/sdk/define-tool.ts'
import type { Db } from '#src/server/database.ts'
import { EXACT_COUNT_LIMIT, RESULTS_PER_PAGE, type SearchQuery, type Sort } from './catalog.schema.ts'
import { countedMeanwhile } from './counted-meanwhile.ts'
import { isListed } from './listed.queries.ts'
import { tagLexeme } from './save-tool.queries.ts'
import { type TsQuery, toTsQuery } from './search-meaning.queries.ts'

interface Found {
  readonly ids: string[]
  readonly total: number
  readonly capped: boolean
  readonly categoryCounts: Record<string, number>
  /** Those of them that are higher than is counted. */
  readonly cappedCategories: string[]
  /** By the slugs that were asked for. */
  readonly tagCounts?: Record<string, number>
}

type Filter = RawBuilder<unknown>

/** What must be in the words that a tool is found by; null where nothing must. */
function toMatch(words: TsQuery | null, tags: readonly string[]): string | null {
  const parts = [...(words === null ? [] : [`(${words.match})`]), ...tags.map((slug) => quoted(tagLexeme(slug)))]
  return parts.length === 0 ? null : parts.join(' & ')
}
const quoted = (lexeme: string) => `'${lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`

const published = (match: string | null): Filter =>
  match === null ? isListed : sql`${isListed} and tool.search @@ ${match}::tsquery`

const inCategory = (table: 'tool' | 'hit', category: string): Filter =>
  category === 'all' ? sql`true` : sql`${sql.ref(table)}.category = ${category}`

/** The order of a sort alone: each is the order of an index. */
function indexOrder(sort: Sort): RawBuilder<unknown> {
  switch (sort) {
    case 'relevance':
      return sql`quality desc, id`
    case 'popular':
      return sql`trending desc, people_month desc, id`
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

/** So many hits are listed, counted and ordered at once in about 50 ms; more are found by walking an index in order. */
const MOST_LISTED = 30_000

const WHAT_RANKS = sql`id, title, search, quality, people_month, trending, rating_score, published_at`

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

/** How many tools PostgreSQL expects to match, from what it knows of the words. */
async function estimate(db: Db, filter: Filter): Promise<number> {
  const { rows } = await sql<{ 'QUERY PLAN': readonly [{ Plan: { 'Plan Rows': number } }] }>`
    explain (format json) select from tool where ${filter}`.execute(db)
  return rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0
}

/** How many of these tools each tag has: an object by slug. */
const countsByTag = (tools: RawBuilder<unknown>, isWanted = sql`true`) => sql`
  (select json_object_agg(slug, number)
     from (select tag.slug, count(*) as number from ${tools} counted
             join tool_tag on tool_tag.tool_id = counted.id join tag on tag.id = tool_tag.tag_id
            where ${isWanted} group by tag.slug) tagged)`

/** Of more hits, finding their tags would take longer than the search. */
const MOST_TAGGED = 5000

const NONE_EACH = Object.fromEntries(CATEGORIES.map((category) => [category, 0]))

/** Lists the hits once, then counts them, and ranks the best of them in the order of the sort. */
async function listHits(db: Db, query: SearchQuery, tsquery: TsQuery | null, filter: Filter): Promise<Found> {
  const { category, facets } = query
  const hits = sql`(select id from hit where ${inCategory('hit', category)})`
  const counts = countsByTag(hits, sql`tag.slug = any(${facets}::text[])`)
  const tagCounts = sql`case when (select count(*) from hit) <= ${MOST_TAGGED} then coalesce(${counts}, '{}') end`
  const { rows } = await sql<PageRow & { counts: Counts | null; tag_counts: Counts | null }>`
    with hit as materialized (
      select id, category, quality, people_month, trending, rating_score, published_at from tool where ${filter}
    ),
    candidate as materialized (
      select ${WHAT_RANKS} from tool where id = any(array(
        select id from hit where ${inCategory('hit', query.category)}
         order by ${indexOrder(query.sort)} limit ${EXACT_COUNT_LIMIT + 1}))
    )
    select (select json_object_agg(category, number)
              from (select category, count(*) as number from hit group by category) counted) as counts,
           ${facets.length === 0 ? sql`null` : tagCounts} as tag_counts,
           ${pageOf(query, tsquery)}`.execute(db)
  const [row] = rows
  return {
    ...toFound(row ?? { ids: [], total: 0 }, { ...NONE_EACH, ...row?.counts }),
    ...(row?.tag_counts && { tagCounts: forEach(facets, row.tag_counts) }),
  }
}

type Counts = Readonly<Record<string, number>>
const forEach = (slugs: readonly string[], counts: Counts) =>
  Object.fromEntries(slugs.map((slug) => [slug, counts[slug] ?? 0]))

/** All tags of a whole category, or of all: reads every one of its tools. */
async function countTags(db: Db, category: string): Promise<Counts> {
  const listed = sql`(select id from tool where ${isListed} and ${inCategory('tool', category)})`
  const { rows } = await sql<{ counts: Counts | null }>`select ${countsByTag(listed)} as counts`.execute(db)
  return rows[0]?.counts ?? {}
}

/** Takes the best candidates in the order of an index and ranks only those: a broad word stays quick in a large catalogue. */
async function walkIndex(db: Db, query: SearchQuery, tsquery: TsQuery | null, filter: Filter): Promise<PageRow> {
  const { rows } = await sql<PageRow>`
    with candidate as materialized (
      select ${WHAT_RANKS} from tool where ${filter} and ${inCategory('tool', query.category)}
       order by ${indexOrder(query.sort)} limit ${EXACT_COUNT_LIMIT + 1}
    )
    select ${pageOf(query, tsquery)}`.execute(db)
  return rows[0] ?? { ids: [], total: 0 }
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

/** Counts of large lists may be as old as this: "1,000+" seldom changes, and finding it out reads thousands of rows. */
const COUNTS_KEPT_MS = 300_000
const MOST_COUNTS_KEPT = 500
/** The list does not wait longer for what only stands beside it. */
const WAIT_FOR_TAGS_MS = 1000

/** The search over one database; `mostListed` is given by tests, to take both ways with few tools. */
export function searchOver(db: Db, mostListed = MOST_LISTED): (query: SearchQuery) => Promise<Found> {
  const countsOf = keptForEach(COUNTS_KEPT_MS, MOST_COUNTS_KEPT, (match: string | null) =>
    countCategories(db, published(match)),
  )
  const tagsOf = countedMeanwhile({
    ...{ ms: COUNTS_KEPT_MS, most: MOST_COUNTS_KEPT, waitMs: WAIT_FOR_TAGS_MS },
    read: (category: string) => countTags(db, category),
  })

  async function rank(query: SearchQuery, tsquery: TsQuery | null): Promise<Found> {
    const match = toMatch(tsquery, query.tags)
    const filter = published(match)
    if (match !== null && (await estimate(db, filter)) <= mostListed) return listHits(db, query, tsquery, filter)
    // Of a broad word, counting them would be dearer than the search.
    const isCounted = match === null && query.facets.length > 0
    const [page, counts, tagCounts] = await Promise.all([
      walkIndex(db, query, tsquery, filter),
      countsOf(match),
      isCounted ? tagsOf(query.category) : undefined,
    ])
    return { ...toFound(page, counts), ...(tagCounts && { tagCounts: forEach(query.facets, tagCounts) }) }
  }

  /** All words first; when no tool has all of them, tools that have some. */
  return async (query) => {
    if (queryWords(spellSigns(query.search)).length === 0)
      return query.search.trim() === '' ? rank(query, null) : NOTHING
    const tsquery = await toTsQuery(db, query.search)
    if (tsquery === null) return NOTHING
    const found = await rank(query, tsquery.all)
    return found.categoryCounts.all === 0 && tsquery.some.match !== tsquery.all.match
      ? rank(query, tsquery.some)
      : found
  }
}
