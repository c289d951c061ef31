import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestBrowser } from '#src/app/test-app.ts'
import type { Category } from '#src/sdk/index.ts'
import { listBuiltins, syncBuiltins } from './builtin-tools.server.ts'
import { renameBuiltin, saveTool } from './save-tool.queries.ts'

let fettle: TestApp
let visitor: TestBrowser
beforeAll(async () => {
  fettle = await startTestApp()
  visitor = fettle.visitor()
})
afterAll(() => fettle.stop())

const slugsOf = (body: Record<string, unknown>) => (body.fxns as { slug: string }[]).map(({ slug }) => slug)
const search = async (query: string) => (await visitor.get(`/api/discovery/search?${query}`)).body

test('a tool carries every field name of the specification', async () => {
  const { body } = await visitor.get('/api/tools/tip-calculator')
  const fxn = body.fxn as Record<string, unknown>
  for (const name of ['id', 'slug', 'title', 'description', 'category', 'createdBy', 'accessTier', 'codeKind'])
    expect(fxn).toHaveProperty(name)
  for (const name of ['inputSchema', 'inputConfig', 'outputSchema', 'runCount', 'favoriteCount', 'avgRating'])
    expect(fxn).toHaveProperty(name)
  expect(fxn).toMatchObject({
    slug: 'tip-calculator',
    category: 'calculator',
    accessTier: 'free',
    codeKind: 'config',
    ratingCount: 0,
    inputSchema: { tipPercent: { default: 20, min: 0, max: 100 }, people: { min: 1, default: 1 } },
  })
  expect(Object.keys(fxn.inputSchema as object).slice(0, 2)).toEqual(['bill', 'tipPercent'])
})

test('a listing says when it changed and, where it is known, how many of its runs succeed', async () => {
  const read = async () => (await visitor.get('/api/tools/base64')).body.fxn as Record<string, unknown>
  expect((await read()).successRate).toBeNull()
  // The hourly count of rates begins with the server, and may come in between once.
  const readChanged = async () => {
    await fettle.database.pool.query(
      `update tool set success_rate = 0.5, updated_at = '2026-07-02T12:00:00Z' where slug = 'base64'`,
    )
    return read()
  }
  const changed = { successRate: 0.5, updatedAt: '2026-07-02T12:00:00.000Z' }
  await expect.poll(readChanged, { timeout: 10_000 }).toMatchObject(changed)
})

test('a tool is found by id as well as by slug', async () => {
  const bySlug = (await visitor.get('/api/tools/json-formatter')).body.fxn as { id: string }
  const byId = (await visitor.get(`/api/tools/${bySlug.id}`)).body.fxn
  expect(byId).toEqual(bySlug)
})

test('a tag has id, name, slug and color, and answers carry them in a list', async () => {
  const { body } = await visitor.get('/api/tags')
  const tags = body.tags as Record<string, unknown>[]
  expect(tags.length).toBeGreaterThan(3)
  for (const tag of tags) expect(Object.keys(tag).sort()).toEqual(['color', 'id', 'name', 'slug', 'toolCount'])
  const ofTool = (await visitor.get('/api/tags/for-tool/tip-calculator')).body.tags as { slug: string }[]
  expect(ofTool.length).toBeGreaterThan(0)
})

test.each([
  ['tpi', 'tip-calculator'],
  ['tp', 'tip-calculator'],
  ['tipp', 'tip-calculator'],
  ['jso formatter', 'json-formatter'],
  ['regxe', 'regex-tester'],
  ['UNIT', 'unit-converter'],
  ['wrokout', 'workout-generator'],
  ['lona payment', 'loan-payment'],
])('typing "%s" finds %s', async (typed, slug) => {
  expect(slugsOf(await search(`search=${encodeURIComponent(typed)}`))).toContain(slug)
})

test('search syntax and odd characters are only text', async () => {
  for (const typed of ["' or 1=1 --", '&|!():*', '"', '\\', '%_', 'a:* | b', '\u{1f600}']) {
    const answer = await visitor.get(`/api/discovery/search?search=${encodeURIComponent(typed)}`)
    expect([typed, answer.status]).toEqual([typed, 200])
  }
})

test('nothing near answers an empty list', async () => {
  expect(await search('search=zzqxv')).toMatchObject({ fxns: [], total: 0 })
})

