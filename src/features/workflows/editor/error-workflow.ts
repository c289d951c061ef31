import type { Graph } from '#src/lib/graph/graph.schema.ts'

/** Names the workflow that is told of failures; '' for none. */
export function setErrorWorkflow(graph: Graph, id: string): Graph {
  const { errorWorkflowId: _, ...settings } = graph.settings
  return { ...graph, settings: id === '' ? settings : { ...settings, errorWorkflowId: id } }
}
