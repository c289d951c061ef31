import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { PageServices, SignedInUser } from '#src/client/request-context.ts'
import type { Engine, EngineTransaction } from '#src/engine/engine.ts'
import { strandedRuns } from '#src/engine/invariants.ts'
import { readSteps, readStepValue } from '#src/engine/steps.queries.ts'
import { deleteDueAccounts } from '#src/features/account-deletion/delete-due-accounts.server.ts'
import { createSessions } from '#src/features/accounts/sessions.server.ts'
import { restartSilence } from '#src/features/alerts/alerts.queries.ts'
import { alertRoutes } from '#src/features/alerts/alerts.server.ts'
import { analyticsRoutes } from '#src/features/analytics/analytics.server.ts'
import { answerRoutes } from '#src/features/answers/answers.server.ts'
import { openApiRoute } from '#src/features/api-docs/api-docs.server.ts'
import { createAuthenticateKey } from '#src/features/api-keys/authenticate-key.server.ts'
import { approvalRoutes } from '#src/features/approvals/approvals.server.ts'
import { APPROVAL_PURPOSE } from '#src/features/approvals/ask.server.ts'
import { catalogRoutes } from '#src/features/catalog/catalog.server.ts'
import { refreshQuality } from '#src/features/catalog/quality.queries.ts'
import { getUsableTool } from '#src/features/checkout/access.ts'
import { hasOpenRefund } from '#src/features/checkout/open-refund.ts'
import { sweepClientErrors } from '#src/features/client-errors/client-errors.server.ts'
import { creatorToolRoutes } from '#src/features/creator-tools/creator-tools.server.ts'
import { creatorRoutes } from '#src/features/creators/creators.server.ts'
import { exportReady } from '#src/features/data-export/data-export.mails.ts'
import { deleteOldExports } from '#src/features/data-export/data-export.queries.ts'
import { EXPORT_DAYS } from '#src/features/data-export/data-export.schema.ts'
import { exportDownload } from '#src/features/data-export/data-export.server.ts'
import { type ExportWorker, startExportWorker } from '#src/features/data-export/export-worker.server.ts'
import { debugRoutes } from '#src/features/executions/debug.server.ts'
import { executionEvents } from '#src/features/executions/execution-events.server.ts'
import { executionRoutes } from '#src/features/executions/executions.server.ts'
import { assertOwnRun } from '#src/features/executions/own-execution.server.ts'
import { favoriteRoutes } from '#src/features/favorites/favorites.server.ts'
import { featuredRoutes } from '#src/features/featured/featured.server.ts'
import { featuredAdminRoutes } from '#src/features/featured/featured-admin.server.ts'
import { formRoutes } from '#src/features/forms/forms.server.ts'
import { healthRoutes } from '#src/features/health/health.server.ts'
import { moderationRoutes } from '#src/features/moderation/moderation.server.ts'
import { openCase, openReportCase } from '#src/features/moderation/open-case.queries.ts'
import { statementRoutes } from '#src/features/moderation/statements.server.ts'
import { nodeTypeRoutes } from '#src/features/node-types/node-types.server.ts'
import { notificationEvents } from '#src/features/notifications/notification-events.server.ts'
import { sweepNotifications } from '#src/features/notifications/notifications.server.ts'
import { deleteEndedVisits } from '#src/features/oidc/oidc.queries.ts'
import { deleteOldEvents } from '#src/features/polls/polls.queries.ts'
import { pollRoutes } from '#src/features/polls/polls.server.ts'
import { publishPolls, removePolls } from '#src/features/polls/publish-polls.ts'
import { receiverRoutes } from '#src/features/receivers/receivers.server.ts'
import { reportRoutes } from '#src/features/reports/reports.server.ts'
import { reviewRoutes } from '#src/features/reviews/reviews.server.ts'
import { mailFates } from '#src/features/run-mails/mail-fates.server.ts'
import { publishSchedules, removeSchedules } from '#src/features/schedules/publish-schedules.ts'
import { deleteOldTicks } from '#src/features/schedules/schedules.queries.ts'
import { scheduleRoutes } from '#src/features/schedules/schedules.server.ts'
import { deleteEndedChallenges } from '#src/features/second-factor/challenges.queries.ts'
import { createAllSecrets } from '#src/features/secrets/secret-reader.server.ts'
import { secretRoutes } from '#src/features/secrets/secrets.server.ts'
import { createSearchCounter, type SearchCounter } from '#src/features/site-figures/count-searches.server.ts'
import { siteFigureRoutes } from '#src/features/site-figures/site-figures.server.ts'
import { sitemapFiles } from '#src/features/sitemap/sitemap.server.ts'
import { socialCards } from '#src/features/social-card/social-card.server.ts'
import { tagRoutes } from '#src/features/tags/tags.server.ts'
import { toolFigureRoutes } from '#src/features/tool-figures/tool-figures.server.ts'
import { sweepRequests } from '#src/features/tool-requests/tool-requests.queries.ts'
import { toolRequestRoutes } from '#src/features/tool-requests/tool-requests.server.ts'
import type { RunRecorder } from '#src/features/tool-runs/run-recorder.queries.ts'
import type { ToolRunner } from '#src/features/tool-runs/tool-runner.server.ts'
import { toolRunRoutes } from '#src/features/tool-runs/tool-runs.server.ts'
import { bytesOfWorkflow, forgetUnborn, lockStorage, storedBytes } from '#src/features/usage/usage.queries.ts'
import { usageRoutes } from '#src/features/usage/usage.server.ts'
import { variableRoutes } from '#src/features/variables/variables.server.ts'
import { deleteOldDeliveries } from '#src/features/webhooks/deliveries.queries.ts'
import { hookSettingsRoutes } from '#src/features/webhooks/hook-settings.server.ts'
import { RESUME_PURPOSE } from '#src/features/webhooks/resume.server.ts'
import { registerWebhooks } from '#src/features/webhooks/webhooks.server.ts'
import { errorWorkflowRoutes } from '#src/features/workflows/error-workflow.server.ts'
import { workflowFileRoutes } from '#src/features/workflows/files/workflow-files.server.ts'
import { createGraphCheck } from '#src/features/workflows/graph-checks.server.ts'
import { keptDraftRoutes } from '#src/features/workflows/kept-drafts/kept-drafts.server.ts'
import { pinRoutes } from '#src/features/workflows/pins/pins.server.ts'
import { workflowActRoutes } from '#src/features/workflows/workflow-act-routes.server.ts'
import type { Triggers } from '#src/features/workflows/workflow-acts.server.ts'
import { findOwned } from '#src/features/workflows/workflows.queries.ts'
import { workflowRoutes } from '#src/features/workflows/workflows.server.ts'
import { isEmbedPath } from '#src/lib/embed-path.ts'
import type { Expressions } from '#src/lib/expressions/expressions.ts'
import { MAX_FILES_MB } from '#src/lib/forms/form-files.ts'
import { readTheme, themeIn } from '#src/lib/theme.ts'
import { bodyPortsOf, type Nodes } from '#src/nodes/index.ts'
import type { Sandbox } from '#src/sandbox/sandbox.ts'
import type { SecretBox } from '#src/server/crypto/secret-box.ts'
import type { Signer } from '#src/server/crypto/signer.ts'
import type { Database } from '#src/server/database.ts'
import type { DatabaseEvents } from '#src/server/database-events.ts'
import type { Env } from '#src/server/env.ts'
import { AppError, toEnvelope } from '#src/server/http/app-error.ts'
import { createHttpApp } from '#src/server/http/http-app.ts'
import { createIdempotency } from '#src/server/http/idempotency.ts'
import { type Call, mount } from '#src/server/http/mount.ts'
import { toOpenApi } from '#src/server/http/openapi.ts'
import { servePages } from '#src/server/http/pages.ts'
import type { Authenticate, Viewer } from '#src/server/http/request-context.ts'
import type { Route } from '#src/server/http/route.ts'
import { createSharedLimiter, type SharedLimiter } from '#src/server/http/shared-limiter.ts'
import { sweepRegularly } from '#src/server/http/sweep-regularly.ts'
import type { Logger } from '#src/server/log.ts'
import type { QueueMail } from '#src/server/mail/queue-mail.ts'
import { sweepMail } from '#src/server/mail/sweep-mail.ts'
import type { RefuseInfected } from '#src/server/scanner/refuse-infected.ts'
import { readSidebarCollapsed } from '#src/ui/shell/sidebar-state.ts'
import { allAccountRoutes, registerMailEndpoints } from './account-routes.ts'
import { readAccountValues, readToolVersion } from './account-values.ts'
import { afterRelease } from './after-release.ts'
import { registerContent } from './content.ts'
import { type MoneyParts, moneyFiles, moneyRoutes } from './money-routes.ts'
import { registerPayments } from './payments.ts'