test('category and tags narrow the list, and the counts follow the words', async () => {
  const all = await search('')
  const finance = await search('category=finance')
  const inRegistry = Map.groupBy(await listBuiltins(), ({ category }) => category)
  const countOf = (category: Category) => inRegistry.get(category)?.length
  expect(finance.total).toBe(countOf('finance'))
  expect(new Set((finance.fxns as { category: string }[]).map(({ category }) => category))).toEqual(
    new Set(['finance']),
  )
  expect(all.categoryCounts).toMatchObject({
    all: all.total,
    finance: countOf('finance'),
    health: countOf('health'),
    converter: countOf('converter'),
  })
  const tag = ((await visitor.get('/api/tags/for-tool/loan-payment')).body.tags as { slug: string }[])[0]
  expect(slugsOf(await search(`tags=${tag?.slug}`))).toContain('loan-payment')
  expect(slugsOf(await search(`tags=${tag?.slug},no-such-tag`))).toEqual([])
})

test('tags are counted as they would narrow what the words, the category and other tags leave', async () => {
  const facets = 'money,date,json'
  for (const query of ['category=finance', 'search=convert', 'search=convert&category=developer', 'tags=json']) {
    const { tagCounts } = await search(`${query}&facets=${facets}`)
    for (const slug of facets.split(',')) {
      const { total } = await search(query.startsWith('tags=') ? `${query},${slug}` : `${query}&tags=${slug}`)
      expect([query, slug, (tagCounts as Record<string, number>)[slug]]).toEqual([query, slug, total])
    }
  }
  expect(await search('category=finance')).not.toHaveProperty('tagCounts')
})

test.each([
  ['sort=price', 'sort'],
  ['category=games', 'category'],
  ['page=0', 'page'],
  ['page=2&from=3', 'from'],
  ['page=6&from=1', 'from'],
])('the query %s is refused at %s', async (query, field) => {
  const { status, body } = await visitor.get(`/api/discovery/search?${query}`)
  const { code, details } = body.error as { code: string; details: { field: string }[] }
  expect([status, code, details[0]?.field]).toEqual([422, 'INVALID_INPUT', field])
})

test('several pages in one answer are those pages, one after the other', async () => {
  const pages = await Promise.all([1, 2, 3].map(async (page) => slugsOf(await search(`page=${page}`))))
  const together = await search('page=3&from=2')
  expect(slugsOf(together)).toEqual(pages.slice(1).flat())
  expect(together).toMatchObject({ page: 3, pages: Math.ceil(Number(together.total) / 24) })
})

test('what no search finds has names near it, and nonsense has none', async () => {
  const nearest = async (typed: string) =>
    slugsOf((await visitor.get(`/api/discovery/nearest?search=${encodeURIComponent(typed)}`)).body)
  expect(await nearest('mortgagecalcs')).toContain('mortgage-calculator')
  expect(await nearest('calculater')).toHaveLength(3)
  expect(await nearest('zzqxv')).toEqual([])
  const { status, body } = await visitor.get('/api/discovery/nearest?search=%20%20ti%20')
  expect([status, (body.error as { details: { field: string }[] }).details[0]?.field]).toEqual([422, 'search'])
})

test.each(['/api/discovery/nearest?search=tips', '/api/discovery/answer?q=10%20kg%20in%20lb'])(
  'one address is answered %s sixty times a minute, other addresses still are',
  async (url) => {
    const from = async (remoteAddress: string) => (await fettle.app.inject({ url, remoteAddress })).statusCode
    const statuses = await Promise.all(Array.from({ length: 61 }, () => from('203.0.113.7')))
    const times = (wanted: number) => statuses.filter((status) => status === wanted).length
    expect([times(200), times(429)]).toEqual([60, 1])
    expect(await from('203.0.113.8')).toBe(200)
  },
)

test('related tools never include the tool itself', async () => {
  const { body } = await visitor.get('/api/tools/tip-calculator/related')
  expect(slugsOf(body)).not.toContain('tip-calculator')
})

test('views are counted one by one, also when they come at once, and once an hour for the same person or address', async () => {
  const { id } = (await visitor.get('/api/tools/unit-converter')).body.fxn as { id: string }
  const url = `/api/discovery/views/${id}`
  const headers = { 'x-requested-with': 'test' }
  const from = async (remoteAddress: string) =>
    (await fettle.app.inject({ method: 'POST', url, remoteAddress, headers, payload: {} })).statusCode
  const counted = async () => {
    const { rows } = await fettle.database.pool.query(
      'select view_count, (select count(*) from tool_view where tool_id = tool.id) as rows from tool where id = $1',
      [id],
    )
    return rows[0]
  }
  const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => from(`203.0.113.${n}`)))
  expect(answers).toEqual(Array(20).fill(200))
  expect(await counted()).toEqual({ view_count: 20, rows: 20 })
  expect(await Promise.all(Array.from({ length: 20 }, () => from('203.0.113.7')))).toEqual(Array(20).fill(200))
  expect(await counted()).toEqual({ view_count: 20, rows: 20 })
  const person = await fettle.aPerson()
  for (let n = 0; n < 3; n++) await person.post(url)
  expect(await counted()).toEqual({ view_count: 21, rows: 21 })
})

