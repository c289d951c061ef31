import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Pool } from 'pg'
import type { Engine, StartRequest } from '#src/engine/engine.ts'
import { EngineError } from '#src/engine/engine-error.ts'
import type { Expressions } from '#src/lib/expressions/expressions.ts'
import type { Graph, Problem } from '#src/lib/graph/graph.schema.ts'
import { problemText } from '#src/lib/graph/problem-text.ts'
import { isUuid } from '#src/lib/ids.ts'
import { runKeyOf } from '#src/lib/run-key.ts'
import { WEBHOOK_METHODS, WebhookSettings } from '#src/nodes/index.ts'
import { isSameSecret } from '#src/server/crypto/form-secret.ts'
import type { SecretBox } from '#src/server/crypto/secret-box.ts'
import { AppError, notFound, tooManyRequests } from '#src/server/http/app-error.ts'
import type { SharedLimiter } from '#src/server/http/shared-limiter.ts'
import type { ReferencesOf } from './caller-data.ts'
import { recogniseDelivery } from './deliveries.ts'
import { failureAnswer } from './failure-answer.ts'
import { sendAccepted, sendDuplicate, sendOutput, sendResponse } from './hook-answer.ts'
import { signingSecretPlace } from './hook-settings.server.ts'
import { createResumeHandler, RESUME_PATH, type ResumeDeps } from './resume.server.ts'
import { isSigned } from './signature.ts'
import { startOnce } from './start-once.server.ts'
import { rawBodyOf, receive } from './webhook-request.ts'
import { findHook, findHookVersion, findTestHook, type HookVersion } from './webhooks.queries.ts'

export interface WebhooksDeps {
  readonly pool: Pool
  readonly engine: Engine
  readonly expressions: Pick<Expressions, 'compile'>
  readonly secretBox: Pick<SecretBox, 'open'>
  readonly limiter: Pick<SharedLimiter, 'takeTogether'>
  readonly checkGraph: (graph: Graph) => readonly Problem[]
}

/** How long a caller is kept waiting for the answer of the workflow before it gets 202. */
const RESPONSE_TIMEOUT_MS = 30_000
const MAX_KEPT_VERSIONS = 1000

const methodNotAllowed = (methods: readonly string[]) =>
  new AppError({ code: 'METHOD_NOT_ALLOWED', status: 405, message: `This webhook takes ${methods.join(', ')}` })
const invalidSignature = () =>
  new AppError({ code: 'INVALID_SIGNATURE', status: 401, message: 'The request is not signed as this webhook asks' })
/** Whoever sends events tries again later: what happens during a pause is late, not lost. */
const PAUSED_RETRY_S = 300
const workflowPaused = () =>
  new AppError({
    code: 'WORKFLOW_PAUSED',
    status: 503,
    message: 'This workflow is paused. Send the request again later.',
    retryAfter: PAUSED_RETRY_S,
  })
const noRoomForCall = () =>
  new AppError({
    code: 'QUOTA_EXCEEDED',
    status: 507,
    message: 'This webhook cannot take so much at the moment: there is no room left. Send the request again later.',
  })
const draftHasProblems = (message: string) => new AppError({ code: 'GRAPH_HAS_PROBLEMS', status: 422, message })

/** The webhook step's own settings; null when the graph has none. */
function settingsOf({ nodes }: Graph): WebhookSettings | null {
  const node = nodes.find(({ type, disabled }) => type === 'webhook' && !disabled)
  return node === undefined ? null : (WebhookSettings.safeParse(node.config).data ?? null)
}

/** A workflow that was found under an address, ready to be started by it. */
interface Hook {
  readonly workflowId: string
  readonly signingSecret: Buffer | null
  readonly settings: WebhookSettings
  readonly start: Omit<StartRequest, 'trigger'>
  /** A call of the test address starts a run each time. */
  readonly isTest: boolean
}

type FindHook = (workflowId: string, secret: string) => Promise<Hook | undefined>

function findPublished({ pool }: WebhooksDeps): FindHook {
  type KeptVersion = HookVersion & { readonly settings: WebhookSettings | null }
  const versions = new Map<string, KeptVersion>()
  const versionOf = async (workflowId: string, version: number): Promise<KeptVersion | undefined> => {
    const name = `${workflowId} ${version}`
    const known = versions.get(name)
    if (known !== undefined) return known
    const found = await findHookVersion(pool, workflowId, version)
    if (found === undefined) return undefined
    if (versions.size >= MAX_KEPT_VERSIONS) versions.clear()
    const kept = { ...found, settings: settingsOf(found.graph) }
    versions.set(name, kept)
    return kept
  }

  return async (workflowId, secret) => {
    const row = await findHook(pool, workflowId)
    if (row === undefined || !isSameSecret(secret, row.hook_secret)) return undefined
    if (row.status === 'paused') throw workflowPaused()
    const found = await versionOf(workflowId, row.published_version)
    if (found === undefined || found.settings === null) return undefined
    const { graph, lane, settings } = found
    const start = { workflowId, ownerId: row.owner_id, version: row.published_version, graph, lane }
    return { workflowId, signingSecret: row.hook_signing_secret, settings, start, isTest: false }
  }
}

