import { endpoint } from '#src/lib/contract.ts'
import { Graph } from '#src/lib/graph/graph.schema.ts'
import { RUN_STATUSES } from '#src/lib/run-status.ts'
import { z } from '#src/lib/zod.ts'

export const WORKFLOWS_PER_PAGE = 50
export const VERSIONS_PER_PAGE = 200
const Name = z.string().trim().min(1, 'Name is required').max(200)
const ById = z.strictObject({ id: z.uuid() })
/** In the order of names, it holds one. */
const Cursor = z.string().max(1200).optional()

export const WorkflowStatus = z.enum(['draft', 'published', 'paused'])

/** A workflow as lists show it. */
export const WorkflowCard = z.object({
  id: z.uuid(),
  name: z.string(),
  status: WorkflowStatus,
  publishedVersion: z.int().nullable(),
  updatedAt: z.string(),
  lastExecution: z.object({ id: z.uuid(), status: z.enum(RUN_STATUSES), createdAt: z.string() }).nullable(),
})
export type WorkflowCard = z.infer<typeof WorkflowCard>

/** Most that a workflow has of them, and most characters of one. */
export const MAX_TAGS = 10
/** Of an account, with those that can still be brought back. */
export const MAX_WORKFLOWS = 5000
export const MAX_TAG = 40
/** Runs whose ends the list shows. */
export const OUTCOMES_SHOWN = 20

export const WORKFLOW_SORTS = ['changed', 'name', 'run'] as const
export const WORKFLOW_STATES = ['draft', 'published', 'paused', 'failing'] as const

/** Which workflows are meant, and in which order; what is absent does not matter. */
export const WorkflowFilter = z.strictObject({
  /** Part of the name or of a tag. */
  text: z.string().trim().min(1).max(200).optional(),
  status: z.enum(WORKFLOW_STATES).optional(),
  tag: z.string().min(1).max(MAX_TAG).optional(),
  /** The last changed, the first in the alphabet, or the last run comes first. */
  sort: z.enum(WORKFLOW_SORTS).optional(),
})
export type WorkflowFilter = z.infer<typeof WorkflowFilter>

/** A workflow as the list of them shows it. */
export const WorkflowEntry = WorkflowCard.extend({
  tags: z.array(z.string()),
  /** It is published, and its last three runs that came to an end have failed. */
  failing: z.boolean(),
  /** How its last runs of published versions ended, the newest last. */
  outcomes: z.array(z.enum(['succeeded', 'failed'])),
})
export type WorkflowEntry = z.infer<typeof WorkflowEntry>

export const Workflow = WorkflowCard.extend({
  graph: Graph,
  revision: z.int(),
  /** True when the draft is what was published last. */
  upToDate: z.boolean(),
  /** Path of the production webhook, with its secret; null without a webhook trigger. */
  hookPath: z.string().nullable(),
  /** Path of the public form, with its secret; null without a form trigger. */
  formPath: z.string().nullable(),
  /** Path of the draft's form, which answers while the editor listens. */
  formTestPath: z.string().nullable(),
  /** Whether callers of the webhook can be asked to sign. */
  hasSigningSecret: z.boolean(),
  /** Until when the test address of the webhook or the form answers; null when it does not. */
  listensUntil: z.string().nullable(),
  createdAt: z.string(),
})
export type Workflow = z.infer<typeof Workflow>

export const WorkflowVersion = z.object({
  version: z.int(),
  note: z.string(),
  lane: z.enum(['inline', 'direct']),
  createdAt: z.string(),
})

const errors = ['SIGN_IN_REQUIRED', 'NOT_FOUND']

