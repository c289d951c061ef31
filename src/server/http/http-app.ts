import { randomUUID } from 'node:crypto'
import fastifyCookie from '@fastify/cookie'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { isDatabaseAway } from '#src/lib/database-errors.ts'
import { isTooDeep, MAX_JSON_DEPTH } from '#src/lib/json-depth.ts'
import { AppError, fromFrameworkError, invalidRequest, notFound, toEnvelope, unavailable } from './app-error.ts'
import { boundLargeBodies } from './large-bodies.ts'
import { createSecurityHeaders, isHook } from './security-headers.ts'

interface HttpAppOptions {
  readonly log: FastifyBaseLogger
  readonly trustProxy: boolean
  readonly https: boolean
  readonly devSocket?: string
  /** Stripe takes the cards. */
  readonly withStripe?: boolean
  /** What strangers made is shown from there. */
  readonly contentUrl?: string
}

const BODY_LIMIT = 1_048_576

/** The part of these paths that is a secret of its own, and all after it. */
const SECRET_PATH = /^((?:\/api)?\/(?:unsubscribe|approvals|run-files|forms\/[^/]*)\/).*/s

/**
 * What a log may hold of an address: the path of a webhook is its own secret, and so is that of a mailed link or of a file
 * on its host; a query may sign somebody in, as the code of another provider does.
 */
const loggedUrl = (request: FastifyRequest) =>
  isHook(request)
    ? request.url.replace(/^(\/[^/]*\/[^/?]*).+/, '$1/…')
    : request.url.replace(/\?.*/s, '?…').replace(SECRET_PATH, '$1…')

const DATABASE_AWAY_S = 5

/** Nothing was accepted, and the same request may be sent again. */
function databaseAway(error: unknown, request: FastifyRequest): AppError | undefined {
  if (!isDatabaseAway(error)) return undefined
  request.log.warn({ err: error }, 'the database does not answer')
  return unavailable(`The database does not answer. Try again in ${DATABASE_AWAY_S} s.`, DATABASE_AWAY_S)
}

/** Sends an expected failure as it is and any other as a 500 that says nothing but the request's id. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const known = error instanceof AppError ? error : (databaseAway(error, request) ?? fromFrameworkError(error as Error))
  if (known === undefined) request.log.error({ err: error, url: loggedUrl(request) }, 'unexpected error')
  const failure =
    known ?? new AppError({ code: 'INTERNAL_ERROR', status: 500, message: 'Something went wrong on our side' })
  if (failure.retryAfter !== null) reply.header('retry-after', String(failure.retryAfter))
  reply.header('cache-control', 'no-store')
  return reply.code(failure.status).type('application/json').send(toEnvelope(failure, request.id))
}

const methodNotAllowed = (methods: readonly string[]) =>
  new AppError({ code: 'METHOD_NOT_ALLOWED', status: 405, message: `This address takes ${methods.join(', ')}` })

/** "/api/tools/:id/run" → what fits it */
const toPattern = (path: string) =>
  new RegExp(`^${path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:\w+/g, '[^/]+')}$`)

/** Answers 405 with Allow where the API has the address for other methods, and 404 for all else. */
function refuseUnknown(app: FastifyInstance): void {
  const methodsOf = new Map<string, { readonly pattern: RegExp; readonly methods: Set<string> }>()
  app.addHook('onRoute', ({ url, method }) => {
    if (!url.startsWith('/api/')) return
    const known = methodsOf.get(url) ?? { pattern: toPattern(url), methods: new Set() }
    methodsOf.set(url, known)
    for (const one of Array.isArray(method) ? method : [method]) known.methods.add(one)
  })
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.replace(/\?.*$/s, '')
    const fitting = [...methodsOf.values()].filter(({ pattern }) => pattern.test(path))
    if (fitting.length === 0) return sendError(notFound('address'), request, reply)
    const methods = [...new Set(fitting.flatMap((one) => [...one.methods]))].sort()
    return sendError(methodNotAllowed(methods), request, reply.header('allow', methods.join(', ')))
  })
}

/** Fastify with our ids, headers and envelope; features add their routes to it. */
export async function createHttpApp({ log, trustProxy, ...options }: HttpAppOptions): Promise<FastifyInstance> {
  const setSecurityHeaders = createSecurityHeaders(options)
  const begin = (request: FastifyRequest, reply: FastifyReply) => {
    setSecurityHeaders(request, reply)
    reply.header('x-request-id', request.id)
  }
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    bodyLimit: BODY_LIMIT,
    // The proxy in front and no other: what stands before its own entry in X-Forwarded-For is whatever a caller wrote.
    trustProxy: trustProxy && ((_address, hop) => hop === 0),
    // An address that is not valid percent-encoding never gets as far as the hooks.
    frameworkErrors(error, request, reply) {
      begin(request, reply)
      sendError(error, request, reply)
    },
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 300 },
    // RFC 9112, section 3.2.2: a caller may name scheme and host; everything here reads the path.
    rewriteUrl: ({ url = '/' }) => url.replace(/^https?:\/\/[^/?#]*\/?/i, '/'),
  })
  app.decorateRequest('nonce', '')
  app.addHook('onRequest', (request, reply, done) => {
    begin(request, reply)
    // "*", or another scheme: a router takes the one for /*, and no page could make an address of it.
    done(request.url.startsWith('/') ? undefined : notFound('address'))
  })
  app.addHook('onResponse', (request, reply, done) => {
    const line = {
      method: request.method,
      url: loggedUrl(request),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    }
    if (reply.statusCode >= 500) request.log.warn(line, 'request')
    else request.log.debug(line, 'request')
    done()
  })
  app.setErrorHandler(sendError)
  refuseUnknown(app)
  boundLargeBodies(app, BODY_LIMIT)
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body: string, done) => {
    if (isTooDeep(body)) done(invalidRequest(`The body is nested more than ${MAX_JSON_DEPTH} levels deep`))
    else void parseJson(request, body, done)
  })
  await app.register(fastifyCookie)
  return app
}
