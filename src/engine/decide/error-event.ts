import type { Graph } from '#src/lib/graph/graph.schema.ts'
import type { Json } from '#src/sdk/json.ts'
import type { ExecutionError } from '../engine.ts'

/** A run of a published version that has just failed. */
export interface FailedRun {
  readonly id: string
  readonly workflowId: string
  readonly workflowName: string
  readonly version: number
  readonly graph: Graph
  readonly trigger: string
  /** ISO 8601; null when it failed before it began. */
  readonly startedAt: string | null
  readonly finishedAt: string
  /** As its row has it: without the secrets that the run has used. */
  readonly error: ExecutionError | null
}

/** The step of a graph that failures of other workflows start; undefined when it has none that is in use. */
export const errorTriggerOf = ({ nodes }: Graph) => nodes.find(({ type, disabled }) => type === 'error' && !disabled)

/** What `trigger` is in a run that the failure of another one started. Its shape is that of src/nodes/error.node.ts. */
export function errorEvent({ graph, error, ...run }: FailedRun, url: string): Json {
  const node = graph.nodes.find(({ id }) => id === error?.nodeId)
  return {
    execution: {
      id: run.id,
      url,
      trigger: run.trigger,
      startedAt: run.startedAt,
      finishedAt: run.finishedAt,
      error: {
        code: error?.code ?? 'EXECUTION_FAILED',
        message: error?.message ?? 'The run failed',
        details: (error?.details ?? []).map(({ field, message }) => ({ field, message })),
      },
      failedNode: node === undefined ? null : { id: node.id, key: node.key, name: node.name, type: node.type },
    },
    workflow: { id: run.workflowId, name: run.workflowName, version: run.version },
  }
}
