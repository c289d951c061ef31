import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Pool } from 'pg'
import type { Engine, RunAnswer, StartRequest } from '#src/engine/engine.ts'
import type { Expressions } from '#src/lib/expressions/expressions.ts'
import type { Graph } from '#src/lib/graph/graph.schema.ts'
import { isUuid } from '#src/lib/ids.ts'
import { WEBHOOK_METHODS } from '#src/nodes/index.ts'
import { AppError, notFound } from '#src/server/http/app-error.ts'
import { hookHeaders } from '#src/server/http/security-headers.ts'
import type { ReferencesOf } from './caller-data.ts'
import { failureAnswer } from './failure-answer.ts'
import { createResumeHandler, RESUME_PATH, type ResumeDeps } from './resume.server.ts'
import { toTrigger } from './webhook-trigger.ts'
import { findHook, findHookVersion, type HookVersion } from './webhooks.queries.ts'

export interface WebhooksDeps {
  readonly pool: Pool
  readonly engine: Engine
  readonly expressions: Pick<Expressions, 'compile'>
}

/** How long a caller is kept waiting for the respond node before it gets 202. */
const RESPONSE_TIMEOUT_MS = 30_000
const MAX_KEPT_VERSIONS = 1000

const methodNotAllowed = (methods: readonly string[]) =>
  new AppError({ code: 'METHOD_NOT_ALLOWED', status: 405, message: `This webhook takes ${methods.join(', ')}` })

const digest = (text: string) => createHash('sha256').update(text).digest()
const sameSecret = (given: string, expected: string) => timingSafeEqual(digest(given), digest(expected))

/** The webhook node's own settings; null when the version has none. */
function hookSettings({ nodes }: Graph): { methods: readonly string[]; respond: string } | null {
  const node = nodes.find(({ type, disabled }) => type === 'webhook' && !disabled)
  if (node === undefined) return null
  const { methods = ['POST'], respond = 'node' } = node.config as { methods?: string[]; respond?: string }
  return { methods, respond }
}

export function createWebhookHandler({ pool, engine, expressions }: WebhooksDeps) {
  const versions = new Map<string, HookVersion>()
  const versionOf = async (workflowId: string, version: number): Promise<HookVersion | undefined> => {
    const name = `${workflowId} ${version}`
    const known = versions.get(name)
    if (known !== undefined) return known
    const found = await findHookVersion(pool, workflowId, version)
    if (versions.size >= MAX_KEPT_VERSIONS) versions.clear()
    if (found !== undefined) versions.set(name, found)
    return found
  }

  return async function webhook(request: FastifyRequest, reply: FastifyReply) {
    const { workflowId, secret } = request.params as { workflowId: string; secret: string }
    const hook = isUuid(workflowId) ? await findHook(pool, workflowId) : undefined
    if (hook === undefined || !sameSecret(secret, hook.hook_secret)) throw notFound('webhook')
    const version = await versionOf(workflowId, hook.published_version)
    const settings = version && hookSettings(version.graph)
    if (version === undefined || !settings) throw notFound('webhook')
    if (!settings.methods.includes(request.method)) {
      reply.header('allow', settings.methods.join(', '))
      throw methodNotAllowed(settings.methods)
    }
    const start: StartRequest = {
      workflowId,
      ownerId: hook.owner_id,
      version: hook.published_version,
      graph: version.graph,
      lane: version.lane,
      trigger: { kind: 'webhook', payload: toTrigger(request) },
    }
    if (settings.respond === 'now') return accepted(reply, (await engine.start(start)).executionId)
    const answer = await engine.startAndWait(start, { timeoutMs: RESPONSE_TIMEOUT_MS })
    reply.header('x-execution-id', answer.executionId)
    if (answer.status === 'failed' && answer.response === undefined)
      throw failureAnswer(version.graph, answer, referencesWith(expressions))
    return send(reply, answer)
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

const accepted = (reply: FastifyReply, executionId: string) => reply.code(202).send({ executionId })

function send(reply: FastifyReply, answer: RunAnswer): FastifyReply {
  const { response } = answer
  if (response === undefined) return accepted(reply, answer.executionId)
  // The respond node has refused the headers that would act on our own pages; ours are not the workflow's to change.
  reply.code(response.status).headers({ ...response.headers, ...hookHeaders })
  if (response.body === null) return reply.send()
  if (typeof response.body === 'string') {
    if (!reply.hasHeader('content-type')) reply.type('text/plain; charset=utf-8')
    return reply.send(response.body)
  }
  if (!reply.hasHeader('content-type')) reply.type('application/json; charset=utf-8')
  return reply.send(JSON.stringify(response.body))
}

/** /hooks/… takes any body as raw bytes: the parsers of the API do not reach in here. */
export async function registerWebhooks(app: FastifyInstance, deps: WebhooksDeps & ResumeDeps): Promise<void> {
  await app.register(async (hooks) => {
    hooks.removeAllContentTypeParsers()
    hooks.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    hooks.route({
      method: [...WEBHOOK_METHODS],
      url: '/hooks/:workflowId/:secret',
      handler: createWebhookHandler(deps),
    })
    hooks.route({
      method: [...WEBHOOK_METHODS],
      url: `${RESUME_PATH}:token`,
      handler: createResumeHandler(deps),
    })
  })
}
