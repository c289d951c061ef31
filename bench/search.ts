import { setTimeout as sleep } from 'node:timers/promises'
import { queryDatabase } from '../e2e/support/app-database.ts'
import { type AppProcess, startApp, temporaryFolder } from '../e2e/support/app-process.ts'
import { type Figure, quantile, rounded } from './figures.ts'

const ROUNDS = 20
/** Longer than the time in which PostgreSQL makes its counts of scans known. */
const STATISTICS_MS = 2500

/** What is asked for, by kind: a few of each, so that no kind is one lucky page of the cache. */
const QUERIES = {
  'broad word': ['search=image', 'search=image&sort=recent', 'search=image+tool', 'search=co', 'search=image&page=20'],
  'rare word': ['search=word4711', 'search=word123', 'search=image+word12'],
  typo: ['search=wrd4711', 'search=tpi', 'search=imgae+converter'],
  'tag and category': [
    'category=finance&tags=bench-3',
    'search=image&category=design&tags=bench-5&sort=rating',
    'tags=bench-7&sort=popular',
  ],
  'default list': ['', 'sort=popular', 'sort=rating', 'sort=recent&page=30', 'category=finance'],
  nothing: ['search=zzqxv'],
} as const

/** Made-up tools: one common word in each, a few hundred middling ones, many rare ones. */
const seed = (tools: number) => [
  `insert into tag (id, name, slug) select gen_random_uuid(), 'Bench ' || n, 'bench-' || n from generate_series(1, 50) n
   on conflict do nothing`,
  `insert into tool (id, slug, title, description, category, kind, run_count, people_month, quality, trending,
                     rating_count, rating_sum, published_at, search)
   select gen_random_uuid(), 'bench-tool-' || n, 'Image tool word' || n % 5000, 'Converter number ' || n,
     (array['calculator','converter','developer','health','design','finance'])[1 + n % 6], 'builtin',
     (n * 7919::bigint) % 10007, (n * 6007::bigint) % 997, (n * 104729::bigint % 99991) / 99991.0, n * 7919::bigint % 1009,
     n % 13, (n % 13) * (1 + n % 5), now() - n * interval '1 minute',
     setweight(to_tsvector('simple', 'image tool word' || n % 5000), 'A')
       || setweight(to_tsvector('simple', 'converter number ' || n), 'C')
       || array_to_tsvector(array['#bench-' || (1 + (n * 7919::bigint) % 10007 % 50)])
   from generate_series((select count(*) from tool where slug like 'bench-tool-%') + 1, ${tools}) n`,
  `insert into tool_version (tool_id, version, input_schema, output_schema)
   select id, 1, '{}', '{}' from tool where slug like 'bench-tool-%' on conflict do nothing`,
  `insert into tool_tag (tool_id, tag_id)
   select tool.id, tag.id from tool join tag on tag.slug = 'bench-' || (1 + run_count % 50) where tool.slug like 'bench-tool-%'
   on conflict do nothing`,
  `insert into search_word (word, variants)
   select word, (select array_agg(distinct left(word, i - 1) || substr(word, i + 1)) || word
                   from generate_series(1, length(word)) i)
     from (select 'word' || n as word from generate_series(0, 4999) n
           union select unnest(array['image', 'tool', 'converter', 'number'])) words on conflict do nothing`,
  'vacuum analyze',
]

async function timesOf(app: AppProcess, queries: readonly string[]): Promise<number[]> {
  const times: number[] = []
  for (let round = -1; round < ROUNDS; round++)
    for (const query of queries) {
      const begun = performance.now()
      const response = await fetch(`${app.url}/api/discovery/search?${query}`)
      if (!response.ok) throw new Error(`${query}: ${response.status} ${await response.text()}`)
      await response.arrayBuffer()
      // The first round warms up.
      if (round >= 0) times.push(performance.now() - begun)
    }
  return times.sort((a, b) => a - b)
}

/** How often each large table was read from end to end so far. */
async function countFullScans(app: AppProcess): Promise<Map<string, number>> {
  await sleep(STATISTICS_MS)
  const rows = await queryDatabase(
    app.dataDir,
    `select relname, seq_scan::integer from pg_stat_user_tables
      where relname in ('tool', 'tool_version', 'tool_tag', 'search_word')`,
  )
  return new Map(rows.map(({ relname, seq_scan }) => [String(relname), Number(seq_scan)]))
}

async function seedTools(app: AppProcess, tools: number): Promise<void> {
  for (const statement of seed(tools)) await queryDatabase(app.dataDir, statement)
}

export async function searchBench(app: AppProcess): Promise<Figure[]> {
  await seedTools(app, 100_000)
  return measureSearch(app, 100_000, '≤ 50')
}

/** In an app of its own, which is started again after the seeding: PostgreSQL's memory follows what it finds at a start. */
export async function millionBench(): Promise<Figure[]> {
  const dataDir = temporaryFolder()
  const env = { LOG_LEVEL: 'warn', TRUST_PROXY: 'true' }
  const first = await startApp({ dataDir, env })
  await seedTools(first, 1_000_000)
  await first.stop()
  const app = await startApp({ dataDir, env })
  const figures = await measureSearch(app, 1_000_000, '≤ 150')
  await app.stop()
  return figures
}

/** The times of these queries, and the tables that were read from end to end meanwhile. */
async function watched(app: AppProcess, queries: Parameters<typeof timesOf>[1]) {
  const before = await countFullScans(app)
  const times = await timesOf(app, queries)
  const after = await countFullScans(app)
  const scanned = Array.from(after).flatMap(([table, scans]) => (scans > (before.get(table) ?? 0) ? [table] : []))
  return { times, scanned }
}

/** Search through the API over so many tools, one request at a time; throws when a large table was read whole. */
async function measureSearch(app: AppProcess, tools: number, target: string): Promise<Figure[]> {
  const figures: Figure[] = []
  const all: number[] = []
  const fullScans: string[] = []
  const add = (name: string, times: readonly number[]) => {
    figures.push({ name: `${name}: p50`, value: rounded(quantile(times, 0.5)), unit: 'ms' })
    figures.push({ name: `${name}: p95`, value: rounded(quantile(times, 0.95)), unit: 'ms', target })
  }
  for (const [kind, queries] of Object.entries(QUERIES)) {
    const first = await watched(app, queries)
    all.push(...first.times)
    add(`search in ${tools} tools, ${kind}`, first.times)
    // A chore reads a table whole now and then: what a search reads, it reads each time.
    const again = first.scanned.length === 0 ? first : await watched(app, queries)
    for (const table of again.scanned) if (first.scanned.includes(table)) fullScans.push(`${kind}: ${table}`)
  }
  add(
    `search in ${tools} tools`,
    all.sort((a, b) => a - b),
  )
  if (fullScans.length > 0)
    throw new Error(`Searching reads tables from end to end: ${fullScans.join(', ')}\n${JSON.stringify(figures)}`)
  return figures
}
