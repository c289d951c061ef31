import { randomUUID } from 'node:crypto'
import fastifyCookie from '@fastify/cookie'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { isTooDeep, MAX_JSON_DEPTH } from '#src/lib/json-depth.ts'
import { AppError, fromFrameworkError, invalidRequest, notFound, toEnvelope } from './app-error.ts'
import { securityHeaders } from './security-headers.ts'

interface HttpAppOptions {
  readonly log: FastifyBaseLogger
  readonly trustProxy: boolean
  readonly https: boolean
  readonly devSocket?: string
}

const BODY_LIMIT = 1_048_576

/** What a log may hold of an address: that of a webhook is its own secret. */
const loggedUrl = ({ url }: FastifyRequest) => url.replace(/^(\/hooks\/[^/?]*).+/, '$1/…')

/** Sends an expected failure as it is and any other as a 500 that says nothing but the request's id. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const known = error instanceof AppError ? error : fromFrameworkError(error as Error)
  if (known === undefined) request.log.error({ err: error, url: loggedUrl(request) }, 'unexpected error')
  const failure =
    known ?? new AppError({ code: 'INTERNAL_ERROR', status: 500, message: 'Something went wrong on our side' })
  if (failure.retryAfter !== null) reply.header('retry-after', String(failure.retryAfter))
  return reply.code(failure.status).type('application/json').send(toEnvelope(failure, request.id))
}

/** Fastify with our ids, headers and envelope; features add their routes to it. */
export async function createHttpApp({ log, trustProxy, https, devSocket }: HttpAppOptions): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    bodyLimit: BODY_LIMIT,
    // The proxy in front and no other: what stands before its own entry in X-Forwarded-For is whatever a caller wrote.
    trustProxy: trustProxy && ((_address, hop) => hop === 0),
    // An address that is not valid percent-encoding never gets as far as the hooks.
    frameworkErrors(error, request, reply) {
      sendError(error, request, reply.header('x-request-id', request.id))
    },
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 300 },
  })
  securityHeaders(app, devSocket === undefined ? { https } : { https, devSocket })
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    done()
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
  app.setNotFoundHandler((request, reply) => sendError(notFound('address'), request, reply))
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body: string, done) => {
    if (isTooDeep(body)) done(invalidRequest(`The body is nested more than ${MAX_JSON_DEPTH} levels deep`))
    else void parseJson(request, body, done)
  })
  await app.register(fastifyCookie)
  return app
}
