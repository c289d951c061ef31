import type { Expressions } from '#src/lib/expressions/expressions.ts'
import type { Scope } from '#src/lib/expressions/scope.ts'
import type { Graph, GraphNode } from '#src/lib/graph/graph.schema.ts'
import { cycleIn, topologicalOrder } from '#src/lib/graph/order.ts'
import { portsOf } from '#src/lib/graph/ports.ts'
import type { NodeDefinition } from '#src/sdk/define-node.ts'
import { effectOf } from './decide/lane.ts'
import { type IncomingEdge, passingPort, type Visited } from './decide/readiness.ts'
import { variablesRead } from './decide/variables-read.ts'
import type { Lane, NodeRegistry, StartRequest } from './engine.ts'
import { invalidGraph } from './engine-error.ts'
import { type Prepared, preparation } from './prepare.ts'

/** The part of the expression language that the engine needs. */
export type TemplateCompiler = Pick<Expressions, 'compileTemplate'>

export interface PlannedNode extends Visited {
  readonly node: GraphNode
  /** Absent for an unknown type, which fails when the run reaches it. */
  readonly definition: NodeDefinition | undefined
  readonly isPure: boolean
  /** Where it is left while it is disabled. */
  readonly passingPort: string | undefined
  prepare(scope: Scope): Prepared
}

/** A graph made ready to walk: nodes in an order in which each comes after all that lead to it. */
export interface Plan {
  readonly graph: Graph
  readonly nodes: readonly PlannedNode[]
  readonly lane: Lane
  /** Names of the variables that its expressions read. */
  readonly reads: ReadonlySet<string> | 'all'
}

export type Start = Omit<StartRequest['trigger'], 'payload'>

/**
 * The named trigger, or else those of this kind; all triggers when there is none, so that a webhook workflow can be
 * tried by hand.
 */
function startsOf(graph: Graph, nodes: NodeRegistry, { kind, nodeId }: Start): ReadonlySet<string> {
  const triggers = graph.nodes.filter((node) => nodes[node.type]?.category === 'trigger')
  const named = triggers.filter((node) => node.id === nodeId)
  const wanted = named.length > 0 ? named : triggers.filter((node) => node.type === kind)
  return new Set((wanted.length > 0 ? wanted : triggers).map((node) => node.id))
}

function incomingOf(graph: Graph, place: ReadonlyMap<string, number>): ReadonlyMap<string, IncomingEdge[]> {
  const incoming = new Map<string, IncomingEdge[]>()
  for (const { from, port, to } of graph.edges) {
    const source = place.get(from)
    if (source === undefined) continue
    const edges = incoming.get(to)
    if (edges) edges.push({ from: source, port })
    else incoming.set(to, [{ from: source, port }])
  }
  return incoming
}

/** Throws an EngineError INVALID_GRAPH when the graph has a cycle. */
export function makePlan(graph: Graph, start: Start, nodes: NodeRegistry, compiler: TemplateCompiler): Plan {
  const cycle = cycleIn(graph)
  if (cycle) throw invalidGraph(`These steps form a circle: ${cycle.map(({ name }) => name).join(', ')}`)
  const order = topologicalOrder(graph).filter((node) => nodes[node.type]?.category !== 'note')
  const incoming = incomingOf(graph, new Map(order.map((node, place) => [node.id, place])))
  const starts = startsOf(graph, nodes, start)
  const planned = order.map((node): PlannedNode => {
    const definition = nodes[node.type]
    return {
      node,
      definition,
      isPure: effectOf(node, nodes) === 'pure',
      passingPort: passingPort(portsOf(definition?.ports ?? ['out'], node.config)),
      join: definition?.join?.(node.config) ?? 'any',
      isStart: starts.has(node.id),
      disabled: node.disabled,
      incoming: incoming.get(node.id) ?? [],
      prepare: preparation(node, definition, compiler),
    }
  })
  return {
    graph,
    nodes: planned,
    reads: variablesRead(graph),
    lane: planned.every(({ isPure, disabled }) => isPure || disabled) ? 'inline' : 'direct',
  }
}

/** Keeps the plans of the versions that ran last; drafts change, so theirs are made each time. */
export function createPlanCache(nodes: NodeRegistry, compiler: TemplateCompiler, { max = 500 } = {}) {
  const plans = new Map<string, Plan>()
  return (workflowId: string, version: number | null, graph: Graph, start: Start): Plan => {
    if (version === null) return makePlan(graph, start, nodes, compiler)
    const key = `${workflowId}:${version}:${start.kind}:${start.nodeId ?? ''}`
    const plan = plans.get(key) ?? makePlan(graph, start, nodes, compiler)
    plans.delete(key)
    plans.set(key, plan)
    for (const [oldest] of plans) {
      if (plans.size <= max) break
      plans.delete(oldest)
    }
    return plan
  }
}
