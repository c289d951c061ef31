import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '#src/server/test-database.ts'
import { EXACT_COUNT_LIMIT, RESULTS_PER_PAGE, SearchQuery } from './catalog.schema.ts'
import { listRelatedIds } from './related.queries.ts'
import { searchOver } from './search.queries.ts'

// 3,600 tools "Gadget word<n>", n from 0 to 899, four of each: "gadget" is a broad word, "word12" a prefix of eleven.
const TOOLS = 3600
let database: TestDatabase

beforeAll(async () => {
  database = await freshDatabase()
  await database.pool.query(
    `insert into tool (id, slug, title, description, category, kind, people_month, published_at, search)
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

const search = (query: object) => searchOver(database.db)(SearchQuery.parse(query))

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
  const { total, capped, categoryCounts, cappedCategories } = await search({ search: 'gadget' })
  expect([total, capped]).toEqual([EXACT_COUNT_LIMIT, true])
  expect(categoryCounts).toEqual({
    all: EXACT_COUNT_LIMIT,
    calculator: EXACT_COUNT_LIMIT,
    converter: EXACT_COUNT_LIMIT,
    developer: EXACT_COUNT_LIMIT,
    design: 0,
    finance: 0,
    health: 0,
  })
  expect(cappedCategories.toSorted()).toEqual(['all', 'calculator', 'converter', 'developer'])
})

test('a thousand are exactly a thousand, one more is more', async () => {
  // Calculators first, of which there are 1,200.
  const tag = (count: number) =>
    database.pool.query(
      `update tool set search = search || to_tsvector('simple', 'thousand')
        where id in (select id from tool where not search @@ 'thousand' and category <> 'developer'
                      order by category, id limit $1)`,
      [count],
    )
  await database.pool.query(`insert into search_word (word, variants) values ('thousand', array['thousand'])`)
  const none = { converter: 0, developer: 0, health: 0, design: 0, finance: 0 }
  const counted = async () => {
    const query = SearchQuery.parse({ search: 'thousand' })
    const [listed, walked] = await Promise.all([searchOver(database.db)(query), searchOver(database.db, 0)(query)])
    expect(walked).toEqual(listed)
    const { total, capped, categoryCounts, cappedCategories } = listed
    return { total, capped, counts: categoryCounts, cappedCategories }
  }
  await tag(1000)
  expect(await counted()).toEqual({
    total: 1000,
    capped: false,
    counts: { ...none, all: 1000, calculator: 1000 },
    cappedCategories: [],
  })
  await tag(201)
  expect(await counted()).toEqual({
    total: 1000,
    capped: true,
    counts: { ...none, all: 1000, calculator: 1000, converter: 1 },
    cappedCategories: ['all', 'calculator'],
  })
})

test('related are what shares tags, then the best fifty of the category, those of the most people first', async () => {
  const { pool, db } = database
  await pool.query(`update tool set quality = 0.5 where slug in
                      (select slug from tool where category = 'converter' order by people_month, id limit 50)`)
  await pool.query(`insert into tag (id, name, slug) values (gen_random_uuid(), 'Shared', 'shared')`)
  await pool.query(`insert into tool_tag (tool_id, tag_id)
                    select tool.id, tag.id from tool, tag where tool.slug in ('gadget-1', 'gadget-2')`)
  const slugs = async (ids: string[]) =>
    (
      await pool.query(
        'select slug from unnest($1::uuid[]) with ordinality o (id, n) join tool using (id) order by n',
        [ids],
      )
    ).rows
  const { rows } = await pool.query(`select id from tool where slug = 'gadget-1'`)
  const best = await pool.query(`select slug from tool where quality = 0.5 order by people_month desc, id limit 2`)
  expect(await slugs(await listRelatedIds(db, rows[0].id, 3))).toEqual([{ slug: 'gadget-2' }, ...best.rows])
})

test('when tags cannot be counted the search answers all the same, without their numbers', async () => {
  const query = { category: 'developer', facets: 'shared' }
  await database.pool.query('alter table tool_tag rename to tool_tag_away')
  const found = await search(query).finally(() => database.pool.query('alter table tool_tag_away rename to tool_tag'))
  expect([found.ids.length, found]).toEqual([
    RESULTS_PER_PAGE,
    expect.not.objectContaining({ tagCounts: expect.anything() }),
  ])
  expect(await search(query)).toHaveProperty('tagCounts')
})
