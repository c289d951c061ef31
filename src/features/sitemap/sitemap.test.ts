import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#src/app/test-app.ts'
import { createLimiter } from '#src/server/http/limiter.ts'
import { sitemapFiles } from './sitemap.server.ts'

const ORIGIN = 'http://localhost:3000'
const PER_FILE = 50

let fettle: TestApp
let large: FastifyInstance
let slugs: string[]
beforeAll(async () => {
  fettle = await startTestApp()
  const { rows } = await fettle.database.pool.query<{ slug: string }>('select slug from tool order by id')
  slugs = rows.map(({ slug }) => slug)
  large = Fastify()
  sitemapFiles(large, {
    db: fettle.database.db,
    limiter: createLimiter(),
    origin: ORIGIN,
    urlsPerFile: PER_FILE,
  })
})
afterAll(async () => {
  await large.close()
  await fettle.stop()
})

interface Entry {
  readonly loc: string
  readonly lastmod: string | undefined
}

/** Reads the few elements that a sitemap has; anything else in it is left over and noticed. */
function parse(xml: string, root: 'urlset' | 'sitemapindex', tag: 'url' | 'sitemap'): Entry[] {
  const entries: Entry[] = []
  const rest = xml.replaceAll(
    new RegExp(`<${tag}><loc>([^<>&]+(?:&amp;[^<>&]+)*)</loc>(?:<lastmod>([^<>]+)</lastmod>)?</${tag}>\n`, 'g'),
    (_, loc: string, lastmod: string | undefined) => {
      entries.push({ loc: loc.replaceAll('&amp;', '&'), lastmod })
      return ''
    },
  )
  expect(rest).toBe(
    `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n</${root}>\n`,
  )
  return entries
}

async function fetchXml(app: FastifyInstance, url: string): Promise<string> {
  const { statusCode, headers, body } = await app.inject({ url })
  expect([statusCode, headers['content-type']], url).toEqual([200, 'application/xml; charset=utf-8'])
  return body
}

test('robots.txt names the sitemap and closes what is private', async () => {
  const { statusCode, headers, body } = await fettle.app.inject({ url: '/robots.txt' })
  expect([statusCode, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
  const lines = body.split('\n')
  expect(lines[0]).toBe('User-agent: *')
  for (const path of ['/api/', '/hooks/', '/settings', '/workflows', '/admin'])
    expect(lines).toContain(`Disallow: ${path}`)
  expect(lines).toContain('Allow: /api/docs')
  expect(lines).toContain(`Sitemap: ${ORIGIN}/sitemap.xml`)
})

test('the sitemap has every page and every published tool once, with the time of its last change', async () => {
  await fettle.database.pool.query(`update tool set updated_at = '2026-01-02T03:04:05Z' where slug = 'tip-calculator'`)
  await fettle.database.pool.query(`update tool set status = 'hidden' where slug = 'rot13'`)
  const entries = parse(await fetchXml(fettle.app, '/sitemap.xml'), 'urlset', 'url')
  const tools = entries.filter(({ loc }) => loc.startsWith(`${ORIGIN}/fxn/`))
  expect(tools.map(({ loc }) => loc)).toEqual(
    slugs.filter((slug) => slug !== 'rot13').map((slug) => `${ORIGIN}/fxn/${slug}`),
  )
  expect(tools.find(({ loc }) => loc.endsWith('/tip-calculator'))?.lastmod).toBe('2026-01-02T03:04:05.000Z')
  const pages = entries.filter((entry) => !tools.includes(entry)).map(({ loc }) => loc.replace(ORIGIN, ''))
  expect(pages).toEqual([
    '/',
    '/explore',
    ...['calculator', 'converter', 'developer', 'health', 'design', 'finance'].map((one) => `/explore?category=${one}`),
    '/pricing',
    '/api/docs',
    '/support',
    '/terms',
    '/privacy',
  ])
  await fettle.database.pool.query(`update tool set status = 'published' where slug = 'rot13'`)
})

test('a creator is in it while a tool of theirs is', async () => {
  const { id } = await fettle.aPerson()
  const creators = async () =>
    parse(await fetchXml(fettle.app, '/sitemap.xml'), 'urlset', 'url').filter(({ loc }) => loc.includes('/creators/'))
  expect(await creators()).toEqual([])
  await fettle.database.pool.query(
    `insert into tool (id, slug, title, description, category, kind, owner_id, updated_at)
     values ($1, 'of-a-person', 'Of a person', '', 'calculator', 'config', $1, '2026-01-02T03:04:05Z')`,
    [id],
  )
  expect(await creators()).toEqual([{ loc: `${ORIGIN}/creators/person-1`, lastmod: '2026-01-02T03:04:05.000Z' }])
  await fettle.database.pool.query(`delete from tool where slug = 'of-a-person'`)
  expect(await creators()).toEqual([])
})

test('what does not fit into one file is an index of parts that hold all of it', async () => {
  const parts = parse(await fetchXml(large, '/sitemap.xml'), 'sitemapindex', 'sitemap').map(({ loc }) => loc)
  const count = Math.ceil(slugs.length / PER_FILE)
  expect(count).toBeGreaterThan(1)
  expect(parts).toEqual([
    `${ORIGIN}/sitemap-pages.xml`,
    ...Array.from({ length: count }, (_, index) => `${ORIGIN}/sitemap-${index + 1}.xml`),
  ])
  const found: string[] = []
  for (const part of parts) {
    const entries = parse(await fetchXml(large, part.replace(ORIGIN, '')), 'urlset', 'url')
    expect(entries.length).toBeLessThanOrEqual(PER_FILE)
    found.push(...entries.map(({ loc }) => loc))
  }
  expect(found.filter((loc) => loc.includes('/fxn/'))).toEqual(slugs.map((slug) => `${ORIGIN}/fxn/${slug}`))
})

test('a part that is not there is not found, and nobody may ask for too many', async () => {
  for (const part of ['0', '99', 'x', '1e1'])
    expect((await large.inject({ url: `/sitemap-${part}.xml` })).statusCode, part).toBe(404)
  const statuses = []
  for (let asked = 0; asked < 70; asked++)
    statuses.push((await large.inject({ url: '/sitemap-pages.xml', remoteAddress: '192.0.2.7' })).statusCode)
  expect(statuses.slice(0, 60)).toEqual(Array(60).fill(200))
  expect(statuses.slice(60)).toEqual(Array(10).fill(429))
})
