import { getHeapStatistics } from 'node:v8'
import { createEngine } from '#src/engine/create-engine.ts'
import { formsOf, hideSecrets } from '#src/engine/decide/secret-forms.ts'
import type { Engine, EngineHost } from '#src/engine/engine.ts'
import { APPROVAL_PURPOSE, createAsk } from '#src/features/approvals/ask.server.ts'
import type { ListedTool } from '#src/features/catalog/builtin-tools.server.ts'
import type { Till } from '#src/features/checkout/till.ts'
import { issuesProInvoices } from '#src/features/invoices/issue-invoices.server.ts'
import { enterMoneyMode } from '#src/features/payments/money-mode.server.ts'
import type { PaymentProvider } from '#src/features/payments/provider.ts'
import { findFile } from '#src/features/run-files/run-files.queries.ts'
import { createRunMailer } from '#src/features/run-mails/send-run-mail.server.ts'
import { createSecretReader } from '#src/features/secrets/secret-reader.server.ts'
import type { Billing } from '#src/features/subscriptions/billing.server.ts'
import { createSampleKeeper } from '#src/features/tool-runs/failure-samples.queries.ts'
import { createRunRecorder, type RunRecorder } from '#src/features/tool-runs/run-recorder.queries.ts'
import { createToolRunner, type ToolRunner } from '#src/features/tool-runs/tool-runner.server.ts'
import { createToolThreads } from '#src/features/tool-runs/tool-threads.server.ts'
import { createRunSizes } from '#src/features/usage/run-sizes.server.ts'
import { readValues } from '#src/features/variables/variables.queries.ts'
import { RESUME_PURPOSE, resumeUrl } from '#src/features/webhooks/resume.server.ts'
import { outputSchemaOf } from '#src/features/workflows/tool-outputs.ts'
import { findCallable } from '#src/features/workflows/workflows.queries.ts'
import { integrationNodes } from '#src/integrations/index.ts'
import { createExpressions, type Expressions } from '#src/lib/expressions/expressions.ts'
import { matchesLinearly } from '#src/lib/expressions/linear-regexp.node.ts'
import { isUuid } from '#src/lib/ids.ts'
import { createNodes, type Nodes } from '#src/nodes/index.ts'
import type { Sandbox } from '#src/sandbox/sandbox.ts'
import { NodeError } from '#src/sdk/node-error.ts'
import { createModelServer } from '#src/server/ai/model-server.ts'
import { checkMasterKey } from '#src/server/crypto/key-check.ts'
import { loadMasterKey } from '#src/server/crypto/master-key.ts'
import { createSecretBox, type SecretBox } from '#src/server/crypto/secret-box.ts'
import { createSigner, type Signer } from '#src/server/crypto/signer.ts'
import type { Database, Db } from '#src/server/database.ts'
import { createDatabaseEvents, type DatabaseEvents } from '#src/server/database-events.ts'
import { createEgress } from '#src/server/egress/egress.ts'
import { asEngineTransaction } from '#src/server/engine-transaction.ts'
import type { Env } from '#src/server/env.ts'
import type { AiSettings } from '#src/server/env-services.ts'
import { AppError } from '#src/server/http/app-error.ts'
import type { Logger } from '#src/server/log.ts'
import { type MailSender, startMailSender } from '#src/server/mail/mail-sender.ts'
import { createQueueMail, type QueueMail } from '#src/server/mail/queue-mail.ts'
import { createSmtp } from '#src/server/mail/smtp.ts'
import { createClamd } from '#src/server/scanner/clamd.ts'
import { createRefuseInfected, type RefuseInfected } from '#src/server/scanner/refuse-infected.ts'
import { startChores } from './chores.ts'
import { createCodeRunner } from './code-runner.ts'
import { tellingRefusals } from './engine-refusals.ts'
import { createPayments } from './payments.ts'

export interface PartsOptions {
  readonly env: Env
  readonly log: Logger
  readonly database: Database
  readonly databaseUrl: string
  readonly sandbox: Sandbox
  readonly builtins: readonly ListedTool[]
}

