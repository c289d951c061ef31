import type { Expressions } from '#src/lib/expressions/expressions.ts'
import type { Graph, Problem } from '#src/lib/graph/graph.schema.ts'
import { type NodeCatalog, validateGraph } from '#src/lib/graph/validate.ts'
import { checkConfig } from '#src/nodes/index.ts'
import type { NodeDefinition } from '#src/sdk/define-node.ts'

/** Finds what stands in the way of publishing: structure, configs, expressions. */
export type CheckGraph = (graph: Graph) => Problem[]

const toCatalog = (nodes: Readonly<Record<string, NodeDefinition>>): NodeCatalog =>
  Object.fromEntries(
    Object.entries(nodes).map(([type, node]) => [
      type,
      {
        title: node.title,
        version: node.version,
        ports: node.ports,
        category: node.category,
        checkConfig: (config) => checkConfig(node, config),
        outputSchema: (config) => node.output(config),
      },
    ]),
  )

export function createGraphCheck(
  nodes: Readonly<Record<string, NodeDefinition>>,
  expressions: Expressions,
): CheckGraph {
  const catalog = toCatalog(nodes)
  return (graph) => validateGraph(graph, catalog, expressions)
}