test('recent tools are mine, each once, the latest first', async () => {
  expect((await visitor.get('/api/discovery/recent')).status).toBe(401)
  const [one, other] = [await fettle.aPerson(), await fettle.aPerson()]
  for (const slug of ['tip-calculator', 'json-formatter', 'unit-converter', 'json-formatter'])
    await one.post(`/api/discovery/views/${slug}`)
  await other.post('/api/discovery/views/loan-payment')
  expect(slugsOf((await one.get('/api/discovery/recent')).body)).toEqual([
    'json-formatter',
    'unit-converter',
    'tip-calculator',
  ])
  expect(slugsOf((await other.get('/api/discovery/recent')).body)).toEqual(['loan-payment'])
})

test('an unknown tool is 404, a draft too, and a removed one 410', async () => {
  expect((await visitor.get('/api/tools/no-such-tool')).status).toBe(404)
  const tool = {
    slug: 'gone-tool',
    title: 'Gone',
    description: 'Was here once.',
    category: 'calculator',
    tags: ['once'],
    keywords: [],
    ownerId: null,
    creatorName: '',
    kind: 'config' as const,
    inputSchema: {},
    outputSchema: {},
    code: { outputs: {} },
  }
  await fettle.database.db.transaction().execute((transaction) => saveTool(transaction, tool))
  await fettle.database.pool.query(`update tool set status = 'draft' where slug = 'gone-tool'`)
  expect((await visitor.get('/api/tools/gone-tool')).status).toBe(404)
  await fettle.database.pool.query(`update tool set status = 'deleted' where slug = 'gone-tool'`)
  expect((await visitor.get('/api/tools/gone-tool')).status).toBe(410)
})

test('saving a tool again adds a version only when a schema or the code differs', async () => {
  const tool = {
    slug: 'versioned-tool',
    title: 'Versioned',
    description: 'Changes now and then.',
    category: 'converter',
    tags: [],
    keywords: [],
    ownerId: null,
    creatorName: '',
    kind: 'config' as const,
    inputSchema: { a: { type: 'number', label: 'A' } },
    outputSchema: {},
    code: { outputs: { sum: 'input.a' } },
  }
  const save = (changed: object) =>
    fettle.database.db.transaction().execute((transaction) => saveTool(transaction, { ...tool, ...changed }))
  const version = async () => ((await visitor.get('/api/tools/versioned-tool')).body.fxn as { version: number }).version
  await save({})
  await save({ title: 'Versioned, renamed' })
  expect(await version()).toBe(1)
  await save({ code: { outputs: { sum: 'input.a + 1.0' } } })
  expect(await version()).toBe(2)
})

test('a start changes only the tools that the release has changed, and the time of those', async () => {
  const sql = async (text: string) => (await fettle.database.pool.query(text)).rows
  const then = '2026-01-02T03:04:05Z'
  await sql(`update tool set updated_at = '${then}'`)
  await syncBuiltins(fettle.database.db)
  const touched = `select slug from tool where updated_at <> '${then}' order by slug`
  expect(await sql(touched)).toEqual([])
  await sql(`update tool set title = 'Before', updated_at = '${then}' where slug = 'rot13'`)
  await sql(`update tool_version set input_schema = '{}'
              where tool_id = (select id from tool where slug = 'base64') and version = 1`)
  await syncBuiltins(fettle.database.db)
  expect(await sql(touched)).toEqual([{ slug: 'base64' }, { slug: 'rot13' }])
  expect(await sql(`select title, version from tool where slug in ('base64', 'rot13') order by slug`)).toEqual([
    { title: 'Base64 Encoder and Decoder', version: 2 },
    { title: 'ROT13 and Caesar Cipher', version: 1 },
  ])
})