export interface Parts {
  readonly sandbox: Sandbox
  readonly engine: Engine
  readonly nodes: Nodes
  readonly expressions: Expressions
  readonly runner: ToolRunner
  readonly recorder: RunRecorder
  readonly secretBox: SecretBox
  readonly signerFor: (purpose: string) => Signer
  readonly databaseEvents: DatabaseEvents
  readonly queueMail: QueueMail
  readonly refuseInfected: RefuseInfected
  readonly payments: PaymentProvider
  readonly till: Till
  readonly billing: Billing
  stop(): Promise<void>
}

/** Values are held several times while a log is written. */
const SHARE_AT_WORK = 0.2

interface HostParts extends Pick<EngineHost, 'ask' | 'sizes'> {
  readonly env: Env
  readonly db: Db
  readonly secretBox: SecretBox
  readonly sandbox: Sandbox
  readonly runner: ToolRunner
  readonly recorder: RunRecorder
  readonly resumeSigner: Signer
}

/** What workflows may do in the world: call out, run tools, ask people, use what their account keeps. */
function createHost({
  env,
  db,
  secretBox,
  sandbox,
  runner,
  recorder,
  resumeSigner,
  ask,
  sizes,
}: HostParts): EngineHost {
  const egress = createEgress({ allow: env.egressAllow })
  return {
    fetch: (request, { signal }) => egress.fetch({ ...request, signal }),
    secret: createSecretReader({ db, secretBox }),
    variables: (ownerId, transaction = asEngineTransaction(db)) => readValues(transaction, ownerId),
    executionUrl: (workflowId, executionId) => `${env.publicUrl}/workflows/${workflowId}/executions/${executionId}`,
    findCallable: (workflowId, ownerId) => findCallable(db, ownerId, workflowId),
    readFile: async (id, ownerId) => (isUuid(id) ? ((await findFile(db, ownerId, { id })) ?? null) : null),
    settled: () => recorder.settled(),
    ...(ask && { ask }),
    ...(sizes && { sizes }),
    resumeUrl: (executionId, nodeId) => resumeUrl(env.publicUrl, resumeSigner, executionId, nodeId),
    ...(env.ai && { askModel: createAsker(env.ai) }),
    runCode: createCodeRunner(sandbox),
    sendMail: createRunMailer({ db, publicUrl: env.publicUrl, delivery: deliveryOf(env) }),
    async runTool(idOrSlug, input, { stepKey, ownerId, version }) {
      try {
        const { outcome } = await runner.run({
          idOrSlug,
          ...(version !== undefined && { version }),
          input,
          userId: ownerId,
          account: ownerId,
          source: 'workflow',
          eventKey: stepKey,
        })
        if (outcome.ok) return outcome.outputs
        throw new NodeError({ ...outcome.error, permanent: true })
      } catch (error) {
        if (error instanceof AppError) throw toNodeError(error)
        throw error
      }
    },
  }
}

/** A server may repeat the key that it was asked with. */
function createAsker(settings: AiSettings): NonNullable<EngineHost['askModel']> {
  const ask = createModelServer(settings)
  const hidden = settings.apiKey === undefined ? [] : [formsOf(settings.apiKey)]
  return async (question, options) => {
    const answer = await ask(question, options)
    return { ...answer, text: String(hideSecrets(answer.text, hidden)) }
  }
}

const toNodeError = ({ code, message, status, retryAfter }: AppError) =>
  new NodeError({
    code,
    message,
    permanent: status < 500,
    retryAfterMs: retryAfter === null ? undefined : retryAfter * 1000,
  })

/** Every node type of this installation. */
export function createAppNodes({ ai }: Pick<Env, 'ai'>, builtins: readonly ListedTool[]): Nodes {
  // Built-in tools that cannot run long compute in place: a workflow of nothing else needs no checkpoints. What clock or
  // chance decide is a step of its own, so that a repetition finds what the first time brought.
  const pure = new Set(
    builtins.filter(({ mayRunLong, needs }) => mayRunLong !== true && needs === undefined).map(({ slug }) => slug),
  )
  const outputs = new Map(builtins.map(({ slug, output }) => [slug, outputSchemaOf(output)]))
  const options = {
    isPureTool: (slugOrId: string) => pure.has(slugOrId),
    outputsOf: (slugOrId: string) => outputs.get(slugOrId),
    ...(ai && { ai }),
  }
  return { ...createNodes(options), ...integrationNodes }
}

