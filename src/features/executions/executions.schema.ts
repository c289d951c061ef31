import { MailFate } from '#src/features/run-mails/run-mails.schema.ts'
import { Pins } from '#src/features/workflows/pins/pins.schema.ts'
import { endpoint } from '#src/lib/contract.ts'
import { MAX_RUN_KEY, runKeyOf } from '#src/lib/run-key.ts'
import { RUN_STATUSES, STAND_INS, STEP_STATUSES } from '#src/lib/run-status.ts'
import { TRIGGER_KINDS } from '#src/lib/trigger-kinds.ts'
import { z } from '#src/lib/zod.ts'

export const EXECUTIONS_PER_PAGE = 50
/** More are not counted. */
export const MOST_COUNTED = 10_000
const Status = z.enum(RUN_STATUSES)
const Time = z.string().nullable()

const Instant = z.iso.datetime({ offset: true })

/** Which executions of a workflow are meant; what is absent does not matter. */
export const ExecutionFilter = z.strictObject({
  status: Status.optional(),
  /** Accepted at this time or later. */
  from: Instant.optional(),
  /** Accepted before this time. */
  to: Instant.optional(),
  /** Of failed ones: each word begins a word of the error's code or message. */
  text: z.string().trim().min(1).max(200).optional(),
  /** Exactly what its event, or whoever started it, calls the run. */
  key: z.string().min(1).max(MAX_RUN_KEY).optional(),
})
export type ExecutionFilter = z.infer<typeof ExecutionFilter>

export const ExecutionError = z.object({
  code: z.string(),
  message: z.string(),
  nodeId: z.string().optional(),
  key: z.string().optional(),
  technical: z.string().optional(),
  /** Where in the step's settings: "input.bill". */
  path: z.string().optional(),
})

/** One of several attempts of a step. */
const StepTry = z.object({
  startedAt: z.string(),
  durationMs: z.number(),
  /** Why it failed; null for the one that did not. */
  code: z.string().nullable(),
})

export const ExecutionStep = z.object({
  nodeId: z.string(),
  /** In loops, the turn: "3", or "3.0" in a loop inside a loop. */
  iteration: z.string().optional(),
  /** The innermost loop around it. */
  loopId: z.string().optional(),
  key: z.string(),
  name: z.string(),
  type: z.string(),
  status: z.enum(STEP_STATUSES),
  attempts: z.int(),
  /** Each of them, where there was more than one; the first hundred. */
  tries: z.array(StepTry).optional(),
  /** When all that it waited for was done: from then until its start it was queued. */
  readyAt: z.string().optional(),
  startedAt: Time,
  durationMs: z.number().nullable(),
  /** While it waits: when it goes on at the latest. */
  dueAt: Time,
  input: z.unknown(),
  output: z.unknown(),
  error: ExecutionError.nullable(),
  /** Of a step that a simulated run did not run: where its output came from. passed: a wait that was over at once. */
  standIn: z.enum(STAND_INS).optional(),
  /** Of a step that sends mail: what became of each, as far as that is known. */
  mails: z.array(MailFate).optional(),
})
export type ExecutionStep = z.infer<typeof ExecutionStep>

/** An execution as lists show it. */
export const ExecutionCard = z.object({
  id: z.uuid(),
  workflowId: z.uuid(),
  workflowName: z.string(),
  version: z.union([z.int(), z.literal('draft')]),
  /** What its event, or whoever started it, calls the run: an order number, a delivery. */
  key: z.string().nullable(),
  status: Status,
  trigger: z.enum(TRIGGER_KINDS),
  createdAt: z.string(),
  startedAt: Time,
  finishedAt: Time,
  /** While it waits: when it goes on at the latest. */
  dueAt: Time,
  durationMs: z.number().nullable(),
  error: ExecutionError.nullable(),
  /** Whether none of its steps reached further than this server. */
  simulated: z.boolean(),
})
export type ExecutionCard = z.infer<typeof ExecutionCard>

/** What leads to another execution. */
const LinkedExecution = z.object({ id: z.uuid(), workflowId: z.uuid(), workflowName: z.string() })

