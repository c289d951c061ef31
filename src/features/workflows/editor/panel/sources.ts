import type { ExecutionStep } from '#src/features/executions/executions.schema.ts'
import type { Graph, GraphNode } from '#src/lib/graph/graph.schema.ts'
import { ancestorsOf, incoming, topologicalOrder } from '#src/lib/graph/order.ts'
import type { Json } from '#src/sdk/json.ts'
import { valueAtPath } from '#src/ui/data-view/json-paths.ts'
import type { NodeTypes } from '../graph-edit.ts'
import { looksLikeSample, sampleBody, sampleInput } from '../sample-input.ts'

/** A step that ran, and the run that it was in. */
export interface KnownStep {
  readonly step: ExecutionStep
  readonly executionId: string
}

/** What is known of what a step gives. */
export interface Source {
  readonly nodeId: string
  readonly name: string
  /** How expressions name it: trigger, steps.order. */
  readonly root: string
  readonly origin: 'pinned' | 'run' | 'sample' | 'unknown'
  /** The value was made up from what expressions ask of it: what will come may be something else. */
  readonly isGuess?: boolean
  /** Undefined while it is not known, or not here yet. */
  readonly value: Json | undefined
  /** Too large to come along: it is asked for. */
  readonly moved: { readonly bytes: number; readonly executionId: string; readonly iteration?: string } | undefined
}

interface Known {
  readonly graph: Graph
  readonly types: NodeTypes
  readonly pins: Readonly<Record<string, unknown>>
  readonly steps: ReadonlyMap<string, KnownStep>
  /** What the tools that steps run could give, by `toolOf`. */
  readonly toolSamples?: ReadonlyMap<string, Json>
}

interface Moved {
  readonly $blob: string
  readonly bytes: number
}
const isMoved = (value: unknown): value is Moved =>
  typeof value === 'object' && value !== null && '$blob' in value && 'bytes' in value && 'preview' in value

const GAVE_SOMETHING: ReadonlySet<string> = new Set(['succeeded', 'reused'])

/** What a step gave last: the pinned output, else that of the last run, else a sample where one can be made. */
export function sourceOf(node: GraphNode, { graph, types, pins, steps, toolSamples }: Known): Source {
  const isTrigger = types.get(node.type)?.category === 'trigger'
  const about = {
    nodeId: node.id,
    name: node.name,
    root: isTrigger ? 'trigger' : `steps.${node.key}`,
    moved: undefined,
  }
  const pin = Object.hasOwn(pins, node.id) ? (pins[node.id] as { output: Json }) : undefined
  if (pin !== undefined) return { ...about, origin: 'pinned', value: pin.output }
  const known = steps.get(node.id)
  if (known !== undefined && GAVE_SOMETHING.has(known.step.status)) {
    const { output, iteration, standIn } = known.step
    const origin = standIn === 'sample' || standIn === 'passed' ? 'sample' : 'run'
    if (!isMoved(output)) return { ...about, origin, value: output as Json }
    const moved = { bytes: output.bytes, executionId: known.executionId, ...(iteration !== undefined && { iteration }) }
    return { ...about, origin, value: undefined, moved }
  }
  if (isTrigger) return { ...about, origin: 'sample', value: sampleOf(graph, node) }
  const example = toolSamples?.get(toolOf(node) ?? '')
  return { ...about, origin: example === undefined ? 'unknown' : 'sample', value: example }
}

/** The tool that a step runs, where that is written down, and the version that it stays with: "tip", "tip?version=2". */
export function toolOf({ type, config: { tool, version } }: GraphNode): string | undefined {
  if (type !== 'tool' || typeof tool !== 'string' || !/^[a-z0-9-]+$/.test(tool)) return undefined
  return typeof version === 'number' ? `${tool}?version=${version}` : tool
}

/** What runs begin with. */
export const triggerOf = ({ nodes }: Graph, types: NodeTypes): GraphNode | undefined =>
  nodes.find(({ type, disabled }) => !disabled && types.get(type)?.category === 'trigger')

/**
 * What the trigger brought in the last run that is known; undefined where that is none, where it is too large to come
 * along, and where the settings of a manual start say what it brings.
 */
export function broughtLast(graph: Graph, types: NodeTypes, steps: Known['steps']): Brought | undefined {
  const trigger = triggerOf(graph, types)
  if (trigger === undefined || (trigger.config.sample ?? null) !== null) return undefined
  const known = steps.get(trigger.id)
  // A trigger of another kind brings something else.
  if (known?.step.type !== trigger.type) return undefined
  const { origin, value } = sourceOf(trigger, { graph, types, steps, pins: {} })
  return origin === 'run' && value !== undefined ? { id: known.executionId, input: value } : undefined
}

/** What a run began with, its secret values redacted, and the run, which has them. */
export interface Brought {
  readonly id: string
  readonly input: unknown
}

/** As a run by hand would bring it. */
function sampleOf(graph: Graph, { type }: GraphNode): Json {
  return type === 'webhook' ? { method: 'POST', headers: {}, query: {}, body: sampleBody(graph) } : sampleInput(graph)
}

/** Where that is which comes from outside in a shape that nobody has written down. */
const FROM_OUTSIDE: Readonly<Record<string, string>> = { webhook: 'body', feed: 'item' }

/** Whether a trigger brought what samples bring: without a run, or in a trial that began with one. */
function bringsGuess({ type }: GraphNode, { origin, value }: Source): boolean {
  const name = FROM_OUTSIDE[type]
  const part = name === undefined || value === undefined ? undefined : valueAtPath(value, [name])
  return origin !== 'pinned' && part !== undefined && looksLikeSample(part)
}

/** Everything that a step can read, what leads to it directly first, then the nearest first. */
export function sourcesBefore(nodeId: string, known: Known): Source[] {
  const before = ancestorsOf(known.graph, nodeId)
  const direct = new Set(incoming(known.graph, nodeId).map(({ from }) => from))
  const nearestFirst = topologicalOrder(known.graph)
    .filter(({ id }) => before.has(id))
    .toReversed()
  const read = nearestFirst
    .toSorted((a, b) => Number(direct.has(b.id)) - Number(direct.has(a.id)))
    .map((node) => ({ node, source: sourceOf(node, known) }))
  const beganWithGuess = read.some(({ node, source }) => bringsGuess(node, source))
  // What a step has only worked out is worth no more than what it began with.
  const isGuess = ({ node, source }: (typeof read)[number]) =>
    bringsGuess(node, source) ||
    (beganWithGuess && source.origin === 'run' && known.types.get(node.type)?.effect === 'pure')
  return read.map((one) => (isGuess(one) ? { ...one.source, isGuess: true } : one.source))
}

export const originText = ({ origin }: Pick<Source, 'origin'>): string => {
  switch (origin) {
    case 'pinned':
      return 'Pinned data'
    case 'run':
      return 'From the last run'
    case 'sample':
      return 'Sample data'
    case 'unknown':
      return 'Nothing is known yet'
  }
}
