import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { CATEGORIES } from '#src/sdk/define-tool.ts'
import type { Db } from '#src/server/database.ts'
import { notFound, tooManyRequests } from '#src/server/http/app-error.ts'
import type { Limiter } from '#src/server/http/limiter.ts'
import { countListed, listListed } from './sitemap.queries.ts'
import { type Listed, toSitemapIndex, toUrlSet } from './sitemap-xml.ts'

/** The most that the protocol allows in one file. */
export const URLS_PER_FILE = 50_000

const PAGES = [
  '/',
  '/explore',
  ...CATEGORIES.map((category) => `/explore?category=${category}`),
  '/pricing',
  '/api/docs',
  '/support',
  '/terms',
  '/privacy',
]

/** What is for programs or for one person alone. */
const CLOSED = [
  '/api/',
  '/hooks/',
  '/dev/',
  '/dashboard',
  '/settings',
  '/subscription',
  '/billing',
  '/workflows',
  '/tools',
  '/create-tool',
  '/admin',
  '/email-preferences',
  '/purchases',
  '/earnings',
  '/coupons',
  '/licences',
  '/checkout/',
]

const robots = (origin: string): string =>
  [
    'User-agent: *',
    ...CLOSED.map((path) => `Disallow: ${path}`),
    'Allow: /api/docs',
    '',
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ].join('\n')

interface SitemapOptions {
  readonly db: Db
  readonly limiter: Limiter
  /** Origin without a trailing slash. */
  readonly origin: string
  readonly urlsPerFile?: number
}

/** GET /robots.txt and /sitemap.xml; with more pages than fit into one file, the latter names its parts. */
export function sitemapFiles(app: FastifyInstance, options: SitemapOptions): void {
  const { db, limiter, origin, urlsPerFile = URLS_PER_FILE } = options
  const pages = PAGES.map((path): Listed => ({ url: origin + path }))
  const listPages = async (offset: number, limit: number): Promise<Listed[]> =>
    (await listListed(db, { offset, limit })).map(({ path, updated_at }) => ({
      url: origin + path,
      changedAt: updated_at,
    }))
  // Tens of thousands of lines each: nobody needs many of them.
  const beginXml = ({ ip }: FastifyRequest, reply: FastifyReply): void => {
    const wait = limiter.take('60/min', `sitemap ${ip}`)
    if (wait > 0) throw tooManyRequests(wait)
    reply.headers({ 'content-type': 'application/xml; charset=utf-8', 'cache-control': 'public, max-age=3600' })
  }

  app.get('/robots.txt', (_request, reply) =>
    reply.type('text/plain; charset=utf-8').header('cache-control', 'public, max-age=3600').send(robots(origin)),
  )
  app.get('/sitemap.xml', async (request, reply) => {
    beginXml(request, reply)
    const count = await countListed(db)
    if (pages.length + count <= urlsPerFile) return reply.send(toUrlSet([...pages, ...(await listPages(0, count))]))
    const parts = Array.from({ length: Math.ceil(count / urlsPerFile) }, (_, index) => `/sitemap-${index + 1}.xml`)
    return reply.send(toSitemapIndex(['/sitemap-pages.xml', ...parts].map((path) => ({ url: origin + path }))))
  })
  app.get('/sitemap-pages.xml', async (request, reply) => {
    beginXml(request, reply)
    return reply.send(toUrlSet(pages))
  })
  app.get('/sitemap-:part(^[1-9]\\d{0,3}$).xml', async (request, reply) => {
    const { part } = request.params as { part: string }
    beginXml(request, reply)
    const listed = await listPages((Number(part) - 1) * urlsPerFile, urlsPerFile)
    if (listed.length === 0) throw notFound('sitemap')
    return reply.send(toUrlSet(listed))
  })
}
