import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { uuidv7 } from '#src/lib/ids.ts'
import { freshDatabase, type TestDatabase } from '#src/server/test-database.ts'
import { createRunRecorder, type ToolRunEvent } from '../tool-runs/run-recorder.queries.ts'
import { SearchQuery } from './catalog.schema.ts'
import { refreshQuality } from './quality.queries.ts'
import { listRelatedIds } from './related.queries.ts'
import { searchOver } from './search.queries.ts'

const HALF_LIFE_S = 172_800
let database: TestDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())
beforeEach(async () => {
  await sql('delete from tool')
  await sql('delete from "user"')
  await sql('update category_rating set mean = 4')
})

const sql = async (text: string, values: unknown[] = []) => (await database.pool.query(text, values)).rows

async function aTool(slug: string, columns: Record<string, unknown> = {}, id = uuidv7()): Promise<string> {
  const all = { category: 'finance', kind: 'builtin', title: slug, description: '', ...columns }
  const names = Object.keys(all)
  await sql(
    `insert into tool (id, slug, published_at, ${names.join(', ')})
     values ($1, $2, now(), ${names.map((_, index) => `$${index + 3}`).join(', ')})`,
    [id, slug, ...Object.values(all)],
  )
  return id
}

async function aUser({ confirmed = true } = {}): Promise<string> {
  const id = uuidv7()
  await sql(
    `insert into "user" (id, name, email, role, email_verified_at)
     values ($1, 'Ada', $2, 'user', case when $3::boolean then now() end)`,
    [id, `${id}@example.com`, confirmed],
  )
  return id
}

const run = (toolId: string, userId: string | null, more: Partial<ToolRunEvent> = {}): Promise<void> =>
  createRunRecorder(database.pool).record({
    id: uuidv7(),
    toolId,
    version: 1,
    userId,
    source: 'api',
    success: true,
    errorCode: null,
    durationMs: 1,
    ...more,
  })

async function order(sort: string): Promise<string[]> {
  const { ids } = await searchOver(database.db)(SearchQuery.parse({ sort }))
  const rows = await sql(
    'select slug from unnest($1::uuid[]) with ordinality as o (id, n) join tool using (id) order by n',
    [ids],
  )
  return rows.map(({ slug }) => slug)
}

const trendOf = async (slug: string) =>
  Number((await sql('select trending from tool where slug = $1', [slug]))[0]?.trending)

// The table of the ranking's specification, for a category whose mean is 4 stars.
test.each([
  [0, 0, '4.00'],
  [1, 5, '4.11'],
  [100, 463, '4.58'],
  [1000, 4710, '4.70'],
])('%d ratings with %d stars in all are worth %s', async (count, sum, score) => {
  await aTool('rated', { rating_count: count, rating_sum: sum })
  const [row] = await sql('select rating_score from tool')
  expect(Number(row?.rating_score).toFixed(2)).toBe(score)
})

test('one vote of five stars does not lead a hundred that are nearly as good', async () => {
  await aTool('lone', { rating_count: 1, rating_sum: 5 })
  await aTool('proven', { rating_count: 100, rating_sum: 463 })
  await aTool('unrated')
  await aTool('poor', { rating_count: 10, rating_sum: 20 })
  expect(await order('rating')).toEqual(['proven', 'lone', 'unrated', 'poor'])
})

test('a new rating moves the score in the statement that counts it, a new mean in the next hour', async () => {
  await aTool('rated', { rating_count: 2, rating_sum: 4 })
  await sql('update tool set rating_count = 3, rating_sum = 9')
  expect(await sql('select rating_score from tool')).toEqual([{ rating_score: (8 * 4 + 9) / 11 }])
  await refreshQuality(database.db)
  expect(await sql(`select mean from category_rating where category = 'finance'`)).toEqual([{ mean: 3 }])
  expect(await sql('select rating_score from tool')).toEqual([{ rating_score: 3 }])
})

