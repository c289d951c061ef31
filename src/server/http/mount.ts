import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AnswerOf, Endpoint, InputOf, Method } from '#src/lib/contract.ts'
import { subscriberOf } from '#src/lib/ip-ranges.ts'
import { AppError, tooManyRequests } from './app-error.ts'
import { refuseCrossSite } from './cross-site.ts'
import type { Idempotency } from './idempotency.ts'
import type { Limiter, Rate } from './limiter.ts'
import type { Asked, Authenticate } from './request-context.ts'
import type { RawInput, Route } from './route.ts'

export interface MountOptions {
  readonly routes: readonly Route[]
  readonly authenticate: Authenticate
  readonly idempotency: Idempotency
  readonly publicOrigin: string
  readonly limiter: Limiter
}

/** Every key keeps an answer for a day: visitors get few, so that nobody fills the disk. */
const VISITOR_KEYS: Rate = '120/min'

/** Calls an endpoint in this process, as the person who asked for the page. */
export type Call = <E extends Endpoint>(method: E['method'], path: E['path'], input: InputOf<E>) => Promise<AnswerOf<E>>

/** Puts every route on HTTP and returns the in-process door that page loaders use. */
export function mount(
  app: FastifyInstance,
  options: MountOptions,
): (request: FastifyRequest, reply: FastifyReply) => Call {
  const byName = new Map<string, Route>()
  for (const route of options.routes) {
    const { method, path } = route.endpoint
    byName.set(`${method} ${path}`, route)
    app.route({ method, url: path, handler: (request, reply) => answer(route, options, request, reply) })
  }
  return (request, reply) => {
    const call = async (method: Method, path: string, input: RawInput): Promise<unknown> => {
      const route = byName.get(`${method} ${path}`)
      if (route === undefined) throw new Error(`No route ${method} ${path}`)
      return route.run(await ask(options.authenticate, request, reply), input)
    }
    return call as Call
  }
}

const ask = async (authenticate: Authenticate, request: FastifyRequest, reply: FastifyReply): Promise<Asked> => ({
  viewer: await authenticate(request),
  address: subscriberOf(request.ip),
  requestId: request.id,
  request,
  reply,
})

async function answer(route: Route, options: MountOptions, request: FastifyRequest, reply: FastifyReply) {
  refuseCrossSite(request, options.publicOrigin)
  const asked = await ask(options.authenticate, request, reply)
  const work = async () => ({
    status: route.endpoint.status ?? 200,
    body: JSON.stringify(await route.run(asked, request)),
  })
  const key = idempotencyKey(request)
  if (key !== undefined && asked.viewer === null) {
    const wait = options.limiter.take(VISITOR_KEYS, `idempotency ${asked.address}`)
    if (wait > 0) throw tooManyRequests(wait)
  }
  const { status, body } =
    key === undefined || route.endpoint.method === 'GET' || route.endpoint.replay === false
      ? await work()
      : await options.idempotency.once(key, scopeOf(asked, request), request.body, work)
  if (reply.sent) return reply
  return reply.code(status).type('application/json; charset=utf-8').send(body)
}

function idempotencyKey(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key']
  if (Array.isArray(key))
    throw new AppError({ code: 'INVALID_REQUEST', status: 400, message: 'Send one Idempotency-Key' })
  return key
}

const scopeOf = ({ viewer, address }: Asked, request: FastifyRequest) =>
  `${viewer?.id ?? address} ${request.method} ${request.url}`
