import type { Expressions } from '#src/lib/expressions/expressions.ts'
import type { Scope } from '#src/lib/expressions/scope.ts'
import type { Graph, GraphNode } from '#src/lib/graph/graph.schema.ts'
import { bodiesOf, loopsAround } from '#src/lib/graph/loops.ts'
import { cycleIn, topologicalOrder } from '#src/lib/graph/order.ts'
import { ordinaryPort, portsOf } from '#src/lib/graph/ports.ts'
import type { NodeDefinition } from '#src/sdk/define-node.ts'
import { effectOf, laneOf } from './decide/lane.ts'
import { type IncomingEdge, passingPort, type Visited } from './decide/readiness.ts'
import { sideBySide } from './decide/side-by-side.ts'
import { variablesRead } from './decide/variables-read.ts'
import type { Lane, NodeRegistry, StartRequest } from './engine.ts'
import { invalidGraph } from './engine-error.ts'
import { type LineRule, lineRuleOf } from './line-rule.ts'
import { type Prepared, preparation } from './prepare.ts'

/** The part of the expression language that the engine needs. */
export type TemplateCompiler = Pick<Expressions, 'compileTemplate'>

export interface PlannedNode extends Visited {
  readonly node: GraphNode
  /** Its place among all nodes of the graph. */
  readonly seq: number
  /** Its place in its level. */
  readonly place: number
  /** Absent for an unknown type, which fails when the run reaches it. */
  readonly definition: NodeDefinition | undefined
  readonly isPure: boolean
  /** It only reads, so it may be asked again. */
  readonly isRead: boolean
  /** It or its body has side effects. */
  readonly touches: boolean
  /** It goes on with those that come first. */
  readonly joinsEarly: boolean
  /** What it runs again and again. */
  readonly body: Level | undefined
  /** Where it is left while it is disabled. */
  readonly passingPort: string | undefined
  /** Where it is left when it goes on after a failure. */
  readonly onwards: string | undefined
  prepare(scope: Scope): Prepared
}

/** The nodes outside of all loops, or those of one body, in an order in which each comes after all that lead to it. */
export interface Level {
  readonly nodes: readonly PlannedNode[]
  /** By place: places of all nodes that lead there. Present when nodes with side effects can run at the same time. */
  readonly before: readonly (readonly number[])[] | undefined
}

/** A graph made ready to walk. */
export interface Plan {
  readonly graph: Graph
  /** All nodes, those in loops too. */
  readonly nodes: readonly PlannedNode[]
  readonly main: Level
  readonly lane: Lane
  /** Names of the variables that its expressions read. */
  readonly reads: ReadonlySet<string> | 'all'
  /** Absent: any number of its runs may be at work at once. */
  readonly line: LineRule | undefined
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

function incomingOf(graph: Graph, places: ReadonlyMap<string, number>): ReadonlyMap<string, IncomingEdge[]> {
  const incoming = new Map<string, IncomingEdge[]>()
  for (const { from, port, to } of graph.edges) {
    const source = places.get(from)
    if (source === undefined) continue
    const edges = incoming.get(to)
    if (edges) edges.push({ from: source, port })
    else incoming.set(to, [{ from: source, port }])
  }
  return incoming
}

interface Planning {
  readonly graph: Graph
  readonly nodes: NodeRegistry
  readonly compiler: TemplateCompiler
  /** Where a run or a turn begins. */
  readonly starts: ReadonlySet<string>
  /** All nodes in their order, by the loop that they are in. */
  readonly levels: ReadonlyMap<string | undefined, readonly GraphNode[]>
  readonly seqs: ReadonlyMap<string, number>
}

/** All ways out but the one into a body. */
const onwardPorts = ({ config }: GraphNode, definition: NodeDefinition | undefined): string[] =>
  portsOf(definition?.ports ?? ['out'], config).filter((port) => port !== definition?.bodyPort)

/** The ids of the nodes at which a turn of a loop begins. */
const firstInBodies = (graph: Graph, nodes: NodeRegistry): string[] => {
  const ports = new Map(graph.nodes.map(({ id, type }) => [id, nodes[type]?.bodyPort]))
  return graph.edges.filter(({ from, port }) => ports.get(from) === port).map(({ to }) => to)
}

function planLevel(planning: Planning, loop: string | undefined): Level {
  const { graph, nodes, compiler, starts, levels, seqs } = planning
  const order = levels.get(loop) ?? []
  const incoming = incomingOf(graph, new Map(order.map(({ id }, place) => [id, place])))
  const planned = order.map((node, place): PlannedNode => {
    const definition = nodes[node.type]
    const effect = effectOf(node, nodes)
    const isPure = effect === 'pure'
    const body = definition?.bodyPort === undefined ? undefined : planLevel(planning, node.id)
    const join = definition?.join?.(node.config) ?? 'any'
    const ways = onwardPorts(node, definition)
    return {
      ...{ node, place, definition, isPure, isRead: effect === 'read', body },
      seq: seqs.get(node.id) ?? 0,
      touches: !node.disabled && (!isPure || body?.nodes.some(({ touches }) => touches) === true),
      passingPort: passingPort(ways),
      // Behind a step without a way out there is nothing to choose.
      onwards: ways.length === 0 ? 'out' : ordinaryPort(ways),
      joinsEarly: !node.disabled && definition?.joinsEarly === true && join !== 'all',
      join,
      isStart: starts.has(node.id),
      disabled: node.disabled,
      incoming: incoming.get(node.id) ?? [],
      prepare: preparation(node, definition, compiler),
    }
  })
  return { nodes: planned, before: sideBySide(planned) }
}

/** Throws an EngineError INVALID_GRAPH when the graph has a cycle. */
export function makePlan(graph: Graph, start: Start, nodes: NodeRegistry, compiler: TemplateCompiler): Plan {
  const cycle = cycleIn(graph)
  if (cycle) throw invalidGraph(`These steps form a circle: ${cycle.map(({ name }) => name).join(', ')}`)
  const order = topologicalOrder(graph).filter((node) => nodes[node.type]?.category !== 'note')
  const around = loopsAround(bodiesOf(graph, ({ type }) => nodes[type]?.bodyPort))
  const main = planLevel(
    {
      ...{ graph, nodes, compiler },
      starts: new Set([...startsOf(graph, nodes, start), ...firstInBodies(graph, nodes)]),
      levels: Map.groupBy(order, ({ id }) => around.get(id)?.[0]),
      seqs: new Map(order.map(({ id }, seq) => [id, seq])),
    },
    undefined,
  )
  const planned = allOf(main).toSorted((a, b) => a.seq - b.seq)
  return {
    ...{ graph, main, nodes: planned },
    reads: variablesRead(graph),
    line: lineRuleOf(graph, compiler),
    lane: laneOf(graph, nodes),
  }
}

const allOf = ({ nodes }: Level): PlannedNode[] =>
  nodes.flatMap((node) => (node.body === undefined ? [node] : [node, ...allOf(node.body)]))

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
