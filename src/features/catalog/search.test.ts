import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '#src/server/test-database.ts'
import { EXACT_COUNT_LIMIT, RESULTS_PER_PAGE, SearchQuery } from './catalog.schema.ts'
import { searchTools } from './search.queries.ts'

// 3,600 tools "Gadget word<n>", n from 0 to 899, four of each: "gadget" is a broad word, "word12" a prefix of eleven.
const TOOLS = 3600
let database: TestDatabase

beforeAll(async () => {
  database = await freshDatabase()
  await database.pool.query(
    `insert into tool (id, slug, title, description, category, kind, run_count, published_at, search)
     select gen_random_uuid(), 'gadget-' || n, 'Gadget word' || n % 900, 'Made up',
            (array['calculator', 'converter', 'developer'])[1 + n % 3], 'builtin', (n * 7919) % 997, now(),
            setweight(to_tsvector('simple', 'gadget word' || n % 900), 'A')
       from generate_series(1, ${TOOLS}) n`,
  )
  await database.pool.query(
    `insert into search_word (word, variants)
     select word, array[word] from (select 'word' || n as word from generate_series(0, 899) n union select 'gadget') w`,
  )
})
afterAll(() => database.drop())

const search = (query: object) => searchTools(database.db, SearchQuery.parse(query))

test('a broad word with a prefix is counted exactly, over all pages and categories', async () => {
  const pages = await Promise.all([1, 2, 3].map((page) => search({ search: 'gadget word12', page: String(page) })))
  const ids = pages.flatMap((page) => page.ids)
  expect(pages.map(({ total, capped }) => [total, capped])).toEqual(Array(3).fill([44, false]))
  expect([ids.length, new Set(ids).size]).toEqual([44, 44])
  expect(pages[0]?.ids).toHaveLength(RESULTS_PER_PAGE)
  const { all, ...counts } = pages[0]?.categoryCounts ?? {}
  expect([all, Object.values(counts).reduce((sum, count) => sum + count, 0)]).toEqual([44, 44])
  const developer = await search({ search: 'gadget word12', category: 'developer' })
  expect([developer.total, developer.categoryCounts.all]).toEqual([counts.developer, 44])
})

test('the order is that of the full list of words, although a prefix is ranked with', async () => {
  const words = ['word12', ...Array.from({ length: 10 }, (_, digit) => `word12${digit}`)]
  const query = `gadget & (${words.join(' | ')})`
  const { rows } = await sql<{ id: string }>`
    select id from tool where search @@ ${query}::tsquery
     order by 0.55 * ts_rank_cd('{0.05, 0.2, 0.6, 1.0}', search, ${query}::tsquery, 1 | 32)
                + 0.15 * word_similarity('gadget word12', lower(title)) desc, id
     limit ${RESULTS_PER_PAGE}`.execute(database.db)
  expect((await search({ search: 'gadget word12' })).ids).toEqual(rows.map(({ id }) => id))
})

test('what many tools have is counted up to the limit, and says so', async () => {
  const { total, capped, categoryCounts } = await search({ search: 'gadget' })
  expect([total, capped]).toEqual([EXACT_COUNT_LIMIT, true])
  expect(categoryCounts).toMatchObject({ calculator: EXACT_COUNT_LIMIT, converter: EXACT_COUNT_LIMIT, design: 0 })
})
