import { redact } from '#src/engine/decide/redact.ts'
import type { Engine, NodeRegistry, StartRequest, StepRecord } from '#src/engine/engine.ts'
import type { AccountValues, CheckGraph } from '#src/features/workflows/graph-checks.server.ts'
import { findOwned } from '#src/features/workflows/workflows.queries.ts'
import type { Graph } from '#src/lib/graph/graph.schema.ts'
import { type BodyPortOf, bodiesOf, loopsAround } from '#src/lib/graph/loops.ts'
import { stepName } from '#src/lib/graph/step-name.ts'
import type { Json } from '#src/sdk/json.ts'
import type { Db } from '#src/server/database.ts'
import { assertFound, conflict, tooManyRequests } from '#src/server/http/app-error.ts'
import { decodeCursor, encodeCursor } from '#src/server/http/cursor.ts'
import { limitWith, signedIn } from '#src/server/http/guards.ts'
import type { Claim } from '#src/server/http/idempotency.ts'
import { type Route, route } from '#src/server/http/route.ts'
import type { SharedLimiter } from '#src/server/http/shared-limiter.ts'
import { createBulk } from './bulk.server.ts'
import {
  countExecutions,
  type ExecutionRow,
  findExecution,
  findExecutionState,
  findParent,
  listCalls,
  listExecutions,
  listRecentExecutions,
  listTries,
} from './executions.queries.ts'
import { EXECUTIONS_PER_PAGE, type ExecutionCard, type ExecutionStep, executionsContract } from './executions.schema.ts'
import { ownExecution } from './own-execution.server.ts'
import { readyTimes } from './ready-times.ts'
import { createRetry } from './retry.server.ts'
import { createRun } from './run.server.ts'
import { startAs } from './start-as.server.ts'

export interface ExecutionsDeps {
  readonly db: Db
  readonly engine: Engine
  readonly readSteps: (executionId: string) => Promise<StepRecord[]>
  /** What a step received or gave, whole; undefined without such a step. */
  readonly readStepValue: (
    executionId: string,
    step: { readonly nodeId: string; readonly iteration?: string | undefined },
    part: 'input' | 'output',
  ) => Promise<{ readonly value: Json } | undefined>
  readonly checkGraph: CheckGraph
  readonly valuesOf: (userId: string, graph: Graph) => Promise<AccountValues>
  /** What became of the mails of these steps, in their order. */
  readonly mailFates: (
    run: { readonly ownerId: string; readonly executionId: string },
    steps: readonly ExecutionStep[],
  ) => Promise<NonNullable<ExecutionStep['mails']>[]>
  /** The way out of a loop that leads to what it repeats. */
  readonly bodyPortOf: BodyPortOf
  readonly nodes: NodeRegistry
  readonly limiter: SharedLimiter
  readonly startsPerMinute: number
}

const RECENT_EXECUTIONS = 10
/** Of one step. */
const TRIES_SHOWN = 100

export const executionFinished = () => conflict('EXECUTION_FINISHED', 'This execution has already ended')

const toCard = (row: ExecutionRow): ExecutionCard => ({
  id: row.id,
  workflowId: row.workflow_id,
  workflowName: row.workflow_name,
  version: row.version ?? 'draft',
  key: row.key,
  status: row.status,
  trigger: row.trigger_kind,
  createdAt: row.created_at.toISOString(),
  startedAt: row.started_at?.toISOString() ?? null,
  finishedAt: row.finished_at?.toISOString() ?? null,
  dueAt: row.due_at?.toISOString() ?? null,
  durationMs: row.duration_ms,
  error: row.error,
  simulated: row.stand_ins !== null,
})

interface Course {
  readonly standIns: NonNullable<ExecutionRow['stand_ins']>
  readonly tries: ReadonlyMap<string, NonNullable<ExecutionStep['tries']>>
  readonly startedAt: string | null
  readonly bodyPortOf: BodyPortOf
}

/** Steps in the order they ran, each with the name and the type that its node had then, and the loop that it is in. */
function toSteps(graph: Graph, steps: readonly StepRecord[], course: Course): ExecutionStep[] {
  const nodes = new Map(graph.nodes.map((node) => [node.id, node]))
  const around = loopsAround(bodiesOf(graph, course.bodyPortOf))
  const ready = readyTimes(graph, steps, course.startedAt)
  return steps.map(({ seq: _, ...step }) => {
    const node = nodes.get(step.nodeId)
    const [loopId] = around.get(step.nodeId) ?? []
    const name = stepName(step.nodeId, step.iteration ?? '')
    const [readyAt, tries] = [ready.get(name), course.tries.get(name)]
    const standIn = Object.hasOwn(course.standIns, step.nodeId) ? course.standIns[step.nodeId] : undefined
    return {
      ...step,
      ...(loopId !== undefined && { loopId }),
      ...(readyAt !== undefined && { readyAt }),
      ...(tries !== undefined && { tries }),
      ...(standIn !== undefined && step.status !== 'skipped' && { standIn }),
      ...{ dueAt: step.dueAt ?? null, name: node?.name ?? step.key, type: node?.type ?? 'unknown' },
    }
  })
}

/** The checkpoints of steps that took more than one attempt, by step. */
const triedAgain = (steps: readonly StepRecord[]): Map<string, string> =>
  new Map(
    steps
      .filter(({ attempts }) => attempts > 1)
      .flatMap(({ nodeId, iteration = '', attempts }) => {
        const name = stepName(nodeId, iteration)
        return Array.from({ length: Math.min(attempts, TRIES_SHOWN) }, (_, at) => [`${name}#${at + 1}`, name] as const)
      }),
  )

