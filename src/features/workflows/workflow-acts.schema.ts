import { endpoint } from '#src/lib/contract.ts'
import { z } from '#src/lib/zod.ts'
import { MAX_TAG, MAX_TAGS, Workflow } from './workflows.schema.ts'

/** So long a workflow that was deleted can be brought back. */
export const KEPT_MINUTES = 10
/** Workflows that one call may name. */
export const MAX_BULK = 100

const ById = z.strictObject({ id: z.uuid() })
const errors = ['SIGN_IN_REQUIRED', 'NOT_FOUND']
const Done = z.object({ ok: z.literal(true) })

const Tag = z.string().trim().min(1, 'A tag has at least one character').max(MAX_TAG)
const Tags = z.array(Tag).max(MAX_TAGS, `A workflow has ${MAX_TAGS} tags at most`)

export const BULK_ACTS = ['tag', 'untag', 'pause', 'resume', 'unpublish', 'delete', 'restore'] as const
export type BulkAct = (typeof BULK_ACTS)[number]

const BulkBody = z
  .strictObject({
    ids: z.array(z.uuid()).min(1).max(MAX_BULK),
    action: z.enum(BULK_ACTS),
    /** Of tag and untag. */
    tag: Tag.optional(),
  })
  .refine(({ action, tag }) => tag !== undefined || (action !== 'tag' && action !== 'untag'), {
    path: ['tag'],
    error: 'A tag is needed',
  })
export type WorkflowBulk = z.output<typeof BulkBody>

export const workflowActsContract = {
  pause: endpoint({
    method: 'POST',
    path: '/api/workflows/:id/pause',
    summary: 'Start no runs until it is resumed: webhooks answer 503, schedules and polls wait; runs under way go on',
    params: ById,
    answer: Done,
    errors: [...errors, 'NOT_PUBLISHED'],
  }),
  resume: endpoint({
    method: 'POST',
    path: '/api/workflows/:id/resume',
    summary: 'Start runs again; schedules make up for the pause as their settings say',
    params: ById,
    answer: Done,
    errors: [...errors, 'NOT_PUBLISHED'],
  }),
  duplicate: endpoint({
    method: 'POST',
    path: '/api/workflows/:id/duplicate',
    summary: 'Make a draft of its own from the draft of a workflow',
    params: ById,
    answer: z.object({ workflow: Workflow }),
    status: 201,
    errors: [...errors, 'WORKFLOW_LIMIT_REACHED'],
  }),
  tag: endpoint({
    method: 'PUT',
    path: '/api/workflows/:id/tags',
    summary: 'Replace the tags of a workflow',
    params: ById,
    body: z.strictObject({ tags: Tags }),
    answer: z.object({ tags: z.array(z.string()) }),
    errors: [...errors, 'INVALID_INPUT'],
  }),
  tags: endpoint({
    method: 'GET',
    path: '/api/workflows/tags',
    scope: 'read',
    summary: 'Tags of my workflows, with how many have each',
    answer: z.object({ tags: z.array(z.object({ tag: z.string(), count: z.int() })) }),
    errors: ['SIGN_IN_REQUIRED'],
  }),
  undelete: endpoint({
    method: 'POST',
    path: '/api/workflows/:id/undelete',
    summary: 'Bring back a workflow that was deleted in the last ten minutes, just as it was',
    params: ById,
    answer: z.object({ workflow: Workflow }),
    errors: [...errors, 'QUOTA_EXCEEDED'],
  }),
  bulk: endpoint({
    method: 'POST',
    path: '/api/workflows/bulk',
    summary: 'Do the same to several workflows',
    body: BulkBody,
    answer: z.object({
      done: z.array(z.uuid()),
      /** To which it could not be done, and why. */
      leftOut: z.array(z.object({ id: z.uuid(), code: z.string(), message: z.string() })),
    }),
    errors: [...errors, 'INVALID_INPUT'],
  }),
}