test('who has used the tool weighs twice in its score from the next hour on, and once in its average', async () => {
  const [tool, user, other] = [await aTool('rated'), await aUser(), await aUser()]
  await sql(
    `insert into rating (id, tool_id, user_id, stars)
     values (gen_random_uuid(), $1, $2, 5), (gen_random_uuid(), $1, $3, 1)`,
    [tool, user, other],
  )
  const scores = () => sql('select rating_score, rating_count, rating_sum from tool')
  expect(await scores()).toEqual([{ rating_score: (8 * 4 + 6) / 10, rating_count: 2, rating_sum: 6 }])
  for (let n = 0; n < 2; n++) await run(tool, user)
  await refreshQuality(database.db)
  expect(await scores()).toEqual([{ rating_score: (8 * 3 + 5 + 6) / 11, rating_count: 2, rating_sum: 6 }])
  await sql('update rating set stars = 2 where user_id = $1', [user])
  expect(await scores()).toEqual([{ rating_score: (8 * 3 + 2 + 3) / 11, rating_count: 2, rating_sum: 3 }])
  await sql('update "user" set suspended_at = now(), suspended_reason = \'x\' where id = $1', [user])
  expect(await scores()).toEqual([{ rating_score: (8 * 3 + 1) / 9, rating_count: 1, rating_sum: 1 }])
})

test('the forward decay is the logarithm of a sum that halves every 48 hours', async () => {
  const at = (hours: number) => new Date(Date.UTC(2026, 0, 1) + hours * 3_600_000)
  // 3 at hour 0, 1 at hour 48, 2 at hour 96: at hour 96 that is 3/4 + 1/2 + 2, and the sum of nothing begins as 1.
  const [row] = await sql(
    `select forward_decay(forward_decay(forward_decay(0, 3, $1), 1, $2), 2, $3) as score,
            forward_decay(0, 1, $4) as late`,
    [at(0), at(48), at(96), at(48 * 5000)],
  )
  expect(Number(row?.score)).toBeCloseTo(2 + Math.log2(1 / 4 + 3 / 4 + 1 / 2 + 2), 10)
  expect(Number(row?.late)).toBe(5000)
})

test('popular: people of today lead more people of a week ago, and the order stays as time passes', async () => {
  const [now, before] = [await aTool('now'), await aTool('before')]
  await aTool('never', { run_count: 1_000_000 })
  for (let person = 0; person < 4; person++) await run(before, await aUser())
  await sql(`update tool set trending = forward_decay(0, 4, now() - interval '6 days') where slug = 'before'`)
  await run(now, await aUser())
  expect(await order('popular')).toEqual(['now', 'before', 'never'])
})

test('what trends alike is ordered by the people of the last month, however often others run it', async () => {
  await aTool('flooded', { run_count: 1_000_000 })
  await aTool('used', { run_count: 3, people_month: 3 })
  expect(await order('popular')).toEqual(['used', 'flooded'])
})

test('a person counts once a day; visitors, unconfirmed people and the creator not at all', async () => {
  const owner = await aUser()
  const tool = await aTool('counted', { owner_id: owner })
  const someone = await aUser()
  await run(tool, null)
  await run(tool, owner)
  await run(tool, await aUser({ confirmed: false }))
  expect(await trendOf('counted')).toBe(0)
  await run(tool, someone)
  const once = await trendOf('counted')
  expect(once).toBeCloseTo((Date.now() / 1000 - Date.UTC(2026, 0, 1) / 1000) / HALF_LIFE_S, 2)
  await run(tool, someone)
  expect(await trendOf('counted')).toBe(once)
  expect(await sql('select run_count from tool')).toEqual([{ run_count: 5 }])
})

test('the use of one person lifts fifty tools a day and no more', async () => {
  const person = await aUser()
  for (let n = 0; n < 52; n++) await run(await aTool(`tool-${n}`), person)
  expect(await sql('select count(*)::int as people from tool_person')).toEqual([{ people: 50 }])
})

/** Twenty runs that the server saw, by four people besides the given one. */
async function twentyRuns(toolId: string, fifth: string | null, more: Partial<ToolRunEvent> = {}): Promise<void> {
  const people = [fifth, await aUser(), await aUser(), await aUser(), await aUser()]
  for (let n = 0; n < 20; n++) await run(toolId, people[n % 5] ?? null, more)
}

const qualityOf = async (slug: string) =>
  (await sql('select quality, people_month, success_rate from tool where slug = $1', [slug]))[0]