test.each([
  ['a tag', `delete from tool_tag using tool, tag where tool.id = tool_id and tag.id = tag_id and tool.slug = 'rot13'`],
  ['a word that it is found by', `delete from search_word where word = 'rot13'`],
  ['a keyword', `update tool set keywords = '{}' where slug = 'rot13'`],
  ['its place in the search', `update tool set search = '' where slug = 'rot13'`],
  ['that it is built in', `update tool set kind = 'config' where slug = 'rot13'`],
  [
    'a version without somebody’s code',
    `update tool_version set code = '{}' from tool where tool.id = tool_id and slug = 'rot13'`,
  ],
  ['all of it', `delete from tool where slug = 'rot13'`],
])('a start brings back %s', async (_, spoil) => {
  const { pool, db } = fettle.database
  const kept = async () => {
    const { rows } = await pool.query(
      `select kind, keywords, search, code, array(select slug from tag join tool_tag on tag_id = tag.id
                                                   where tool_id = tool.id order by slug) as tags,
              (select variants from search_word where word = 'rot13') as variants
         from tool join tool_version using (version) where tool_id = tool.id and slug = 'rot13'`,
    )
    return rows
  }
  await syncBuiltins(db)
  const before = await kept()
  expect(before).toHaveLength(1)
  await pool.query(spoil)
  expect(await kept()).not.toEqual(before)
  await syncBuiltins(db)
  expect(await kept()).toEqual(before)
})

test('a built-in tool of a new release takes its slug from a tool of somebody, and nothing else', async () => {
  const { db, pool } = fettle.database
  const { id: ownerId } = await fettle.aPerson()
  await pool.query(`delete from tool where slug = 'rot13'`)
  const theirs = await pool.query(
    `insert into tool (id, slug, title, description, category, kind, owner_id)
     values (gen_random_uuid(), 'rot13', 'Mine', '', 'converter', 'config', $1) returning id`,
    [ownerId],
  )
  await syncBuiltins(db)
  const { rows } = await pool.query(
    `select title, kind, slug ~ '^rot13-[0-9a-f]{6}$' as stepped_aside from tool where id = $1`,
    [theirs.rows[0].id],
  )
  expect(rows).toEqual([{ title: 'Mine', kind: 'config', stepped_aside: true }])
  const builtin = await pool.query(`select kind, owner_id from tool where slug = 'rot13'`)
  expect(builtin.rows).toEqual([{ kind: 'builtin', owner_id: null }])
})

describe('a renamed tool', () => {
  const rename = (from: string, to: string) =>
    fettle.database.pool.query('update tool set slug = $2 where slug = $1', [from, to])
  const slugAt = async (slug: string) => {
    const { status, body } = await visitor.get(`/api/tools/${slug}`)
    return status === 200 ? (body.fxn as { slug: string }).slug : status
  }

  test('is found under every slug that it had, and runs under them', async () => {
    await rename('rule-of-72', 'doubling-time')
    await rename('doubling-time', 'doubling-years')
    expect(await slugAt('rule-of-72')).toBe('doubling-years')
    expect(await slugAt('doubling-time')).toBe('doubling-years')
    await rename('doubling-years', 'rule-of-72')
    expect(await slugAt('rule-of-72')).toBe('rule-of-72')
    expect(await slugAt('doubling-years')).toBe('rule-of-72')
    const run = await visitor.post('/api/tools/doubling-time/run', { annualRatePercent: 8 })
    expect([run.status, Object.keys(run.body)]).toEqual([200, ['outputs', 'durationMs']])
  })

  test('keeps its former slugs from everybody else', async () => {
    await rename('chmod-calculator', 'chmod-octal')
    await expect(rename('rot13', 'chmod-calculator')).rejects.toThrow('leads to a tool that was renamed')
    expect(await slugAt('chmod-calculator')).toBe('chmod-octal')
    expect(await slugAt('rot13')).toBe('rot13')
  })

  test('of ours is brought up to date under its new slug, with its counts', async () => {
    await rename('luhn-validator', 'old-luhn')
    const id = async (slug: string) => ((await visitor.get(`/api/tools/${slug}`)).body.fxn as { id: string }).id
    const before = await id('old-luhn')
    await renameBuiltin(fettle.database.db, ['older-luhn', 'old-luhn'], 'luhn-check')
    expect(await slugAt('old-luhn')).toBe('luhn-check')
    expect(await id('luhn-validator')).toBe(before)
    await renameBuiltin(fettle.database.db, ['luhn-check'], 'base64')
    expect(await slugAt('luhn-check')).toBe('luhn-check')
  })
})