export const Execution = ExecutionCard.extend({
  lane: z.enum(['inline', 'direct', 'queued']),
  /** While it is queued behind others because of its workflow's limit: how many, counted up to a thousand. */
  waitsFor: z.int().nullable(),
  /** How often the event that started it was delivered again, without a run of its own. */
  duplicates: z.int(),
  /** The execution that this one repeats. */
  retryOf: z.uuid().nullable(),
  /** Those that repeat this one, the newest first. */
  retries: z.array(z.object({ id: z.uuid(), status: Status, createdAt: z.string() })),
  input: z.unknown(),
  output: z.unknown(),
  /** What was sent with the form that started it; each is there under /api/executions/{id}/files/{file}. */
  files: z.array(z.object({ id: z.uuid(), field: z.string(), name: z.string(), type: z.string(), bytes: z.int() })),
  steps: z.array(ExecutionStep),
  /** The execution that has called this one. */
  parent: LinkedExecution.nullable(),
  /** Those that this one has called, by step: "n_call", in loops "n_call@3". The first hundred. */
  calls: z.array(LinkedExecution.extend({ step: z.string(), status: Status })),
})
export type Execution = z.infer<typeof Execution>

const ById = z.strictObject({ id: z.uuid() })

const NodeId = z.string().min(1).max(64)

export const RunBody = z.strictObject({
  input: z.json().optional(),
  version: z.union([z.literal('draft'), z.int32().min(1)]).optional(),
  /** A name of the caller's for the run, by which the list of executions finds it. */
  key: z
    .string()
    .max(MAX_RUN_KEY)
    .refine((key) => runKeyOf(key) !== null, 'This cannot be the key of a run')
    .optional(),
  /** Of the draft: the step to end with. */
  upTo: NodeId.optional(),
  /** Of the draft: the step to begin with; what steps before it gave is taken from their last run. */
  from: NodeId.optional(),
  /** Of the draft: a run of this workflow, whose input is taken where none is given. */
  inputOf: z.uuid().optional(),
  /** Of the draft: outputs in place of those that are pinned. */
  pins: Pins.optional(),
  /**
   * Of the draft: no step runs that reaches further than this server. Its pinned output stands for it, else what it gave
   * last, else a sample.
   */
  simulate: z.boolean().optional(),
})
export type RunBody = z.infer<typeof RunBody>

/** Most that the page of an execution names of those that repeat it. */
export const RETRIES_SHOWN = 20

export const Retry = z.strictObject({
  /** start: every step runs. failed: what came to an end is taken over. Else the id of a step: it and what follows run. */
  from: NodeId,
  /** same: as it ran. latest: the published version, or of a run of the draft, the draft; what changed runs again. */
  version: z.enum(['same', 'latest']),
})
export type Retry = z.infer<typeof Retry>

export const Bulk = z.strictObject({
  filter: ExecutionFilter.extend({ workflowId: z.uuid() }),
  action: z.enum(['retry', 'cancel']),
  /** Of a retry. */
  from: z.enum(['start', 'failed']).default('failed'),
  /** Of a retry. */
  version: z.enum(['same', 'latest']).default('same'),
  /** Of a retry: also what was retried before. */
  again: z.boolean().default(false),
  /** Of the answer before, to go on. */
  cursor: z.string().max(200).optional(),
})
export type Bulk = z.infer<typeof Bulk>

const BulkAnswer = z.object({
  done: z.int(),
  /** To which it could not be done, and why: ALREADY_RETRIED, or what a single retry or cancel would be told. */
  leftOut: z.array(z.object({ id: z.uuid(), code: z.string(), message: z.string() })),
  /** Null when all that fit have been seen. */
  cursor: z.string().nullable(),
})
export type BulkAnswer = z.infer<typeof BulkAnswer>