export const workflowsContract = {
  list: endpoint({
    method: 'GET',
    path: '/api/workflows',
    scope: 'read',
    summary: 'My workflows, the last changed first',
    query: WorkflowFilter.extend({ cursor: Cursor }),
    answer: z.object({ workflows: z.array(WorkflowEntry), cursor: z.string().nullable() }),
    errors: ['SIGN_IN_REQUIRED'],
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/workflows',
    summary: 'Create a workflow as a draft',
    body: z.strictObject({ name: Name, graph: Graph.optional() }),
    answer: z.object({ workflow: Workflow }),
    status: 201,
    errors: ['SIGN_IN_REQUIRED', 'INVALID_INPUT', 'WORKFLOW_LIMIT_REACHED'],
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/workflows/:id',
    scope: 'workflows:run',
    summary: 'One of my workflows, with its draft',
    params: ById,
    answer: z.object({ workflow: Workflow }),
    errors,
  }),
  rename: endpoint({
    method: 'PATCH',
    path: '/api/workflows/:id',
    summary: 'Rename a workflow',
    params: ById,
    body: z.strictObject({ name: Name }),
    answer: z.object({ workflow: Workflow }),
    errors,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/workflows/:id',
    summary: 'Delete a workflow with its versions and executions; for ten minutes it can be brought back',
    params: ById,
    answer: z.object({ ok: z.literal(true) }),
    errors: [...errors, 'WORKFLOW_RUNNING'],
  }),
  saveDraft: endpoint({
    method: 'PUT',
    path: '/api/workflows/:id/draft',
    summary: 'Save the draft; refused when somebody saved after this revision',
    params: ById,
    /** With `keepReplaced` the draft of before is listed among the kept drafts. */
    body: z.strictObject({ graph: Graph, revision: z.int32(), keepReplaced: z.boolean().default(false) }),
    answer: z.object({ revision: z.int() }),
    errors: [...errors, 'REVISION_CONFLICT', 'INVALID_INPUT'],
  }),
  publish: endpoint({
    method: 'POST',
    path: '/api/workflows/:id/publish',
    summary: 'Make the draft the version that runs; refused when it is not of the revision that is named',
    params: ById,
    body: z.strictObject({ note: z.string().max(500).default(''), revision: z.int32().optional() }),
    /** What deserves a look, and did not stand in the way. */
    answer: z.object({ version: z.int(), warnings: z.array(z.object({ nodeId: z.string(), message: z.string() })) }),
    errors: [...errors, 'REVISION_CONFLICT', 'GRAPH_HAS_PROBLEMS'],
  }),
  check: endpoint({
    method: 'GET',
    path: '/api/workflows/:id/problems',
    scope: 'read',
    summary: 'What stands in the way of publishing the draft, and what deserves a look',
    params: ById,
    answer: z.object({
      /** Of the draft that was checked. */
      revision: z.int(),
      problems: z.array(
        z.object({
          /** Warnings never stand in the way. */
          severity: z.enum(['error', 'warning']),
          code: z.string(),
          message: z.string(),
          nodeId: z.string().optional(),
          path: z.string().optional(),
        }),
      ),
    }),
    errors,
  }),
  unpublish: endpoint({
    method: 'POST',
    path: '/api/workflows/:id/unpublish',
    summary: 'Stop starting new executions',
    params: ById,
    answer: z.object({ ok: z.literal(true) }),
    errors,
  }),
  versions: endpoint({
    method: 'GET',
    path: '/api/workflows/:id/versions',
    scope: 'read',
    summary: `What was published, the newest first, ${VERSIONS_PER_PAGE} at a time`,
    params: ById,
    query: z.strictObject({ cursor: z.coerce.number().int().min(1).max(2_147_483_647).optional() }),
    answer: z.object({
      versions: z.array(WorkflowVersion),
      /** Leads to those before; null at the first one. */
      cursor: z.string().nullable(),
    }),
    errors,
  }),
  version: endpoint({
    method: 'GET',
    path: '/api/workflows/:id/versions/:n',
    scope: 'read',
    summary: 'One published version with its graph',
    params: z.strictObject({ id: z.uuid(), n: z.coerce.number().int().min(1).max(2_147_483_647) }),
    answer: z.object({ version: WorkflowVersion.extend({ graph: Graph }) }),
    errors,
  }),
}
