import { endpoint } from '#src/lib/contract.ts'
import { RUN_STATUSES, STEP_STATUSES } from '#src/lib/run-status.ts'
import { TRIGGER_KINDS } from '#src/lib/trigger-kinds.ts'
import { z } from '#src/lib/zod.ts'

export const EXECUTIONS_PER_PAGE = 50
const Status = z.enum(RUN_STATUSES)
const Time = z.string().nullable()

export const ExecutionError = z.object({
  code: z.string(),
  message: z.string(),
  nodeId: z.string().optional(),
  key: z.string().optional(),
  technical: z.string().optional(),
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
  startedAt: Time,
  durationMs: z.number().nullable(),
  /** While it waits: when it goes on at the latest. */
  dueAt: Time,
  input: z.unknown(),
  output: z.unknown(),
  error: ExecutionError.nullable(),
})
export type ExecutionStep = z.infer<typeof ExecutionStep>

/** An execution as lists show it. */
export const ExecutionCard = z.object({
  id: z.uuid(),
  workflowId: z.uuid(),
  workflowName: z.string(),
  version: z.union([z.int(), z.literal('draft')]),
  status: Status,
  trigger: z.enum(TRIGGER_KINDS),
  createdAt: z.string(),
  startedAt: Time,
  finishedAt: Time,
  /** While it waits: when it goes on at the latest. */
  dueAt: Time,
  durationMs: z.number().nullable(),
  error: ExecutionError.nullable(),
})
export type ExecutionCard = z.infer<typeof ExecutionCard>

/** What leads to another execution. */
const LinkedExecution = z.object({ id: z.uuid(), workflowId: z.uuid(), workflowName: z.string() })

export const Execution = ExecutionCard.extend({
  lane: z.enum(['inline', 'direct', 'queued']),
  /** How often the event that started it was delivered again, without a run of its own. */
  duplicates: z.int(),
  input: z.unknown(),
  output: z.unknown(),
  steps: z.array(ExecutionStep),
  /** The execution that has called this one. */
  parent: LinkedExecution.nullable(),
  /** Those that this one has called, by step: "n_call", in loops "n_call@3". The first hundred. */
  calls: z.array(LinkedExecution.extend({ step: z.string(), status: Status })),
})
export type Execution = z.infer<typeof Execution>

const ById = z.strictObject({ id: z.uuid() })

export const executionsContract = {
  run: endpoint({
    method: 'POST',
    path: '/api/workflows/:id/run',
    scope: 'workflows:run',
    summary: 'Run a workflow: its published version, an older one, or the draft',
    params: ById,
    body: z.strictObject({
      input: z.json().optional(),
      version: z.union([z.literal('draft'), z.int32().min(1)]).optional(),
    }),
    answer: z.object({ execution: z.object({ id: z.uuid(), status: Status }) }),
    status: 202,
    errors: ['SIGN_IN_REQUIRED', 'NOT_FOUND', 'NOT_PUBLISHED', 'GRAPH_HAS_PROBLEMS'],
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/workflows/:id/executions',
    scope: 'read',
    summary: 'Executions of a workflow, the newest first',
    params: ById,
    query: z.strictObject({ status: Status.optional(), cursor: z.string().max(200).optional() }),
    answer: z.object({ executions: z.array(ExecutionCard), cursor: z.string().nullable() }),
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