export interface ServerParts extends MoneyParts {
  readonly env: Env
  readonly log: Logger
  readonly database: Database
  readonly engine: Engine
  readonly nodes: Nodes
  readonly expressions: Expressions
  readonly runner: ToolRunner
  readonly sandbox: Sandbox
  readonly recorder: RunRecorder
  readonly secretBox: SecretBox
  readonly signerFor: (purpose: string) => Signer
  readonly databaseEvents: DatabaseEvents
  readonly queueMail: QueueMail
  readonly refuseInfected: RefuseInfected
  /** Vite in this process, with hot reload. */
  readonly dev: boolean
  /** False in tests of the API, which need no build of the pages. */
  readonly withPages?: boolean
}

/** Wires every feature to its parts; the only place that knows them all. */
export async function createServer(parts: ServerParts): Promise<FastifyInstance> {
  const { env, log, engine, dev } = parts
  const { db, pool } = parts.database
  const https = env.publicUrl.startsWith('https:')
  const app = await createHttpApp({
    // Fastify's own lines of level info say what the start-up has just printed.
    log: log.child({}, { level: env.logLevel === 'info' ? 'warn' : env.logLevel }),
    trustProxy: env.trustProxy,
    https,
    withStripe: env.stripe !== undefined,
    ...(env.contentUrl !== undefined && { contentUrl: env.contentUrl }),
    ...(dev && { devSocket: `ws://localhost:${env.port}` }),
  })
  const limiter = createSharedLimiter(pool)
  const sessions = createSessions(db, { https })
  const idempotency = createIdempotency(pool, log, engine)
  const exportWorker = startExports(app, parts)
  const searches = createSearchCounter(db, { onError: (err) => log.warn({ err }, 'searches were not counted') })
  app.addHook('onClose', () => searches.flush())

  const routes = [
    ...allAccountRoutes({ ...parts, sessions, limiter, exportWorker }),
    ...toolAndWorkflowRoutes(parts, limiter, searches),
    ...moneyRoutes(parts, limiter),
  ]
  const callFor = mount(app, {
    routes,
    authenticate: sessions.authenticate,
    authenticateKey: createAuthenticateKey(db),
    idempotency,
    publicOrigin: env.publicUrl,
    limiter,
  })
  const { authenticate } = sessions
  const streams = { db, events: parts.databaseEvents, authenticate, publicOrigin: env.publicUrl }
  exportDownload(app, { db, authenticate })
  executionEvents(app, { ...streams, engine })
  notificationEvents(app, { ...streams, log })
  registerContent(app, parts, authenticate)
  moneyFiles(app, { till: parts.till, authenticate, limiter })
  sitemapFiles(app, { db, limiter, origin: env.publicUrl })
  socialCards(app, { db, limiter })
  healthRoutes(app, { pool, engineReady: () => engine.isReady() })
  const openApi = openApiOf(routes, env.publicUrl)
  openApiRoute(app, openApi)
  registerMailEndpoints(app, { ...parts, limiter })
  await registerPayments(app, parts)
  const checkGraph = createGraphCheck(parts.nodes, parts.expressions)
  const resumeSigner = parts.signerFor(RESUME_PURPOSE)
  await registerWebhooks(app, { ...parts, db, pool, limiter, checkGraph, resumeSigner })
  if (parts.withPages !== false) {
    const services = async (request: FastifyRequest, reply: FastifyReply): Promise<PageServices> => {
      const isEmbed = isEmbedPath(request.url)
      // Whoever frames a page must learn nothing of who looks at it, nor let them do anything in their own name.
      const authenticate = isEmbed ? asNobody : sessions.authenticate
      return {
        nonce: request.nonce,
        theme: isEmbed ? themeIn(request.query) : readTheme(request.headers.cookie),
        sidebarCollapsed: readSidebarCollapsed(request.headers.cookie),
        viewer: toSignedInUser(await authenticate(request)),
        production: env.production,
        ...{ publicUrl: env.publicUrl, contentUrl: env.contentUrl },
        ...{ supportEmail: env.supportEmail, testPayments: !parts.payments.livemode },
        taxes: env.taxRates.size > 0,
        openApi,
        reportError: (err) => request.log.error({ err }, 'a page failed'),
        call: asResponses(callFor(request, reply, authenticate), request.id),
      }
    }
    await servePages<PageServices>(app, {
      dev,
      origin: env.publicUrl,
      formPaths: ['/auth', '/support', '/explore', '/forms/:workflowId/:secret', '/approvals/:token'],
      filePaths: { '/forms/:workflowId/:secret': MAX_FILES_MB * 1_000_000 + 1_048_576 },
      services,
    })
  }
  sweepRegularly(app, [...[idempotency, sessions, limiter].map((one) => () => one.sweep()), ...featureSweeps(parts)])
  return app
}