export const executionsContract = {
  bulk: endpoint({
    method: 'POST',
    path: '/api/executions/bulk',
    scope: 'workflows:run',
    summary:
      'Retry or cancel executions that fit a filter, fifty at a time, the newest first; what was retried before is left out, unless it is wanted again',
    body: Bulk,
    answer: BulkAnswer,
    errors: ['SIGN_IN_REQUIRED', 'NOT_FOUND', 'INVALID_INPUT'],
  }),
  run: endpoint({
    method: 'POST',
    path: '/api/workflows/:id/run',
    scope: 'workflows:run',
    summary: 'Run a workflow: its published version, an older one, or the draft or a part of it',
    params: ById,
    body: RunBody,
    answer: z.object({ execution: z.object({ id: z.uuid(), status: Status }) }),
    status: 202,
    errors: [
      ...['SIGN_IN_REQUIRED', 'NOT_FOUND', 'NOT_PUBLISHED', 'GRAPH_HAS_PROBLEMS', 'INVALID_INPUT', 'NOTHING_KNOWN'],
      ...['QUOTA_EXCEEDED', 'INPUT_NOT_KEPT'],
    ],
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/workflows/:id/executions',
    scope: 'read',
    summary: 'Executions of a workflow, the newest first',
    params: ById,
    query: ExecutionFilter.extend({
      /** Only what was tried of the draft, of the last ten thousand runs. */
      version: z.literal('draft').optional(),
      /** "id,id": only these, at most one page of them. */
      ids: z
        .string()
        .max(37 * EXECUTIONS_PER_PAGE)
        .transform((text) => text.split(','))
        .pipe(z.array(z.uuid()).max(EXECUTIONS_PER_PAGE))
        .optional(),
      cursor: z.string().max(200).optional(),
    }),
    answer: z.object({ executions: z.array(ExecutionCard), cursor: z.string().nullable() }),
    errors: ['SIGN_IN_REQUIRED', 'NOT_FOUND'],
  }),
  count: endpoint({
    method: 'GET',
    path: '/api/workflows/:id/executions/count',
    scope: 'read',
    summary: 'How many executions of a workflow fit a filter, counted up to ten thousand',
    params: ById,
    query: ExecutionFilter,
    answer: z.object({ count: z.int() }),
    errors: ['SIGN_IN_REQUIRED', 'NOT_FOUND'],
  }),
  recent: endpoint({
    method: 'GET',
    path: '/api/executions',
    scope: 'read',
    summary: 'My latest executions of all workflows',
    answer: z.object({ executions: z.array(ExecutionCard) }),
    errors: ['SIGN_IN_REQUIRED'],
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/executions/:id',
    scope: 'read',
    summary: 'One execution with what each step received and gave',
    params: ById,
    answer: z.object({ execution: Execution }),
    errors: ['SIGN_IN_REQUIRED', 'NOT_FOUND'],
  }),
  stepValue: endpoint({
    method: 'GET',
    path: '/api/executions/:id/steps/:nodeId/:part',
    scope: 'read',
    summary: 'What a step received or gave, whole; the execution shows only the beginning of long values',
    params: z.strictObject({
      id: z.uuid(),
      nodeId: z.string().min(1).max(64),
      part: z.enum(['input', 'output']),
    }),
    query: z.strictObject({ iteration: z.string().max(200).optional() }),
    answer: z.object({ value: z.unknown() }),
    errors: ['SIGN_IN_REQUIRED', 'NOT_FOUND'],
  }),
  retry: endpoint({
    method: 'POST',
    path: '/api/executions/:id/retry',
    scope: 'workflows:run',
    summary: 'Run it again: from the start, from where it failed, or from a step; what was done before is taken over',
    params: ById,
    body: Retry,
    answer: z.object({ execution: z.object({ id: z.uuid(), status: Status }) }),
    status: 202,
    errors: [
      ...['SIGN_IN_REQUIRED', 'NOT_FOUND', 'EXECUTION_RUNNING', 'NOTHING_FAILED', 'OUTCOME_UNKNOWN', 'NOT_PUBLISHED'],
      ...['GRAPH_HAS_PROBLEMS', 'INVALID_INPUT', 'QUOTA_EXCEEDED', 'INPUT_NOT_KEPT'],
    ],
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/api/executions/:id/cancel',
    scope: 'workflows:run',
    summary: 'Stop an execution',
    params: ById,
    answer: z.object({ ok: z.literal(true) }),
    errors: ['SIGN_IN_REQUIRED', 'NOT_FOUND', 'EXECUTION_FINISHED'],
  }),
}
