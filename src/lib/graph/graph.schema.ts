import { schemaProblem } from '../json-schema-rules.ts'
import { z } from '../zod.ts'

/** Most nodes that one workflow may have. */
export const MAX_NODES = 1000
export const MAX_EDGES = 3000

/** `key` is how expressions name the node: steps.fetch_order */
export const NodeKey = z
  .string()
  .regex(/^[a-z][a-z0-9_]{0,49}$/, 'Use lower-case letters, digits and underscores; begin with a letter')

export const RetrySchema = z.strictObject({
  max: z.int().min(0).max(20),
  backoff: z.enum(['constant', 'exponential']),
  baseMs: z.int().min(0).max(3_600_000),
})

/** The database takes neither U+0000 nor half of a surrogate pair as text, and looks for nodes by what they are called. */
const isText = (text: string): boolean => !text.includes('\0') && text.isWellFormed()
const textUpTo = (max: number) =>
  z.string().min(1).max(max).refine(isText, 'This is no text: it holds U+0000 or half a character')

export const NodeName = textUpTo(200)

export const GraphNode = z.strictObject({
  id: textUpTo(64),
  key: NodeKey,
  type: textUpTo(100),
  version: z.int().min(1).default(1),
  name: NodeName,
  config: z.record(z.string(), z.json()).default({}),
  position: z.strictObject({ x: z.number(), y: z.number() }).default({ x: 0, y: 0 }),
  disabled: z.boolean().default(false),
  onError: z.enum(['stop', 'continue', 'branch']).default('stop'),
  retry: RetrySchema.optional(),
  timeoutMs: z.int().min(1).max(3_600_000).optional(),
})

export const GraphEdge = z.strictObject({
  from: textUpTo(64),
  port: textUpTo(64).default('out'),
  to: textUpTo(64),
})

const JsonSchema = z.record(z.string(), z.json()).superRefine((schema, { addIssue }) => {
  const problem = schemaProblem(schema)
  if (problem !== undefined) addIssue(problem)
})

export const MAX_RUN_MS = 86_400_000
export const MAX_TIME_SAVED_SECONDS = 31_536_000

export const MAX_RUNS_AT_ONCE = 1000
export const MAX_LINE_KEY = 2000

/** Runs beyond the limit wait for their turn, in the order in which they were accepted. */
const Concurrency = z.strictObject({
  limit: z.int().min(1).max(MAX_RUNS_AT_ONCE),
  /** Holds {{ expressions }} over the trigger: the limit is then one for each value that it comes to. */
  key: z.string().trim().min(1).max(MAX_LINE_KEY).optional(),
})

export const GraphSettings = z.strictObject({
  timeoutMs: z.int().min(1).max(MAX_RUN_MS).optional(),
  /** A workflow of the same account that is started when a run of this one fails. */
  errorWorkflowId: z.uuid().optional(),
  /** JSON Schemas of what a run that is called, or started by hand, takes, and of what every run gives. */
  inputSchema: JsonSchema.optional(),
  outputSchema: JsonSchema.optional(),
  /** What people would have needed for one run that succeeds. */
  timeSavedSeconds: z.int().min(0).max(MAX_TIME_SAVED_SECONDS).optional(),
  concurrency: Concurrency.optional(),
})

export const Graph = z.strictObject({
  schema: z.literal(1).default(1),
  nodes: z.array(GraphNode).max(MAX_NODES).default([]),
  edges: z.array(GraphEdge).max(MAX_EDGES).default([]),
  settings: GraphSettings.default({}),
})

export type GraphNode = z.output<typeof GraphNode>
export type GraphEdge = z.output<typeof GraphEdge>
export type Graph = z.output<typeof Graph>

/** What stands in the way of publishing (`error`) or deserves a look (`warning`). */
export interface Problem {
  readonly severity: 'error' | 'warning'
  readonly code: string
  readonly message: string
  readonly nodeId?: string
  /** Where in the node's config: "url" or "headers.accept". */
  readonly path?: string
  /** The part of an expression that is at fault, as offsets in the text of the config value at `path`. */
  readonly range?: { readonly start: number; readonly end: number }
}
