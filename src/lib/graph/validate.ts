import type { TemplateRules } from '#src/sdk/define-node.ts'
import type { Checker, ExpressionProblem } from '../expressions/check.ts'
import type { Expressions } from '../expressions/expressions.ts'
import type { JsonObject } from '../expressions/json.ts'
import type { JsonSchema } from '../expressions/schema-types.ts'
import type { Graph, GraphNode, Problem } from './graph.schema.ts'
import { bodiesOf, loopsAround } from './loops.ts'
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

/** What the expressions of one step may name. */
interface Sight {
  readonly once: () => Checker
  readonly perItem: () => Checker
}

/** Triggers are read before there is a run: what they hold is text, not expressions. */
function expressionProblems(
  graph: Graph,
  catalog: NodeCatalog,
  expressions: Expressions,
  vars: JsonSchema | undefined,
): Problem[] {
  const bodies = bodiesOf(graph, (node) => kindOf(catalog, node)?.bodyPort)
  const around = loopsAround(bodies)
  const outside = { ...scopeOf(graph, catalog), ...(vars !== undefined && { vars }) }
  const sights = new Map<string, Sight>()
  /** Inside a loop its key stands for what it is at: the item of a loop further out has no other name. */
  const sightOf = (loops: readonly string[]): Sight => {
    const known = sights.get(loops.join(' '))
    if (known !== undefined) return known
    const at = loops.flatMap((id) => nodeById(graph, id) ?? []).map(({ key }) => [key, AT_ITEM])
    const scope = { ...outside, steps: { ...outside.steps, ...Object.fromEntries(at) } }
    const perItem = atFirstUse(() => expressions.createChecker({ ...scope, ...ONE_ITEM }))
    const sight = { perItem, once: loops.length > 0 ? perItem : atFirstUse(() => expressions.createChecker(scope)) }
    sights.set(loops.join(' '), sight)
    return sight
  }
  return graph.nodes
    .filter((node) => !node.disabled && !isTrigger(catalog, node) && !isNote(catalog, node))
    .flatMap((node) => {
      const rules = kindOf(catalog, node)?.templates ?? {}
      const { never: _, ...settings } = Object.groupBy(Object.entries(node.config), ([name]) => rules[name] ?? 'now')
      const loops = around.get(node.id) ?? []
      const { once, perItem } = sightOf(loops)
      const before = upstreamOf(graph, ancestorsOf(graph, node.id), node)
      const body = upstreamOf(graph, bodies.get(node.id) ?? [], node)
      return [
        ...problemsOf(node, once, settings.now, before),
        ...problemsOf(node, once, settings.later, before),
        ...problemsOf(node, perItem, settings['per-item'], before),
        ...problemsOf(node, sightOf([node.id, ...loops]).perItem, settings['after-turn'], [
          ...before,
          ...body,
          node.key,
        ]),
      ]
    })
}

/** Making a checker costs more than most graphs need of it. */
function atFirstUse<T>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}

const ONE_ITEM = { item: {}, index: { type: 'integer' } }
const AT_ITEM: JsonSchema = { type: 'object', properties: ONE_ITEM }

const FAILURE: JsonSchema = {
  type: 'object',
  properties: { code: { type: 'string' }, message: { type: 'string' } },
  required: ['code', 'message'],
}

/** A step that the run goes on behind gives its failure in place of its output. */
function orFailure(schema: JsonSchema | undefined, { onError }: GraphNode): JsonSchema | undefined {
  if (schema === undefined || onError === 'stop') return schema
  const { properties } = schema
  // It may have an error that is no failure.
  if (typeof properties !== 'object' || properties === null || 'error' in properties) return undefined
  return { ...schema, properties: { ...properties, error: FAILURE } }
}

function scopeOf(graph: Graph, catalog: NodeCatalog) {
  const output = (node: GraphNode) => orFailure(kindOf(catalog, node)?.outputSchema?.(node.config), node)
  const steps = Object.fromEntries(graph.nodes.map((node) => [node.key, output(node)]))
  const triggers = graph.nodes.filter((node) => isTrigger(catalog, node)).map(output)
  const trigger = triggers.length === 1 ? triggers[0] : undefined
  return trigger === undefined ? { steps } : { steps, trigger }
}

type Settings = readonly (readonly [string, JsonObject[string]])[]

/** Keys of those of the nodes that have an output when this one runs. */
const upstreamOf = (graph: Graph, ids: Iterable<string>, { id: own }: GraphNode): string[] =>
  [...ids].flatMap((id) => {
    const node = nodeById(graph, id)
    return node === undefined || node.disabled || id === own ? [] : [node.key]
  })

function problemsOf(
  node: GraphNode,
  checkerFor: () => Checker,
  settings: Settings | undefined,
  upstream: readonly string[],
): Problem[] {
  if (settings === undefined) return []
  return checkerFor()
    .checkTemplate(Object.fromEntries(settings), { upstream: new Set(upstream) })
    .map((problem) => toProblem(problem, node.id))
}

function toProblem({ severity, code, message, path, range, offset }: ExpressionProblem, nodeId: string): Problem {
  return { severity, code, message, nodeId, path, range: { start: range.start + offset, end: range.end + offset } }
}
