import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AnswerOf, Endpoint, InputOf, Method } from '#src/lib/contract.ts'
import { subscriberOf } from '#src/lib/ip-ranges.ts'
import { AppError, invalidCredential, tooManyRequests } from './app-error.ts'
import { refuseCrossSite } from './cross-site.ts'
import { aloneClaim, type Claim, type Idempotency } from './idempotency.ts'
import type { Limiter, Rate } from './limiter.ts'
import type { Asked, Authenticate, AuthenticateKey, Viewer } from './request-context.ts'
import type { RawInput, Route } from './route.ts'
import { acceptUploads, UPLOAD_TYPE } from './upload.ts'

export interface MountOptions {
  readonly routes: readonly Route[]
  readonly authenticate: Authenticate
  readonly authenticateKey: AuthenticateKey
  readonly idempotency: Idempotency
  readonly publicOrigin: string
  readonly limiter: Limiter
}

/** Every key keeps an answer for a day: visitors get few, so that nobody fills the disk. */
const VISITOR_KEYS: Rate = '120/min'

/** Wrong keys of one address; the right ones are not counted. */
const WRONG_KEYS: Rate = '30/min'

/** Calls an endpoint in this process, as the person who asked for the page, if pages of this kind know them. */
export type Call = <E extends Endpoint>(method: E['method'], path: E['path'], input: InputOf<E>) => Promise<AnswerOf<E>>

/** Puts every route on HTTP and returns the in-process door that page loaders use. */
export function mount(
  app: FastifyInstance,
  options: MountOptions,
): (request: FastifyRequest, reply: FastifyReply, authenticate: Authenticate) => Call {
  const byName = new Map<string, Route>()
  const put = (on: FastifyInstance, route: Route) => {
    const { method, path, bodyLimit } = route.endpoint
    byName.set(`${method} ${path}`, route)
    const handler = (request: FastifyRequest, reply: FastifyReply) => answer(route, options, request, reply)
    on.route({ method, url: path, ...(bodyLimit !== undefined && { bodyLimit }), handler })
  }
  const takesFile = ({ endpoint }: Route) => endpoint.upload === true
  for (const route of options.routes.filter((one) => !takesFile(one))) put(app, route)
  // Apart, so that no other address reads such bodies.
  void app.register(async (uploads) => {
    await acceptUploads(uploads)
    for (const route of options.routes.filter(takesFile)) put(uploads, route)
  })
  return (request, reply, authenticate) => {
    const call = async (method: Method, path: string, input: RawInput): Promise<unknown> => {
      const route = byName.get(`${method} ${path}`)
      if (route === undefined) throw new Error(`No route ${method} ${path}`)
      return route.run(toAsked(await authenticate(request), request, reply), input)
    }
    return call as Call
  }
}

const toAsked = (viewer: Viewer | null, request: FastifyRequest, reply: FastifyReply): Asked => ({
  viewer,
  address: subscriberOf(request.ip),
  requestId: request.id,
  claim: aloneClaim(),
  request,
  reply,
})

/** With an Authorization header the key alone counts, and no cookie is read; without one, the session. */
async function identify({ endpoint }: Route, options: MountOptions, request: FastifyRequest): Promise<Viewer | null> {
  const { authorization } = request.headers
  if (authorization === undefined) {
    refuseCrossSite(request, options.publicOrigin, endpoint.upload === true ? { type: UPLOAD_TYPE } : {})
    return options.authenticate(request)
  }
  const token = /^Bearer (ftl_\S{1,200})$/.exec(authorization)?.[1]
  const viewer = token === undefined ? null : await options.authenticateKey(token)
  if (viewer === null) {
    const address = subscriberOf(request.ip)
    const wait = options.limiter.take(WRONG_KEYS, `wrong key ${address}`)
    if (wait > 0) throw tooManyRequests(wait)
    request.log.warn({ address }, 'refused: an unknown API key')
    throw invalidCredential()
  }
  requireScope(endpoint, viewer)
  return viewer
}

function requireScope({ scope }: Endpoint, { credential }: Viewer): void {
  if (credential.kind !== 'api-key' || (scope !== undefined && credential.scopes.includes(scope))) return
  throw new AppError({
    code: 'INSUFFICIENT_SCOPE',
    status: 403,
    message: scope === undefined ? 'An API key cannot make this call' : `This API key lacks the scope "${scope}"`,
  })
}

async function answer(route: Route, options: MountOptions, request: FastifyRequest, reply: FastifyReply) {
  const asked = toAsked(await identify(route, options, request), request, reply)
  const work = async (claim: Claim) => ({
    status: route.endpoint.status ?? 200,
    body: JSON.stringify(await route.run({ ...asked, claim }, request)),
  })
  const key = idempotencyKey(request)
  if (key !== undefined && asked.viewer === null) {
    const wait = options.limiter.take(VISITOR_KEYS, `idempotency ${asked.address}`)
    if (wait > 0) throw tooManyRequests(wait)
  }
  const { status, body } =
    key === undefined || route.endpoint.method === 'GET' || route.endpoint.replay === false
      ? await work(asked.claim)
      : await options.idempotency.once(key, scopeOf(asked, request), request.body, work)
  if (reply.sent) return reply
  // What a person is told is kept by no cache, not even the browser's own.
  reply.header('cache-control', 'no-store')
  return reply.code(status).type('application/json; charset=utf-8').send(body)
}

function idempotencyKey(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key']
  if (Array.isArray(key))
    throw new AppError({ code: 'INVALID_REQUEST', status: 400, message: 'Send one Idempotency-Key' })
  return key
}

/** Begins with the person: it goes with the account. An index row has less room than an address may take. */
const scopeOf = ({ viewer, address }: Asked, { method, url }: FastifyRequest) =>
  `${viewer?.id ?? address} ${method} ${createHash('sha256').update(url).digest('hex')}`
