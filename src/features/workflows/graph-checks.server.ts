import type { Expressions } from '#src/lib/expressions/expressions.ts'
import type { Graph, Problem } from '#src/lib/graph/graph.schema.ts'
import { isNote, isTrigger } from '#src/lib/graph/structure.ts'
import { type NodeCatalog, validateGraph } from '#src/lib/graph/validate.ts'
import { checkConfig } from '#src/nodes/index.ts'
import type { NodeDefinition } from '#src/sdk/define-node.ts'

interface CheckOptions {
  /** A draft may be tried before it does anything; what is published must do something. */
  readonly publishing?: boolean
}

/** Finds what stands in the way of running or publishing: structure, configs, expressions. */
export type CheckGraph = (graph: Graph, options?: CheckOptions) => Problem[]

const toCatalog = (nodes: Readonly<Record<string, NodeDefinition>>): NodeCatalog =>
  Object.fromEntries(
    Object.entries(nodes).map(([type, node]) => [
      type,
      {
        title: node.title,
        version: node.version,
        ports: node.ports,
        category: node.category,
        ...(node.join && { join: (config) => node.join?.(config) ?? 'any' }),
        ...(node.templates && { templates: node.templates }),
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
  return (graph, { publishing = false } = {}) => {
    const problems = validateGraph(graph, catalog, expressions)
    return publishing && doesNothing(graph, catalog) ? [withoutSteps, ...problems] : problems
  }
}

const withoutSteps: Problem = {
  severity: 'error',
  code: 'STEP_MISSING',
  message: 'Add a step: something starts this workflow, but then it does nothing',
}

const doesNothing = (graph: Graph, catalog: NodeCatalog): boolean => {
  const nodes = graph.nodes.filter((node) => !isNote(catalog, node))
  const steps = nodes.filter((node) => !isTrigger(catalog, node))
  return steps.length < nodes.length && steps.every(({ disabled }) => disabled)
}
