import type { TemplateRules } from '#src/sdk/define-node.ts'
import type { Checker, ExpressionProblem } from '../expressions/check.ts'
import type { Expressions } from '../expressions/expressions.ts'
import type { JsonObject } from '../expressions/json.ts'
import type { JsonSchema } from '../expressions/schema-types.ts'
import type { Graph, GraphNode, Problem } from './graph.schema.ts'
import { ancestorsOf, nodeById } from './order.ts'
import { isNote, isTrigger, kindOf, type NodeKind, structureProblems } from './structure.ts'

/** What the checks need to know of a node type. */
export interface NodeCatalogEntry extends NodeKind {
  readonly version: number
  /** What is wrong with a config as it stands in a graph; a template is accepted wherever a value may stand. */
  checkConfig(config: JsonObject): readonly { readonly path: string; readonly message: string }[]
  readonly templates?: TemplateRules
  /** JSON Schema of the output where it is known before a run. */
  outputSchema?(config: JsonObject): JsonSchema | undefined
}

/** By node type. */
export type NodeCatalog = Readonly<Record<string, NodeCatalogEntry>>

/** All that stands in the way of publishing a graph, or deserves a look. Errors come before warnings. */
export function validateGraph(
  graph: Graph,
  catalog: NodeCatalog,
  expressions: Expressions,
  /** JSON Schema of the account's variables; without one anything goes. */
  vars?: JsonSchema,
): Problem[] {
  const problems = [
    ...structureProblems(graph, catalog),
    ...graph.nodes.flatMap((node) => configProblems(node, catalog)),
    ...expressionProblems(graph, catalog, expressions, vars),
  ]
  return problems.toSorted((a, b) => Number(a.severity === 'warning') - Number(b.severity === 'warning'))
}

/** A disabled step is passed by, so its config may be unfinished. */
function configProblems(node: GraphNode, catalog: NodeCatalog): Problem[] {
  const kind = kindOf(catalog, node)
  if (kind === undefined || node.disabled) return []
  if (node.version > kind.version)
    return [
      {
        severity: 'error',
        code: 'UNKNOWN_NODE_VERSION',
        message: `"${node.name}" needs version ${node.version} of ${kind.title}, which this server does not have`,
        nodeId: node.id,
      },
    ]
  return kind
    .checkConfig(node.config)
    .map(({ path, message }) => ({ severity: 'error', code: 'INVALID_CONFIG', message, nodeId: node.id, path }))
}

/** Triggers are read before there is a run: what they hold is text, not expressions. */
function expressionProblems(
  graph: Graph,
  catalog: NodeCatalog,
  expressions: Expressions,
  vars: JsonSchema | undefined,
): Problem[] {
  const scope = { ...scopeOf(graph, catalog), ...(vars !== undefined && { vars }) }
  const once = expressions.createChecker(scope)
  let perItem: Checker | undefined
  return graph.nodes
    .filter((node) => !node.disabled && !isTrigger(catalog, node) && !isNote(catalog, node))
    .flatMap((node) => {
      const rules = kindOf(catalog, node)?.templates ?? {}
      const settings = Object.entries(node.config).filter(([name]) => rules[name] !== 'never')
      const { items = [], others = [] } = Object.groupBy(settings, ([name]) =>
        rules[name] === 'per-item' ? 'items' : 'others',
      )
      if (items.length === 0) return problemsOf(graph, node, once, others)
      perItem ??= expressions.createChecker({ ...scope, item: {}, index: { type: 'integer' } })
      return [...problemsOf(graph, node, once, others), ...problemsOf(graph, node, perItem, items)]
    })
}

function scopeOf(graph: Graph, catalog: NodeCatalog) {
  const output = (node: GraphNode) => kindOf(catalog, node)?.outputSchema?.(node.config)
  const steps = Object.fromEntries(graph.nodes.map((node) => [node.key, output(node)]))
  const triggers = graph.nodes.filter((node) => isTrigger(catalog, node)).map(output)
  const trigger = triggers.length === 1 ? triggers[0] : undefined
  return trigger === undefined ? { steps } : { steps, trigger }
}

type Settings = readonly (readonly [string, JsonObject[string]])[]

function problemsOf(graph: Graph, node: GraphNode, checker: Checker, settings: Settings): Problem[] {
  const upstream = new Set<string>()
  for (const id of ancestorsOf(graph, node.id)) {
    const before = nodeById(graph, id)
    if (before !== undefined && !before.disabled && before.id !== node.id) upstream.add(before.key)
  }
  return checker.checkTemplate(Object.fromEntries(settings), { upstream }).map((problem) => toProblem(problem, node.id))
}

function toProblem({ severity, code, message, path, range, offset }: ExpressionProblem, nodeId: string): Problem {
  return { severity, code, message, nodeId, path, range: { start: range.start + offset, end: range.end + offset } }
}