/** Made when somebody asks for it first: a start need not wait for it. */
function openApiOf(routes: readonly Route[], origin: string): () => ReturnType<typeof toOpenApi> {
  const endpoints = routes.map(({ endpoint }) => endpoint)
  let written: ReturnType<typeof toOpenApi> | undefined
  return () => (written ??= toOpenApi(endpoints, origin))
}

const triggersOf = (nodes: ServerParts['nodes']): Triggers => ({
  async published(transaction, version) {
    await publishSchedules(transaction, version)
    await publishPolls(nodes, transaction, version)
    await restartSilence(transaction, version.workflowId)
  },
  async unpublished(transaction, workflowId) {
    await removeSchedules(transaction, workflowId)
    await removePolls(transaction, workflowId)
  },
  resumed: (transaction, workflowId) => restartSilence(transaction, workflowId),
})

/** What is younger may still be taken up again. */
const STRANDED_GRACE_MS = 60_000

/** Tools, workflows and their runs. */
function toolAndWorkflowRoutes(parts: ServerParts, limiter: SharedLimiter, searches: SearchCounter): Route[] {
  const { engine, nodes, expressions, runner, recorder, secretBox, signerFor } = parts
  const { db, pool } = parts.database
  const checkGraph = createGraphCheck(nodes, expressions)
  const valuesOf = readAccountValues(db)
  const getUsable = getUsableTool.bind(null, db)
  const hasRoom = async (transaction: EngineTransaction, ownerId: string, bytes: number) => {
    await lockStorage(transaction, ownerId)
    return (await storedBytes(transaction, ownerId)) + bytes <= parts.env.limits.storedBytes
  }
  const acting = {
    db,
    triggers: triggersOf(nodes),
    fitsAgain: async (transaction: EngineTransaction, ownerId: string, id: string) =>
      hasRoom(transaction, ownerId, await bytesOfWorkflow(transaction, id)),
  }
  return [
    ...catalogRoutes({
      ...{ db, limiter, getUsable, onSearched: searches.count },
      hasOpenRefund: (...asked) => hasOpenRefund(db, ...asked),
    }),
    ...answerRoutes({ limiter }),
    ...toolRequestRoutes({ db, limiter, signer: signerFor('tool request') }),
    ...featuredRoutes({ db }),
    ...keepingCleanRoutes(parts, limiter, searches),
    ...favoriteRoutes({ db, limiter }),
    ...receiverRoutes({ db, limiter }),
    ...reviewRoutes({ db, limiter, getUsable, submit: openCase }),
    ...reportRoutes({ db, limiter, getUsable, openReportCase, signer: signerFor('report') }),
    ...toolRunRoutes({
      ...{ db, runner, recorder, limiter, publicUrl: parts.env.publicUrl },
      runsPerMinute: parts.env.limits.toolRunsPerMinute,
    }),
    ...creatorToolRoutes({ db, limiter, sandbox: parts.sandbox, onPublished: afterRelease(parts.queueMail) }),
    ...creatorRoutes({ db, limiter }),
    ...workflowRoutes({ ...acting, checkGraph, valuesOf, toolVersionOf: readToolVersion(db), laneOf: engine.laneOf }),
    ...workflowActRoutes(acting),
    ...errorWorkflowRoutes({ db }),
    ...keptDraftRoutes(db),
    ...workflowFileRoutes({ db, limiter, nodes, secretsOf: createAllSecrets({ db, secretBox }) }),
    ...pinRoutes({ db, secretsOf: createAllSecrets({ db, secretBox }) }),
    ...scheduleRoutes({ nodes, limiter }),
    ...pollRoutes({ db, isOwnWorkflow: async (userId, id) => (await findOwned(db, userId, id)) !== undefined }),
    ...formRoutes({ db, pool, engine, limiter, checkGraph, hasRoom, refuseInfected: parts.refuseInfected }),
    ...hookSettingsRoutes({ db, secretBox }),
    ...executionRoutes({
      db,
      engine,
      mailFates: (run, steps) => mailFates(db, run, steps),
      readSteps: (id) => readSteps(pool, id),
      readStepValue: (id, step, part) => readStepValue(pool, id, step, part),
      checkGraph,
      valuesOf,
      bodyPortOf: bodyPortsOf(nodes),
      nodes,
      limiter,
      startsPerMinute: parts.env.limits.startsPerMinute,
    }),
    ...debugRoutes({ db, engine, bodyPortOf: bodyPortsOf(nodes), secretsOf: createAllSecrets({ db, secretBox }) }),
    ...analyticsRoutes({ db, findOwned: (ownerId, id) => findOwned(db, ownerId, id) }),
    ...toolFigureRoutes({ db }),
    ...alertRoutes({ db, findOwned: (ownerId, id) => findOwned(db, ownerId, id) }),
    ...usageRoutes({ pool, limits: parts.env.limits }),
    ...approvalRoutes({
      db,
      engine,
      limiter,
      signer: signerFor(APPROVAL_PURPOSE),
      assertOwnRun: assertOwnRun(db),
    }),
    ...nodeTypeRoutes({ nodes, expressions, limiter }),
    ...secretRoutes({ db, secretBox }),
    ...variableRoutes({ db }),
  ]
}