export async function createParts(given: PartsOptions): Promise<Parts> {
  const { env, log, database, databaseUrl, sandbox, builtins } = given
  const masterKey = await loadMasterKey(env)
  await checkMasterKey(database.db, masterKey)
  const expressions = createExpressions({ matches: matchesLinearly })
  const payments = await createPayments(env, database.db, masterKey)
  const { livemode } = payments
  await enterMoneyMode({ db: database.db, log, livemode, production: env.production })
  const nodes = createAppNodes(env, builtins)
  const recorder = createRunRecorder(database.pool)
  const threads = createToolThreads()
  const secretBox = createSecretBox(masterKey)
  const runner = createToolRunner({
    ...{ db: database.db, sandbox, threads, recorder },
    keepFailure: createSampleKeeper(database.pool),
    onLost: (err) => log.warn({ err }, 'How a run failed could not be kept'),
  })
  const unsubscribeSigner = createSigner(masterKey, 'unsubscribe')
  const queueMail = createQueueMail({ publicUrl: env.publicUrl, signer: unsubscribeSigner })
  const ask = createAsk({
    db: database.db,
    queueMail,
    signer: createSigner(masterKey, APPROVAL_PURPOSE),
    mustBeConfirmed: deliveryOf(env) === 'smtp',
  })
  const sizes = createRunSizes({
    pool: database.pool,
    limits: env.limits,
    maxAtWork: getHeapStatistics().heap_size_limit * SHARE_AT_WORK,
    onError: (err) => log.warn({ err }, 'The sizes of runs could not be noted'),
  })
  const host = createHost({
    ...{ env, db: database.db, secretBox, sandbox, runner, recorder, ask, sizes },
    resumeSigner: createSigner(masterKey, RESUME_PURPOSE),
  })
  const { runsAtOnce } = env.limits
  const options = { databaseUrl, pool: database.pool, nodes, host, role: env.role, runsAtOnce, log }
  const engine = tellingRefusals(await createEngine(options))
  const till = { db: database.db, provider: payments, queueMail, log, now: () => new Date(), taxRates: env.taxRates }
  const billing: Billing = {
    ...{ db: database.db, provider: payments, queueMail, log, taxRates: env.taxRates },
    issueInvoice: issuesProInvoices(env.seller),
  }
  const databaseEvents = createDatabaseEvents({ url: databaseUrl, log })
  const chores =
    env.role === 'web'
      ? []
      : startChores({ env, db: database.db, engine, nodes, host, sandbox, queueMail, payments, till, billing, log })
  const mailSender = startSending(env, log, database, unsubscribeSigner)
  return {
    sandbox,
    engine,
    nodes,
    expressions,
    runner,
    recorder,
    secretBox,
    signerFor: (purpose) => createSigner(masterKey, purpose),
    databaseEvents,
    queueMail,
    refuseInfected: createRefuseInfected(env.clamd && createClamd(env.clamd), log),
    payments,
    till,
    billing,
    async stop() {
      const mailsStopped = mailSender?.stop()
      await Promise.all(chores.map((stop) => stop()))
      await databaseEvents.close()
      await engine.stop()
      await sizes.settled()
      await threads.stop()
      await recorder.settled()
      await mailsStopped
    },
  }
}

const deliveryOf = ({ smtpUrl, production }: Env) => (smtpUrl !== undefined ? 'smtp' : production ? 'off' : 'outbox')

/** In production without a mail server mails wait for one: nobody may read them there. */
function startSending(env: Env, log: Logger, { db }: Database, signer: Signer): MailSender | undefined {
  const { smtpUrl, mailFrom: from, publicUrl, production } = env
  if (smtpUrl === undefined && production) return undefined
  const send = smtpUrl === undefined ? 'keep' : createSmtp({ smtpUrl, from })
  return startMailSender({ db, log, publicUrl, signer, send })
}
