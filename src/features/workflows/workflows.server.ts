import { randomBytes } from 'node:crypto'
import type { Lane } from '#src/engine/engine.ts'
import type { Graph, Problem } from '#src/lib/graph/graph.schema.ts'
import { uuidv7 } from '#src/lib/ids.ts'
import { formSecret, testFormSecret } from '#src/server/crypto/form-secret.ts'
import type { Db } from '#src/server/database.ts'
import { AppError, assertFound, conflict } from '#src/server/http/app-error.ts'
import { decodeCursor, decodeTextCursor, encodeCursor } from '#src/server/http/cursor.ts'
import { signedIn } from '#src/server/http/guards.ts'
import { type Route, route } from '#src/server/http/route.ts'
import { errorWorkflowProblems } from './error-workflow.server.ts'
import type { AccountValues, CheckGraph } from './graph-checks.server.ts'
import { replaceDraft } from './kept-drafts/kept-drafts.queries.ts'
import { addWorkflow } from './new-workflows.server.ts'
import { type PinnedTools, pinnedTools } from './pinned-tools.server.ts'
import { billReceived, emptyWorkflow } from './starter-workflow.ts'
import { type WorkflowActsDeps, workflowActs } from './workflow-acts.server.ts'
import { listWorkflows, type WorkflowEntryRow } from './workflow-list.queries.ts'
import {
  findDraftRow,
  findOwned,
  findVersion,
  findWorkflow,
  insertWorkflow,
  listVersions,
  publishVersion,
  renameWorkflow,
  saveDraft,
  type WorkflowCardRow,
  type WorkflowRow,
} from './workflows.queries.ts'
import {
  VERSIONS_PER_PAGE,
  WORKFLOWS_PER_PAGE,
  type Workflow,
  type WorkflowCard,
  type WorkflowEntry,
  workflowsContract,
} from './workflows.schema.ts'

export interface WorkflowsDeps extends WorkflowActsDeps {
  readonly checkGraph: CheckGraph
  readonly valuesOf: (userId: string, graph: Graph) => Promise<AccountValues>
  readonly toolVersionOf: (userId: string, tool: string) => Promise<number | null>
  readonly laneOf: (graph: Graph) => Lane
}

export const revisionConflict = () =>
  conflict('REVISION_CONFLICT', 'This workflow was changed elsewhere since you opened it')

/** `details` name the places; `problems` carry what the editor needs to point at them. */
const graphHasProblems = (problems: readonly Problem[]) =>
  new AppError({
    code: 'GRAPH_HAS_PROBLEMS',
    status: 422,
    message: problems[0]?.message ?? 'The workflow cannot be published',
    details: problems.map(({ nodeId = '', path = '', message }) => ({ field: `${nodeId}.${path}`, message })),
    extra: { problems },
  })

export const newHookSecret = () => randomBytes(24).toString('base64url')

const hasTrigger = (graph: Graph, type: 'webhook' | 'form') => graph.nodes.some((node) => node.type === type)

const toCard = (row: WorkflowCardRow): WorkflowCard => ({
  id: row.id,
  name: row.name,
  status: row.status,
  publishedVersion: row.published_version,
  updatedAt: row.updated_at.toISOString(),
  lastExecution:
    row.last_id === null || row.last_status === null || row.last_at === null
      ? null
      : { id: row.last_id, status: row.last_status, createdAt: row.last_at.toISOString() },
})

const toEntry = (row: WorkflowEntryRow): WorkflowEntry => ({
  ...toCard(row),
  tags: row.tags,
  failing: row.failing,
  outcomes: row.outcomes,
})

export const toWorkflow = (row: WorkflowRow): Workflow => ({
  ...toCard(row),
  graph: row.draft,
  revision: row.draft_revision,
  upToDate: row.up_to_date,
  hookPath: hasTrigger(row.draft, 'webhook') ? `/hooks/${row.id}/${row.hook_secret}` : null,
  formPath: hasTrigger(row.draft, 'form') ? `/forms/${row.id}/${formSecret(row.hook_secret)}` : null,
  formTestPath: hasTrigger(row.draft, 'form') ? `/forms/${row.id}/${testFormSecret(row.hook_secret)}` : null,
  hasSigningSecret: row.has_signing_secret,
  listensUntil: row.listens_until?.toISOString() ?? null,
  createdAt: row.created_at.toISOString(),
})

/** Gives a new account its own published copy of "Bill received"; runs in the caller's transaction. */
export async function addStarterWorkflow(db: Db, userId: string, laneOf: WorkflowsDeps['laneOf']): Promise<void> {
  const id = uuidv7()
  await insertWorkflow(db, {
    id,
    ownerId: userId,
    name: 'Bill received',
    graph: billReceived,
    hookSecret: newHookSecret(),
  })
  await publishVersion(db, {
    workflowId: id,
    graph: billReceived,
    lane: laneOf(billReceived),
    note: 'Comes with every new account',
    userId,
  })
}

