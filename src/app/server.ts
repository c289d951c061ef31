import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { PageServices } from '#src/client/request-context.ts'
import type { Engine } from '#src/engine/engine.ts'
import { readBlob, readSteps } from '#src/engine/steps.queries.ts'
import { accountRoutes } from '#src/features/accounts/accounts.server.ts'
import { createSessions } from '#src/features/accounts/sessions.server.ts'
import { openApiRoute } from '#src/features/api-docs/api-docs.server.ts'
import { catalogRoutes } from '#src/features/catalog/catalog.server.ts'
import { executionEvents } from '#src/features/executions/execution-events.server.ts'
import { executionRoutes } from '#src/features/executions/executions.server.ts'
import { healthRoutes } from '#src/features/health/health.server.ts'
import { nodeTypeRoutes } from '#src/features/node-types/node-types.server.ts'
import type { RunRecorder } from '#src/features/tool-runs/run-recorder.queries.ts'
import type { ToolRunner } from '#src/features/tool-runs/tool-runner.server.ts'
import { toolRunRoutes } from '#src/features/tool-runs/tool-runs.server.ts'
import { registerWebhooks } from '#src/features/webhooks/webhooks.server.ts'
import { createGraphCheck } from '#src/features/workflows/graph-checks.server.ts'
import { addStarterWorkflow, workflowRoutes } from '#src/features/workflows/workflows.server.ts'
import type { Expressions } from '#src/lib/expressions/expressions.ts'
import { readTheme } from '#src/lib/theme.ts'
import type { Nodes } from '#src/nodes/index.ts'
import type { Database } from '#src/server/database.ts'
import type { Env } from '#src/server/env.ts'
import { AppError, toEnvelope } from '#src/server/http/app-error.ts'
import { createHttpApp } from '#src/server/http/http-app.ts'
import { createIdempotency } from '#src/server/http/idempotency.ts'
import { createLimiter } from '#src/server/http/limiter.ts'
import { type Call, mount } from '#src/server/http/mount.ts'
import { toOpenApi } from '#src/server/http/openapi.ts'
import { servePages } from '#src/server/http/pages.ts'
import type { Logger } from '#src/server/log.ts'
import { readSidebarCollapsed } from '#src/ui/shell/sidebar-state.ts'

export interface ServerParts {
  readonly env: Env
  readonly log: Logger
  readonly database: Database
  readonly engine: Engine
  readonly nodes: Nodes
  readonly expressions: Expressions
  readonly runner: ToolRunner
  readonly recorder: RunRecorder
  /** Vite in this process, with hot reload. */
  readonly dev: boolean
  /** False in tests of the API, which need no build of the pages. */
  readonly withPages?: boolean
}

/** Wires every feature to its parts; the only place that knows them all. */
export async function createServer(parts: ServerParts): Promise<FastifyInstance> {
  const { env, log, engine, nodes, expressions, runner, recorder, dev } = parts
  const { db, pool } = parts.database
  const https = env.publicUrl.startsWith('https:')
  const app = await createHttpApp({
    // Fastify's own lines of level info say what the start-up has just printed.
    log: log.child({}, { level: env.logLevel === 'info' ? 'warn' : env.logLevel }),
    trustProxy: env.trustProxy,
    https,
    ...(dev && { devSocket: `ws://localhost:${env.port}` }),
  })
  const limiter = createLimiter()
  const sessions = createSessions(db, { https })
  const checkGraph = createGraphCheck(nodes, expressions)
  const laneOf = engine.laneOf
  const idempotency = createIdempotency(pool)

  const routes = [
    ...accountRoutes({
      db,
      sessions,
      limiter,
      onRegistered: (transaction, userId) => addStarterWorkflow(transaction, userId, laneOf),
    }),
    ...catalogRoutes({ db, limiter }),
    ...toolRunRoutes({ db, runner, recorder, limiter }),
    ...workflowRoutes({ db, checkGraph, laneOf }),
    ...executionRoutes({
      db,
      engine,
      readSteps: (id) => readSteps(pool, id),
      readBlob: (id, seq, part) => readBlob(pool, id, seq, part),
      checkGraph,
      limiter,
    }),
    ...nodeTypeRoutes({ nodes, expressions, limiter }),
  ]
  const callFor = mount(app, {
    routes,
    authenticate: sessions.authenticate,
    idempotency,
    publicOrigin: env.publicUrl,
    limiter,
  })
  executionEvents(app, { db, engine, authenticate: sessions.authenticate })
  healthRoutes(app, { pool, engineReady: () => engine.isReady() })
  const openApi = toOpenApi(
    routes.map(({ endpoint }) => endpoint),
    env.publicUrl,
  )
  openApiRoute(app, openApi)
  await registerWebhooks(app, { pool, engine })
  if (parts.withPages !== false) {
    const services = async (request: FastifyRequest, reply: FastifyReply): Promise<PageServices> => ({
      nonce: request.nonce,
      theme: readTheme(request.headers.cookie),
      sidebarCollapsed: readSidebarCollapsed(request.headers.cookie),
      viewer: await sessions.authenticate(request),
      production: env.production,
      publicUrl: env.publicUrl,
      openApi,
      call: asResponses(callFor(request, reply), request.id),
    })
    await servePages<PageServices>(app, { dev, origin: env.publicUrl, services })
  }
  const sweep = () => Promise.all([idempotency.sweep(), sessions.sweep()])
  const hourly = setInterval(() => void sweep().catch((err) => log.warn({ err }, 'sweep')), 3_600_000)
  app.addHook('onClose', async () => clearInterval(hourly))
  return app
}

/** Page loaders throw a Response for what the API refuses: React Router turns its status into the page's. */
const asResponses =
  (call: Call, requestId: string): Call =>
  async (method, path, input) => {
    try {
      return await call(method, path, input)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      throw Response.json(toEnvelope(error, requestId), { status: error.status })
    }
  }
