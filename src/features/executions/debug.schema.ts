import { Pin } from '#src/features/workflows/pins/pins.schema.ts'
import { endpoint } from '#src/lib/contract.ts'
import { Graph } from '#src/lib/graph/graph.schema.ts'
import { z } from '#src/lib/zod.ts'

const ById = z.strictObject({ id: z.uuid() })
const NamedStep = z.object({ nodeId: z.string(), name: z.string() })

const PinnedStep = NamedStep.extend({
  /** What was pinned until now, or null; absent where that is the same, or too much to be kept for undo. */
  before: Pin.nullable().optional(),
})

const DebugPlan = z.object({
  /** Of the draft as it is now. */
  revision: z.int(),
  /** How the draft would change if what ran took its place: "1 step changed"; '' when it is the same. */
  changes: z.string(),
  /** Steps with side effects whose outputs can stand in for them. */
  outputs: z.array(NamedStep),
  /** Steps of the draft that have a pinned output already. */
  pinned: z.int(),
})
export type DebugPlan = z.infer<typeof DebugPlan>

/** The answer is kept for those who ask again: it holds nothing that can be had elsewhere. */
const Debugged = z.object({
  pinned: z.array(PinnedStep),
  /** Steps whose former outputs are too much, together with those before them, to be answered. */
  tooMuch: z.array(NamedStep),
  /** What was not pinned, and why. */
  leftOut: z.array(NamedStep.extend({ message: z.string() })),
})
export type Debugged = z.infer<typeof Debugged>

const errors = ['SIGN_IN_REQUIRED', 'NOT_FOUND']

export const debugContract = {
  ran: endpoint({
    method: 'GET',
    path: '/api/executions/:id/graph',
    scope: 'read',
    summary: 'The graph that an execution ran, which the draft may have left behind',
    params: ById,
    answer: z.object({ graph: Graph }),
    errors,
  }),
  plan: endpoint({
    method: 'GET',
    path: '/api/executions/:id/debug',
    scope: 'read',
    summary: 'What it would take to go through an execution again in the editor',
    params: ById,
    answer: z.object({ debug: DebugPlan }),
    errors,
  }),
  start: endpoint({
    method: 'POST',
    path: '/api/executions/:id/debug',
    summary: 'Pin the outputs of an execution in the draft, which becomes what ran if that is wanted',
    params: ById,
    body: z.strictObject({
      draft: z.enum(['keep', 'replace']),
      /** The draft is replaced only while it is this one. */
      revision: z.int32(),
    }),
    answer: Debugged,
    errors: [...errors, 'EXECUTION_RUNNING', 'REVISION_CONFLICT', 'TOO_MANY_PINS'],
  }),
}
