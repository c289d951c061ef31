import path from 'node:path'
import { Readable } from 'node:stream'
import { pathToFileURL } from 'node:url'
import zlib from 'node:zlib'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify'
import { createRequestHandler, type RouterContext, RouterContextProvider, type ServerBuild } from 'react-router'
import type { ViteDevServer } from 'vite'
import { refuseCrossSite } from './cross-site.ts'

const root = path.resolve(import.meta.dirname, '../../..')
/** The API's readable page lies under /api, all else there is for programs. */
const notPages = /^\/(api(?!\/docs(\?|$|\.data))|hooks|healthz|readyz)(\/|\?|$)/

interface FormOptions {
  readonly origin: string
  /** Pages with an action of their own. */
  readonly formPaths: readonly string[]
  /** Of these, those whose forms may hold files, and the most bytes of one such form. */
  readonly filePaths: Readonly<Record<string, number>>
}

interface PagesOptions<Services> extends FormOptions {
  readonly dev: boolean
  readonly services: (request: FastifyRequest, reply: FastifyReply) => Promise<Services>
}

/** Serves everything that is not the API: built assets, and pages rendered by React Router in this process. */
export async function servePages<Services>(app: FastifyInstance, options: PagesOptions<Services>): Promise<void> {
  const load = options.dev ? await serveFromVite(app) : await serveFromBuild(app)
  const mode = options.dev ? 'development' : 'production'
  let known: { build: ServerBuild; handle: ReturnType<typeof createRequestHandler> } | undefined
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    if (notPages.test(request.url)) return reply.callNotFound()
    const build = await load()
    if (known?.build !== build) known = { build, handle: createRequestHandler(build, mode) }
    // The key comes from the build: the page's modules are another copy than this process's.
    const { requestContext } = build.entry.module as unknown as { requestContext: RouterContext<Services> }
    const context = new RouterContextProvider()
    context.set(requestContext, await options.services(request, reply))
    const response = await known.handle(toWebRequest(request, reply, options.origin), context)
    return sendWebResponse(response, request, reply)
  }
  app.route({ method: ['GET', 'HEAD'], url: '/*', handler: answer })
  await app.register(async (forms) => takeForms(forms, options, answer))
}

/** Far more than any form of ours holds. */
const FORM_LIMIT = 65_536
const FORM_TYPE = 'application/x-www-form-urlencoded'

/** Forms that work without scripts: the browser's own words say that they come from our pages. */
function takeForms(
  app: FastifyInstance,
  { formPaths, filePaths, origin }: FormOptions,
  answer: RouteHandlerMethod,
): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(FORM_TYPE, { parseAs: 'string', bodyLimit: FORM_LIMIT }, (_request, body, done) =>
    done(null, body),
  )
  const take = (on: FastifyInstance, type: RegExp, paths: readonly string[]) => {
    on.addHook('onRequest', async (request) => refuseCrossSite(request, origin, { header: false, type }))
    for (const path of paths) on.post(path, { bodyLimit: filePaths[path] ?? FORM_LIMIT }, answer)
  }
  const takesFiles = (path: string) => Object.hasOwn(filePaths, path)
  void app.register(async (plain) =>
    take(
      plain,
      /^application\/x-www-form-urlencoded\b/i,
      formPaths.filter((path) => !takesFiles(path)),
    ),
  )
  void app.register(async (withFiles) => {
    withFiles.addContentTypeParser('multipart/form-data', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    )
    take(withFiles, /^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i, Object.keys(filePaths))
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
  const client = path.join(root, 'build/client')
  const files = { index: false, dotfiles: 'ignore', preCompressed: true, cacheControl: false } as const
  // One route for all of them: a thousand routes would take a tenth of the start.
  await app.register(fastifyStatic, {
    ...files,
    root: path.join(client, 'assets'),
    prefix: '/assets/',
    setHeaders(reply) {
      // A frame in a strict sandbox has no origin, and modules and fonts are fetched with CORS. They are no secret.
      reply.header('access-control-allow-origin', '*')
      reply.header('cache-control', 'public, max-age=31536000, immutable')
    },
  })
  await app.register(fastifyStatic, {
    ...files,
    root: client,
    wildcard: false,
    globIgnore: ['assets/**'],
    decorateReply: false,
    setHeaders: (reply) => void reply.header('cache-control', 'public, max-age=0, must-revalidate'),
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
  // Our own rule has looked at it; React Router's knows one address of this site only.
  headers.delete('origin')
  const body =
    request.method === 'POST'
      ? { body: Buffer.isBuffer(request.body) ? new Uint8Array(request.body) : String(request.body ?? '') }
      : {}
  return new Request(origin + request.url, { method: request.method, headers, signal: abort.signal, ...body })
}

/** What React Router has rendered; pages are compressed for those who accept it. */
export function sendWebResponse(response: Response, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.code(response.status)
  // Pages differ by person: caches may keep them but must ask; without no-store the browser's back cache works.
  reply.header('cache-control', 'private, no-cache')
  response.headers.forEach((value, name) => {
    reply.header(name, value)
  })
  if (response.body === null) return reply.send('')
  const body = Readable.fromWeb(response.body as never)
  if (response.headers.get('content-type')?.includes('text/html') !== true) return reply.send(body)
  reply.header('vary', 'accept-encoding')
  if (!/\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))) return reply.send(body)
  const gzip = zlib.createGzip({ level: 5, flush: zlib.constants.Z_SYNC_FLUSH })
  body.on('error', (error) => gzip.destroy(error)).pipe(gzip)
  return reply.header('content-encoding', 'gzip').send(gzip)
}