test('quality comes from people, favourites, ratings and success, and leads the list when nothing is asked for', async () => {
  const used = await aTool('used', { favorite_count: 3 })
  await aTool('idle')
  const someone = await aUser()
  await twentyRuns(used, someone)
  for (let n = 0; n < 5; n++) await run(used, someone, { success: false })
  await refreshQuality(database.db)
  const raw = Math.log(6) + 0.8 * Math.log(4) + 0.5 * 0.8
  expect(await qualityOf('used')).toEqual({
    quality: expect.closeTo(raw / (4 + raw), 5),
    people_month: 5,
    success_rate: expect.closeTo(0.8, 5),
  })
  expect(await order('relevance')).toEqual(['used', 'idle'])
  expect(await qualityOf('idle')).toEqual({ quality: 0, people_month: 0, success_rate: null })
})

test('success is that of twenty runs and five people; visitors, unconfirmed people, the creator and what a browser states say nothing', async () => {
  const owner = await aUser()
  const fifths = { visitor: null, unconfirmed: await aUser({ confirmed: false }), creator: owner }
  for (const [slug, fifth] of Object.entries(fifths)) await twentyRuns(await aTool(slug, { owner_id: owner }), fifth)
  await twentyRuns(await aTool('stated'), await aUser(), { source: 'browser' })
  const lone = await aTool('lone')
  const [enemy, failing] = [await aUser(), await aTool('failing')]
  for (let n = 0; n < 20; n++) await run(lone, enemy, { success: false })
  await twentyRuns(failing, await aUser(), { success: false })
  await refreshQuality(database.db)
  expect(await sql('select slug, success_rate from tool order by slug')).toEqual([
    { slug: 'creator', success_rate: null },
    { slug: 'failing', success_rate: 0 },
    { slug: 'lone', success_rate: null },
    { slug: 'stated', success_rate: null },
    { slug: 'unconfirmed', success_rate: null },
    { slug: 'visitor', success_rate: null },
  ])
})

test('a mean that has moved by less than a hundredth leaves the category as it is', async () => {
  await aTool('rated', { rating_count: 1000, rating_sum: 4009 })
  await refreshQuality(database.db)
  const meanOf = async () => (await sql(`select mean from category_rating where category = 'finance'`))[0]?.mean
  expect(await meanOf()).toBe(4)
  await sql('update tool set rating_sum = 4011')
  await refreshQuality(database.db)
  expect(await meanOf()).toBe(4.011)
})

describe('while somebody else holds a tool', () => {
  const FREE = 'select id from tool where id = $1 for no key update skip locked'

  async function holding(id: unknown, during: () => Promise<void>): Promise<void> {
    const holder = await database.pool.connect()
    await holder.query('begin')
    await holder.query('select from tool where id = $1 for update', [id])
    await during().finally(() => holder.query('commit').then(() => holder.release()))
  }

  test('tools are locked in the order of their ids, as the counting of runs does', async () => {
    const ids = [uuidv7(), uuidv7(), uuidv7()].sort()
    // Their places in the table are the other way round.
    for (const id of ids.toReversed()) await aTool(`tool-${ids.indexOf(id)}`, { favorite_count: 1 }, id)
    let refreshed: Promise<void> | undefined
    await holding(ids[1], async () => {
      refreshed = refreshQuality(database.db)
      await expect.poll(() => sql(FREE, [ids[0]]), { timeout: 10_000 }).toEqual([])
      expect(await sql(FREE, [ids[2]])).toEqual([{ id: ids[2] }])
    })
    await refreshed
    expect(await sql('select count(*)::int as tools from tool where quality > 0')).toEqual([{ tools: 3 }])
  })

  test('five hundred others are done and free; a second process does nothing meanwhile', async () => {
    await sql(`insert into tool (id, slug, title, description, category, kind, favorite_count)
               select gen_random_uuid(), 'many-' || n, 'Many', '', 'finance', 'builtin', 1 from generate_series(1, 501) n`)
    const [last] = await sql('select id from tool order by id desc limit 1')
    const done = () => sql('select count(*)::int as tools from tool where quality > 0')
    let refreshed: Promise<void> | undefined
    await holding(last?.id, async () => {
      refreshed = refreshQuality(database.db)
      await expect.poll(done, { timeout: 10_000 }).toEqual([{ tools: 500 }])
      await refreshQuality(database.db)
      expect(await done()).toEqual([{ tools: 500 }])
    })
    await refreshed
    expect(await done()).toEqual([{ tools: 501 }])
    expect(
      await sql(`select 1 from pg_locks join pg_database on oid = database
                  where locktype = 'advisory' and datname = current_database()`),
    ).toEqual([])
  })
})