/** Moderators and admins, and those whom their decisions concern. */
const keepingCleanRoutes = (parts: ServerParts, limiter: SharedLimiter, searches: SearchCounter): Route[] => {
  const { db, pool } = parts.database
  return [
    ...featuredAdminRoutes({ db }),
    ...tagRoutes({ db }),
    ...moderationRoutes({ db, queueMail: parts.queueMail, signer: parts.signerFor('statement') }),
    ...statementRoutes({ db, limiter, queueMail: parts.queueMail, signer: parts.signerFor('statement') }),
    ...siteFigureRoutes({
      ...{ db, sandbox: parts.sandbox, dataDir: parts.env.dataDir, flush: searches.flush, log: parts.log },
      countStranded: async () => (await strandedRuns(pool, { graceMs: STRANDED_GRACE_MS })).length,
    }),
  ]
}

/** Puts people's data together in the background, for as long as the server runs. */
function startExports(app: FastifyInstance, { database: { db }, log, queueMail }: ServerParts): ExportWorker {
  const worker = startExportWorker({
    db,
    log,
    onReady: (transaction, userId) => queueMail(transaction, exportReady, { userId }, {}),
  })
  app.addHook('onClose', () => worker.stop())
  return worker
}

/** What features forget from time to time. */
const featureSweeps = ({ database: { db, pool }, engine, queueMail }: ServerParts) => [
  () => refreshQuality(db),
  () => sweepRequests(db),
  () => deleteEndedChallenges(db),
  () => deleteEndedVisits(db),
  () => sweepNotifications(db),
  () => sweepClientErrors(db),
  () => sweepMail(db),
  () => deleteOldDeliveries(pool),
  () => forgetUnborn(pool),
  () => deleteOldTicks(db),
  () => deleteOldEvents(db),
  () => deleteOldExports(db, EXPORT_DAYS),
  () => deleteDueAccounts({ db, queueMail, forgetRuns: (ids) => engine.forget(ids) }),
]

/** Whatever the cookies say. */
const asNobody: Authenticate = () => Promise.resolve(null)

/** What a page may know; it reaches the browser. */
const toSignedInUser = (viewer: Viewer | null): SignedInUser | null =>
  viewer && {
    id: viewer.id,
    name: viewer.name,
    email: viewer.email,
    role: viewer.role,
    emailVerified: viewer.emailVerified,
    hasSecondFactor: viewer.hasSecondFactor,
    deletionDueAt: viewer.deletionDueAt?.toISOString() ?? null,
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
