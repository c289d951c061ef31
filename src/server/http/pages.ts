import path from 'node:path'
import { Readable } from 'node:stream'
import { pathToFileURL } from 'node:url'
import zlib from 'node:zlib'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createRequestHandler, type RouterContext, RouterContextProvider, type ServerBuild } from 'react-router'
import type { ViteDevServer } from 'vite'
import { notFound } from './app-error.ts'

const root = path.resolve(import.meta.dirname, '../../..')
/** The API's readable page lies under /api, all else there is for programs. */
const notPages = /^\/(api(?!\/docs(\?|$|\.data))|hooks|healthz|readyz)(\/|\?|$)/

interface PagesOptions<Services> {
  readonly dev: boolean
  readonly origin: string
  readonly services: (request: FastifyRequest, reply: FastifyReply) => Promise<Services>
}

/** Serves everything that is not the API: built assets, and pages rendered by React Router in this process. */
export async function servePages<Services>(app: FastifyInstance, options: PagesOptions<Services>): Promise<void> {
  const load = options.dev ? await serveFromVite(app) : await serveFromBuild(app)
  const mode = options.dev ? 'development' : 'production'
  let known: { build: ServerBuild; handle: ReturnType<typeof createRequestHandler> } | undefined
  await app.register(async (forms) => {
    // A form that is sent before its script has loaded: back to the page rather than to a message for programs.
    forms.removeAllContentTypeParsers()
    forms.addContentTypeParser('*', { parseAs: 'string' }, (_request, _body, done) => done(null))
    forms.post('/auth', (_request, reply) => reply.redirect('/auth', 303))
  })
  app.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    async handler(request, reply) {
      if (notPages.test(request.url)) throw notFound('address')
      const build = await load()
      if (known?.build !== build) known = { build, handle: createRequestHandler(build, mode) }
      // The key comes from the build: the page's modules are another copy than this process's.
      const { requestContext } = build.entry.module as unknown as { requestContext: RouterContext<Services> }
      const context = new RouterContextProvider()
      context.set(requestContext, await options.services(request, reply))
      const response = await known.handle(toWebRequest(request, reply, options.origin), context)
      return sendWebResponse(response, request, reply)
    },
  })
}

async function serveFromVite(app: FastifyInstance): Promise<() => Promise<ServerBuild>> {
  const { createServer } = await import('vite')
  const vite: ViteDevServer = await createServer({
    root,
    configLoader: 'native',
    appType: 'custom',
    server: { middlewareMode: true, hmr: { server: app.server } },
  })
  app.addHook('onRequest', (request, reply, next) => {
    if (notPages.test(request.url)) next()
    else vite.middlewares(request.raw, reply.raw, next)
  })
  app.addHook('onClose', () => vite.close())
  return () => vite.ssrLoadModule('virtual:react-router/server-build') as Promise<ServerBuild>
}

async function serveFromBuild(app: FastifyInstance): Promise<() => Promise<ServerBuild>> {
  const build = (await import(pathToFileURL(path.join(root, 'build/server/index.js')).href)) as ServerBuild
  await app.register(fastifyStatic, {
    root: path.join(root, 'build/client'),
    wildcard: false,
    index: false,
    dotfiles: 'ignore',
    preCompressed: true,
    cacheControl: false,
    setHeaders(reply, file) {
      const hashed = file.includes('/assets/')
      reply.header(
        'cache-control',
        hashed ? 'public, max-age=31536000, immutable' : 'public, max-age=0, must-revalidate',
      )
    },
  })
  return async () => build
}

function toWebRequest(request: FastifyRequest, reply: FastifyReply, origin: string): Request {
  const abort = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) abort.abort()
  })
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers))
    if (value !== undefined && !name.startsWith(':')) headers.set(name, String(value))
  return new Request(origin + request.url, { method: request.method, headers, signal: abort.signal })
}

function sendWebResponse(response: Response, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.code(response.status)
  // Pages differ by person: caches may keep them but must ask; without no-store the browser's back cache works.
  reply.header('cache-control', 'private, no-cache')
  response.headers.forEach((value, name) => {
    reply.header(name, value)
  })
  if (response.body === null) return reply.send('')
  const body = Readable.fromWeb(response.body as never)
  const isHtml = response.headers.get('content-type')?.includes('text/html') === true
  if (!isHtml || !/\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))) return reply.send(body)
  const gzip = zlib.createGzip({ level: 5, flush: zlib.constants.Z_SYNC_FLUSH })
  body.on('error', (error) => gzip.destroy(error)).pipe(gzip)
  return reply.header('content-encoding', 'gzip').header('vary', 'accept-encoding').send(gzip)
}
