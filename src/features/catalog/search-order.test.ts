import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '#src/server/test-database.ts'
import { EXACT_COUNT_LIMIT, RESULTS_PER_PAGE, SearchQuery } from './catalog.schema.ts'
import { searchOver } from './search.queries.ts'

// 5,000 tools: "image" is in every title, "word<n>" in a few each, "filter" in every third. The reference fetches them
// all and applies the two phases by itself.
const TOOLS = 5000
const CATEGORIES = ['calculator', 'converter', 'developer', 'health', 'design', 'finance']
let database: TestDatabase
beforeAll(async () => {
  database = await freshDatabase()
  await database.pool.query(
    `insert into tool (id, slug, title, description, category, kind, run_count, people_month, quality, trending,
                       rating_count, rating_sum, published_at, search)
     select gen_random_uuid(), 'tool-' || n, title, 'Made up', ($2::text[])[1 + n % 6], 'builtin', n * 31 % 97,
            n * 37 % 89, (n * 7919 % 4999) / 4999.0, n * 104729 % 1009, n % 13, (n % 13) * (1 + n % 5),
            timestamptz '2026-01-01' + n * 7919 % 5003 * interval '1 minute',
            setweight(to_tsvector('simple', lower(title)), 'A') || array_to_tsvector(array['#t' || n * 31 % 97 % 5])
       from (select n, 'Image word' || n % 700 || case when n % 3 = 0 then ' Filter' else '' end as title
               from generate_series(1, $1::integer) n) named`,
    [TOOLS, CATEGORIES],
  )
  await database.pool.query(
    `insert into tag (id, name, slug) select gen_random_uuid(), 'T' || n, 't' || n from generate_series(0, 4) n;
     insert into tool_tag select tool.id, tag.id from tool join tag on tag.slug = 't' || run_count % 5;
     insert into search_word (word, variants)
       select word, array(select left(word, i - 1) || substr(word, i + 1) from generate_series(1, length(word)) i) || word
         from (select 'word' || n as word from generate_series(0, 699) n union select unnest(array['image', 'filter'])) w`,
  )
})
afterAll(() => database.drop())

interface Row {
  readonly id: string
  readonly title: string
  readonly category: string
  readonly tag: string
  readonly quality: number
  readonly trending: number
  readonly people_month: number
  readonly rating: number
  readonly published: number
  readonly rank: number
  readonly alike: number
}

const descending =
  (...keys: readonly (keyof Row)[]) =>
  (a: Row, b: Row): number => {
    for (const key of keys) if (a[key] !== b[key]) return Number(b[key]) - Number(a[key])
    return a.id < b.id ? -1 : 1
  }
const INDEX_ORDERS = {
  relevance: descending('quality'),
  popular: descending('trending', 'people_month'),
  rating: descending('rating', 'quality'),
  recent: descending('published'),
}

interface Wanted {
  readonly query: Readonly<Record<string, string>>
  /** What must be in a title, and how the query ranks it. */
  readonly words?: RegExp
  readonly tsquery?: string
}

async function reference({ query, words = /^/, tsquery = '' }: Wanted): Promise<string[]> {
  const { search = '', category, tags, sort = 'relevance', page = '1' } = query
  const { rows } = await database.pool.query<Row>(
    `select tool.id, title, category, tag.slug as tag, quality::float8, trending, people_month, rating_score as rating,
            extract(epoch from published_at)::float8 as published,
            ts_rank_cd('{0.05, 0.2, 0.6, 1.0}', search, $1::tsquery, 33)::float8 as rank,
            word_similarity($2, lower(title))::float8 as alike
       from tool join tool_tag on tool_id = tool.id join tag on tag.id = tag_id`,
    [tsquery, search],
  )
  const scoreOf = ({ rank, quality, alike, title }: Row) =>
    0.55 * rank + 0.25 * quality + 0.15 * alike + (title.toLowerCase() === search ? 1 : 0)
  const inOrder = INDEX_ORDERS[sort as keyof typeof INDEX_ORDERS]
  const candidates = rows
    .filter(
      (row) => words.test(row.title) && (category ?? row.category) === row.category && (tags ?? row.tag) === row.tag,
    )
    .sort(inOrder)
    .slice(0, EXACT_COUNT_LIMIT + 1)
  const ranked =
    sort === 'relevance' && search !== ''
      ? candidates.sort((a, b) => scoreOf(b) - scoreOf(a) || inOrder(a, b))
      : candidates
  const start = (Number(page) - 1) * RESULTS_PER_PAGE
  return ranked.slice(start, start + RESULTS_PER_PAGE).map(({ id }) => id)
}

test.each<[string, Wanted]>([
  ['everything', { query: {} }],
  ['everything by trend', { query: { sort: 'popular' } }],
  ['everything by rating, page 3', { query: { sort: 'rating', page: '3' } }],
  ['everything by date, page 40', { query: { sort: 'recent', page: '40' } }],
  ['a broad word', { query: { search: 'image' }, words: /^Image/, tsquery: 'image:*' }],
  ['a broad word, page 5', { query: { search: 'image', page: '5' }, words: /^Image/, tsquery: 'image:*' }],
  ['a broad word by rating', { query: { search: 'image', sort: 'rating' }, words: /^Image/ }],
  ['two words', { query: { search: 'image filter' }, words: /Filter$/, tsquery: 'image:* & filter:*' }],
  ['a rare word', { query: { search: 'word411' }, words: /word411\b/, tsquery: 'word411:*' }],
  ['a very name', { query: { search: 'image word410' }, words: /word410\b/, tsquery: 'image:* & word410:*' }],
  ['a typing error', { query: { search: 'fitler' }, words: /Filter$/, tsquery: 'filter' }],
  ['a category', { query: { category: 'health' } }],
  ['a tag and a category', { query: { tags: 't3', category: 'design' } }],
  [
    'a word, a tag and a category by trend',
    { query: { search: 'filter', tags: 't2', category: 'health', sort: 'popular' }, words: /Filter$/ },
  ],
])('%s comes in the order of the reference, listed or walked', async (_, wanted) => {
  const query = SearchQuery.parse(wanted.query)
  const expected = await reference(wanted)
  expect(expected.length).toBeGreaterThan(0)
  const [listed, walked] = await Promise.all([searchOver(database.db)(query), searchOver(database.db, 0)(query)])
  expect(listed.ids).toEqual(expected)
  expect(walked).toEqual(listed)
})