const startsOf =
  ({ limiter, startsPerMinute }: Pick<ExecutionsDeps, 'limiter' | 'startsPerMinute'>) =>
  async (userId: string): Promise<void> => {
    const wait = await limiter.takeTogether(`${startsPerMinute}/min`, `run workflow ${userId}`)
    if (wait > 0) throw tooManyRequests(wait)
  }

function createStart(deps: ExecutionsDeps) {
  const { db, engine } = deps
  const mayStart = startsOf(deps)
  return async (ownerId: string, claim: Claim, prepare: () => Promise<StartRequest>) => {
    const { id } = claim
    await startAs(db, ownerId, claim, async () => {
      await mayStart(ownerId)
      await engine.start({ ...(await prepare()), executionId: id })
    })
    // It is there, whether it can be read now or not.
    const state = await findExecutionState(db, ownerId, id).catch(() => undefined)
    return { execution: { id, status: state?.status ?? ('running' as const) } }
  }
}

export function executionRoutes(deps: ExecutionsDeps): Route[] {
  const { db, engine } = deps
  const limit = limitWith(deps.limiter)

  const start = createStart(deps)
  const prepareRun = createRun(deps)
  const prepareRetry = createRetry(deps)
  const bulk = createBulk({ db, engine, prepareRetry, executionFinished })
  const withMails = async (ownerId: string, executionId: string, steps: ExecutionStep[]): Promise<ExecutionStep[]> => {
    const sending = steps.filter(({ type, status }) => type === 'mail' && status === 'succeeded')
    if (sending.length === 0) return steps
    const fates = await deps.mailFates({ ownerId, executionId }, sending)
    return steps.map((step) => {
      const mails = fates[sending.indexOf(step)]
      return mails === undefined || mails.length === 0 ? step : { ...step, mails }
    })
  }

  return [
    route(executionsContract.run, [signedIn], ({ user, params, body, claim, address }) =>
      start(user.id, claim, () => prepareRun({ userId: user.id, address }, params.id, body)),
    ),
    route(executionsContract.retry, [signedIn], ({ user, params, body, claim, address }) =>
      start(user.id, claim, () => prepareRetry({ userId: user.id, address }, params.id, body)),
    ),
    route(executionsContract.bulk, [signedIn, limit('600/min', 'bulk')], ({ user, body, claim, address }) =>
      bulk({ userId: user.id, address }, body, claim),
    ),
    route(executionsContract.list, [signedIn], async ({ user, params, query }) => {
      assertFound(await findOwned(db, user.id, params.id), 'workflow')
      const { cursor, version, ids, ...filter } = query
      const rows = await listExecutions(db, {
        ...{ workflowId: params.id, filter, ofDraft: version === 'draft', ids },
        before: decodeCursor(cursor),
      })
      const page = rows.slice(0, EXECUTIONS_PER_PAGE)
      const last = rows.length > EXECUTIONS_PER_PAGE ? page.at(-1) : undefined
      return { executions: page.map(toCard), cursor: last ? encodeCursor({ at: last.position, id: last.id }) : null }
    }),
    route(executionsContract.count, [signedIn], async ({ user, params, query }) => {
      assertFound(await findOwned(db, user.id, params.id), 'workflow')
      return { count: await countExecutions(db, params.id, query) }
    }),
    route(executionsContract.recent, [signedIn], async ({ user }) => ({
      executions: (await listRecentExecutions(db, user.id, RECENT_EXECUTIONS)).map(toCard),
    })),
    route(executionsContract.get, [signedIn], async ({ user, params, address }) => {
      const row = await ownExecution(db, { userId: user.id, address }, params.id, findExecution)
      const records = await deps.readSteps(row.id)
      const startedAt = row.started_at?.toISOString() ?? null
      const tries = await listTries(db, row.id, triedAgain(records))
      const told = toSteps(row.graph, records, {
        ...{ tries, startedAt, bodyPortOf: deps.bodyPortOf },
        standIns: row.stand_ins ?? {},
      })
      const steps = await withMails(user.id, row.id, told)
      // The rows keep what a repeat needs, such as request headers; people get it without secrets.
      const [input, output] = [redact(row.input), redact(row.output)]
      const { lane, duplicates, waits_for: waitsFor, retry_of: retryOf, retries, files } = row
      const [parent, calls] = await Promise.all([findParent(db, user.id, row.id), listCalls(db, user.id, row.id)])
      const more = { lane, duplicates, waitsFor, retryOf, retries, files, parent, calls }
      return { execution: { ...toCard(row), ...more, input, output, steps } }
    }),
    route(executionsContract.stepValue, [signedIn], async ({ user, params, query, address }) => {
      await ownExecution(db, { userId: user.id, address }, params.id, findExecutionState)
      const step = await deps.readStepValue(params.id, { nodeId: params.nodeId, ...query }, params.part)
      assertFound(step, 'step')
      return { value: step.value }
    }),
    route(executionsContract.cancel, [signedIn], async ({ user, params, address }) => {
      await ownExecution(db, { userId: user.id, address }, params.id, findExecutionState)
      if ((await engine.cancel(params.id)) === 'already-final') throw executionFinished()
      return { ok: true as const }
    }),
  ]
}