const findListening =
  ({ pool, engine, checkGraph }: WebhooksDeps): FindHook =>
  async (workflowId, secret) => {
    const row = await findTestHook(pool, workflowId)
    if (row === undefined || !isSameSecret(secret, row.hook_secret)) return undefined
    const problem = checkGraph(row.draft).find(({ severity }) => severity === 'error')
    if (problem !== undefined) throw draftHasProblems(problemText(row.draft, problem))
    const settings = settingsOf(row.draft)
    if (settings === null) return undefined
    const start = {
      workflowId,
      ownerId: row.owner_id,
      version: null,
      graph: row.draft,
      lane: engine.laneOf(row.draft),
    }
    return { workflowId, signingSecret: row.hook_signing_secret, settings, start, isTest: true }
  }

/** Why a call was not accepted, to a caller who may try again later. */
function refuse(error: unknown): never {
  if (error instanceof EngineError && error.code === 'TOO_MANY_RUNS') throw tooManyRequests(1, error.message)
  if (error instanceof AppError && error.code === 'QUOTA_EXCEEDED') throw noRoomForCall()
  throw error
}

function createHandler(deps: WebhooksDeps, find: FindHook) {
  const { engine, limiter, secretBox } = deps

  async function admit(request: FastifyRequest, reply: FastifyReply, hook: Hook): Promise<void> {
    const { workflowId, settings, signingSecret, isTest } = hook
    if (!settings.methods.some((method) => method === request.method)) {
      reply.header('allow', settings.methods.join(', '))
      throw methodNotAllowed(settings.methods)
    }
    if (settings.perMinute !== undefined && !isTest) {
      const wait = await limiter.takeTogether(`${settings.perMinute}/min`, `webhook ${workflowId}`)
      if (wait > 0) throw tooManyRequests(wait)
    }
    if (settings.signature === 'none') return
    // Nobody can sign without a secret, and with an empty one everybody could.
    if (signingSecret === null) throw notFound('webhook')
    const secret = secretBox.open(signingSecret, signingSecretPlace(workflowId))
    const signed = { headers: request.headers, raw: rawBodyOf(request) }
    if (!isSigned(signed, settings, secret, Date.now())) throw invalidSignature()
  }

  async function run(reply: FastifyReply, { settings }: Hook, start: StartRequest): Promise<FastifyReply> {
    if (settings.respond === 'now') return sendAccepted(reply, (await engine.start(start).catch(refuse)).executionId)
    const answer = await engine.startAndWait(start, { timeoutMs: RESPONSE_TIMEOUT_MS }).catch(refuse)
    reply.header('x-execution-id', answer.executionId)
    if (answer.status === 'failed' && answer.response === undefined)
      throw failureAnswer(start.graph, answer, referencesWith(deps.expressions))
    return settings.respond === 'last' ? sendOutput(reply, answer) : sendResponse(reply, answer)
  }

  return async function webhook(request: FastifyRequest, reply: FastifyReply) {
    const { workflowId, secret } = request.params as { workflowId: string; secret: string }
    const hook = isUuid(workflowId) ? await find(workflowId.toLowerCase(), secret) : undefined
    if (hook === undefined) throw notFound('webhook')
    await admit(request, reply, hook)
    const { trigger: payload, sent } = await receive(request, hook.settings.rawBody)
    const recognised = recogniseDelivery(hook.settings, payload, sent)
    const key = runKeyOf(recognised?.value)
    const start: StartRequest = {
      ...hook.start,
      ...(key !== null && { key }),
      trigger: { kind: 'webhook', payload },
    }
    if (recognised === null || hook.isTest) return run(reply, hook, start)
    const delivery = { workflowId: hook.workflowId, key: recognised.key, rememberMinutes: hook.settings.dedupeMinutes }
    return startOnce(deps.pool, delivery, {
      start: (executionId) => run(reply, hook, { ...start, executionId }),
      duplicateOf: (executionId) => sendDuplicate(reply, executionId),
    })
  }
}

const referencesWith =
  ({ compile }: WebhooksDeps['expressions']): ReferencesOf =>
  (expression) => {
    try {
      return compile(expression).references
    } catch {
      return undefined
    }
  }

/** /hooks/… and /hooks-test/… take any body as raw bytes: the parsers of the API do not reach in here. */
export async function registerWebhooks(app: FastifyInstance, deps: WebhooksDeps & ResumeDeps): Promise<void> {
  await app.register(async (hooks) => {
    hooks.removeAllContentTypeParsers()
    // Senders write what they like there; a type that is none would be refused before anybody saw the event.
    hooks.addHook('onRequest', async (request) => {
      if (request.mediaType === undefined) request.headers = { 'content-type': undefined }
    })
    hooks.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    const method = [...WEBHOOK_METHODS]
    hooks.route({ method, url: '/hooks/:workflowId/:secret', handler: createHandler(deps, findPublished(deps)) })
    hooks.route({ method, url: '/hooks-test/:workflowId/:secret', handler: createHandler(deps, findListening(deps)) })
    hooks.route({ method, url: `${RESUME_PATH}:token`, handler: createResumeHandler(deps) })
  })
}