/** A draft of somebody as it would be published, and all that is to be said of it before. */
const createDraftCheck =
  ({ db, checkGraph, valuesOf }: WorkflowsDeps, { pin }: PinnedTools) =>
  async (userId: string, id: string) => {
    const draft = await findDraftRow(db, userId, id)
    assertFound(draft, 'workflow')
    const graph = await pin(userId, draft.graph)
    const problems = [
      ...checkGraph(graph, { publishing: true, account: await valuesOf(userId, graph) }),
      ...(await errorWorkflowProblems(db, userId, { id, graph })),
    ]
    return { graph, revision: draft.revision, problems }
  }

const createAnswer =
  (db: Db, { isUpToDate }: PinnedTools) =>
  async (userId: string, id: string) => {
    const row = await findWorkflow(db, userId, id)
    assertFound(row, 'workflow')
    return { workflow: { ...toWorkflow(row), upToDate: await isUpToDate(userId, row) } }
  }

function toVersionsPage(rows: Awaited<ReturnType<typeof listVersions>>) {
  const page = rows.slice(0, VERSIONS_PER_PAGE)
  return {
    versions: page.map(({ created_at, ...row }) => ({ ...row, createdAt: created_at.toISOString() })),
    cursor: rows.length > page.length ? String(page.at(-1)?.version) : null,
  }
}

export function workflowRoutes(deps: WorkflowsDeps): Route[] {
  const { db, triggers, laneOf } = deps
  const tools = pinnedTools(deps)
  const assertOwn = async (userId: string, id: string) => assertFound(await findOwned(db, userId, id), 'workflow')
  const answer = createAnswer(db, tools)
  const checkDraft = createDraftCheck(deps, tools)
  const acts = workflowActs(deps)
  const done = { ok: true as const }

  return [
    route(workflowsContract.list, [signedIn], async ({ user, query }) => {
      const { cursor, ...filter } = query
      const before = filter.sort === 'name' ? decodeTextCursor(cursor) : decodeCursor(cursor)
      const rows = await listWorkflows(db, user.id, { filter, before })
      const page = rows.slice(0, WORKFLOWS_PER_PAGE)
      const last = rows.length > WORKFLOWS_PER_PAGE ? page.at(-1) : undefined
      return { workflows: page.map(toEntry), cursor: last ? encodeCursor({ at: last.position, id: last.id }) : null }
    }),
    route(workflowsContract.create, [signedIn], async ({ user, body, claim }) => {
      const { id } = claim
      const graph = body.graph ?? emptyWorkflow
      const workflow = { id, ownerId: user.id, name: body.name, graph, hookSecret: newHookSecret() }
      await addWorkflow(db, user.id, claim, (transaction) => insertWorkflow(transaction, workflow))
      return answer(user.id, id)
    }),
    route(workflowsContract.get, [signedIn], ({ user, params }) => answer(user.id, params.id)),
    route(workflowsContract.rename, [signedIn], async ({ user, params, body }) => {
      await assertOwn(user.id, params.id)
      await renameWorkflow(db, params.id, body.name)
      return answer(user.id, params.id)
    }),
    route(workflowsContract.remove, [signedIn], async ({ user, params }) => {
      await acts.delete(user.id, params.id, '')
      return done
    }),
    route(workflowsContract.saveDraft, [signedIn], async ({ user, params, body }) => {
      await assertOwn(user.id, params.id)
      const { graph, keepReplaced, ...base } = body
      const revision = keepReplaced
        ? await replaceDraft(db, params.id, { ...base, graph, reason: 'taken-over' })
        : await saveDraft(db, params.id, graph, base.revision)
      if (revision === undefined) throw revisionConflict()
      return { revision }
    }),
    route(workflowsContract.check, [signedIn], async ({ user, params }) => {
      const { revision, problems } = await checkDraft(user.id, params.id)
      return { revision, problems: problems.map(({ range: _, ...problem }) => problem) }
    }),
    route(workflowsContract.publish, [signedIn], async ({ user, params, body }) => {
      const { graph, revision, problems } = await checkDraft(user.id, params.id)
      if (body.revision !== undefined && body.revision !== revision) throw revisionConflict()
      if (problems.some(({ severity }) => severity === 'error')) throw graphHasProblems(problems)
      const published = { workflowId: params.id, graph, lane: laneOf(graph), note: body.note, userId: user.id }
      const version = await db.transaction().execute(async (transaction) => {
        const number = await publishVersion(transaction, published)
        await triggers.published(transaction, { workflowId: params.id, version: number, graph })
        return number
      })
      return { version, warnings: problems.map(({ nodeId = '', message }) => ({ nodeId, message })) }
    }),
    route(workflowsContract.unpublish, [signedIn], async ({ user, params }) => {
      await acts.unpublish(user.id, params.id, '')
      return done
    }),
    route(workflowsContract.versions, [signedIn], async ({ user, params, query }) => {
      await assertOwn(user.id, params.id)
      const rows = await listVersions(db, params.id, { before: query.cursor, limit: VERSIONS_PER_PAGE + 1 })
      return toVersionsPage(rows)
    }),
    route(workflowsContract.version, [signedIn], async ({ user, params }) => {
      await assertOwn(user.id, params.id)
      const row = await findVersion(db, params.id, params.n)
      assertFound(row, 'version')
      const { created_at, ...version } = row
      return { version: { ...version, createdAt: created_at.toISOString() } }
    }),
  ]
}