test('what is a month old counts no more, and is forgotten after two', async () => {
  const tool = await aTool('old')
  await run(tool, await aUser())
  await sql(`update tool_person set day = (now() at time zone 'utc')::date - 30`)
  await sql(`update tool_run set at = now() - interval '31 days'`)
  await sql('update tool set quality = 0.5, people_month = 1')
  await refreshQuality(database.db)
  expect(await sql('select quality, people_month from tool')).toEqual([{ quality: 0, people_month: 0 }])
  await sql(`update tool_person set day = (now() at time zone 'utc')::date - 60`)
  await refreshQuality(database.db)
  expect(await sql('select count(*)::int as rows from tool_person')).toEqual([{ rows: 0 }])
})

test('recently added is by the first publication: a tool that is published again stays where it was', async () => {
  await aTool('first')
  await aTool('second')
  await sql(`update tool set updated_at = now() + interval '1 day' where slug = 'first'`)
  expect(await order('recent')).toEqual(['second', 'first'])
})

test('clones, buyers and reports that were right move a tool, and are said', async () => {
  const [copied, reported, plain] = [
    await aTool('copied'),
    await aTool('reported', { people_month: 0 }),
    await aTool('plain'),
  ]
  const person = await aUser()
  await sql('update tool set owner_id = $2 where id = $1', [copied, await aUser()])
  await aTool('copy', { source_tool_id: copied, owner_id: person, category: 'health' })
  await aTool('own-copy', { source_tool_id: copied, category: 'health' })
  const [unconfirmed, suspended] = [await aUser({ confirmed: false }), await aUser()]
  await sql(`update "user" set suspended_at = now(), suspended_reason = 'Spam' where id = $1`, [suspended])
  for (const owner_id of [unconfirmed, suspended])
    await aTool(`copy-of-${owner_id}`, { source_tool_id: copied, owner_id, category: 'health' })
  await sql('update tool set owner_id = (select owner_id from tool where id = $1) where slug = $2', [
    copied,
    'own-copy',
  ])
  for (const tool of [reported, plain]) await run(tool, person)
  await sql(
    `with opened as (insert into moderation_case (id, kind, tool_id, subject, due_at)
       values (gen_random_uuid(), 'report', $1, 'Reported', now()) returning id)
     insert into report (id, reference, tool_id, case_id, reason, details, upheld, closed_at)
     select gen_random_uuid(), 'R-' || n, $1, id, 'spam', '', true, now() from opened, generate_series(1, 20) n`,
    [reported],
  )
  await refreshQuality(database.db)
  const rows = await sql(
    `select slug, cloners, upheld_reports, round(quality::numeric, 4)::float8 as quality from tool
      where category = 'finance' order by quality desc`,
  )
  const share = (gained: number) => Math.round((gained / (4 + gained)) * 10_000) / 10_000
  expect(rows).toEqual([
    { slug: 'plain', cloners: 0, upheld_reports: 0, quality: share(Math.log(2)) },
    { slug: 'copied', cloners: 1, upheld_reports: 0, quality: share(0.6 * Math.log(2)) },
    { slug: 'reported', cloners: 0, upheld_reports: 1, quality: 0 },
  ])
})

test('related: what the same people use leads, no creator fills the list, and copies of the tool are left out', async () => {
  const description = 'Works out the payment of a loan, its interest and a plan to the cent.'
  const [creator, ...people] = await Promise.all([aUser(), aUser(), aUser()])
  const subject = await aTool('loan', { title: 'Loan Payment', description })
  await aTool('loan-copy', { title: 'Loan Payments', description, owner_id: creator })
  for (const n of [1, 2, 3]) await aTool(`by-one-${n}`, { owner_id: creator })
  const used = await aTool('used-too', { category: 'health' })
  for (const person of people) for (const tool of [subject, used]) await run(tool, person)
  await refreshQuality(database.db)
  await sql(`update tool set people_month = right(slug, 1)::int where slug like 'by-one-%'`)
  const ids = await listRelatedIds(database.db, subject, 6)
  const slugs = await Promise.all(
    ids.map(async (id) => (await sql('select slug from tool where id = $1', [id]))[0]?.slug),
  )
  // 0.5 · 2 / (√(2 · 2) + 5) is more than 0.1 for the category.
  expect(slugs).toEqual(['used-too', 'by-one-3', 'by-one-2'])
})
