import { MAX_NODES, NodeName } from '#src/lib/graph/graph.schema.ts'
import { z } from '#src/lib/zod.ts'

/** What we read of a node of n8n; whatever else is there is left out. */
const N8nNode = z.object({
  name: z.string().trim().pipe(NodeName),
  type: z.string().min(1).max(200),
  typeVersion: z.number().catch(1),
  position: z.tuple([z.number(), z.number()]).catch([0, 0]),
  parameters: z.record(z.string(), z.json()).default({}),
  disabled: z.boolean().default(false),
  credentials: z.unknown().optional(),
  onError: z.string().optional(),
  continueOnFail: z.boolean().default(false),
  retryOnFail: z.boolean().default(false),
  maxTries: z.int().min(2).max(20).catch(3),
  waitBetweenTries: z.int().min(0).max(3_600_000).catch(1000),
})
export type N8nNode = z.output<typeof N8nNode>

/** Values of which we know what they mean; a wrong one is as good as none. */
const Settings = z.object({
  timezone: z.string().max(100).optional().catch(undefined),
  errorWorkflow: z.string().max(200).optional().catch(undefined),
  /** Seconds; -1 is without a limit. */
  executionTimeout: z.number().optional().catch(undefined),
})
export type N8nSettings = z.output<typeof Settings>

const Target = z.object({ node: z.string() })
const Outputs = z.array(z.array(Target).nullish())

/** A workflow as n8n exports it. */
export const N8nWorkflow = z.object({
  name: z.string().trim().min(1).max(200).catch('Workflow of n8n'),
  nodes: z.array(N8nNode).max(MAX_NODES),
  /** By the name of the node that they leave. */
  connections: z.record(z.string(), z.object({ main: Outputs.default([]) })),
  settings: Settings.catch({}).default({}),
})
export type N8nWorkflow = z.output<typeof N8nWorkflow>
