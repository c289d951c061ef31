import { type Edge, type Node, type NodeHandle, type NodeProps, Position } from '@xyflow/react'
import type { NodeTypeEntry } from '#src/features/node-types/node-types.schema.ts'
import { type Size, STEP_SIZE } from '#src/lib/graph/boxes.ts'
import type { Graph, GraphEdge, GraphNode } from '#src/lib/graph/graph.schema.ts'
import { type NodeTypes, portsOf, portText } from '../graph-edit.ts'
import { outlineOf } from '../outline.ts'
import { type StepState, stateClasses, stepName } from './step-state.ts'

/** A way out as it is drawn. */
export interface Way {
  readonly port: string
  /** What people call it; '' for the only one. */
  readonly label: string
  /** Its middle, from the top of the step. */
  readonly y: number
  /** Nothing follows there yet. */
  readonly isOpen: boolean
}

interface StepData extends Record<string, unknown> {
  readonly node: GraphNode
  readonly type: NodeTypeEntry | undefined
  readonly ways: readonly Way[]
  readonly takesWays: boolean
  readonly state: StepState
}
export type StepNode = Node<StepData, 'step' | 'note'>
export type StepEdge = Edge<{ readonly edge: GraphEdge; readonly label: string; readonly mark?: WayMark }, 'way'>
/** What has become of a connection, where two states of a workflow are drawn as one. */
export type WayMark = 'added' | 'removed'

/** Where a step stands and whether it is chosen is shown around it, by the canvas and the style sheet. */
export const showsTheSame = (one: NodeProps<StepNode>, other: NodeProps<StepNode>): boolean => one.data === other.data

/** From one way out to the next one below it. */
const WAY_GAP = 28
/** What can be pressed of a way in or out, with the dot in its middle. */
const HANDLE = 24
const NOTE_SIZE: Size = { width: 240, height: 144 }
const CHARS_PER_LINE = 30
const NOTE_LINE = 21
const NOTE_FRAME = 56
const MAX_NOTE_LINES = 16

/** How much room a step takes on the canvas. */
export function sizeOnCanvas(node: GraphNode, types: NodeTypes): Size {
  if (types.get(node.type)?.category === 'note') return noteSize(node)
  const ways = portsOf(node, types).length
  return ways <= 2 ? STEP_SIZE : { ...STEP_SIZE, height: Math.ceil((ways * WAY_GAP + 16) / 8) * 8 }
}

function noteSize({ config }: GraphNode): Size {
  const text = typeof config.text === 'string' ? config.text : ''
  const lines = text.split('\n').reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / CHARS_PER_LINE)), 0)
  const wanted = Math.min(lines, MAX_NOTE_LINES) * NOTE_LINE + NOTE_FRAME
  return { ...NOTE_SIZE, height: Math.ceil(Math.max(wanted, 72) / 8) * 8 }
}

/** How far down the right side of a step one of its ways begins. */
export const wayHeight = (height: number, index: number, count: number): number =>
  Math.round(height / 2 + (index - (count - 1) / 2) * WAY_GAP)

function waysOf(node: GraphNode, types: NodeTypes, taken: ReadonlySet<string>): Way[] {
  const ports = portsOf(node, types)
  const { height } = sizeOnCanvas(node, types)
  return ports.map((port, index) => ({
    ...{ port, label: portText(port, node, types), isOpen: !taken.has(`${node.id} ${port}`) },
    y: wayHeight(height, index, ports.length),
  }))
}

const handle = (type: 'source' | 'target', id: string | null, x: number, y: number): NodeHandle => ({
  ...{ type, id, width: HANDLE, height: HANDLE, x: x - HANDLE / 2, y: y - HANDLE / 2 },
  position: type === 'source' ? Position.Right : Position.Left,
})

interface FlowSource {
  readonly graph: Graph
  readonly types: NodeTypes
  readonly stateOf: (id: string) => StepState
}

const sameWays = (one: readonly Way[], other: readonly Way[]): boolean =>
  one.length === other.length &&
  one.every((way, at) => {
    const there = other[at]
    return there?.port === way.port && there.label === way.label && there.y === way.y && there.isOpen === way.isOpen
  })

/** Steps as the canvas draws them, in the order of the outline. What has not changed stays the very same object. */
export function flowNodes({ graph, types, stateOf }: FlowSource, before: readonly StepNode[]): StepNode[] {
  const known = new Map(before.map((node) => [node.id, node]))
  const taken = new Set(graph.edges.map(({ from, port }) => `${from} ${port}`))
  const rows = outlineOf(graph)
  const count = rows.filter(({ node }) => types.get(node.type)?.category !== 'note').length
  let place = 0
  return rows.map(({ node }) => {
    const type = types.get(node.type)
    const isNote = type?.category === 'note'
    if (!isNote) place += 1
    const state = stateOf(node.id)
    const ways = waysOf(node, types, taken)
    const ariaLabel = stepName({ node, type, state, place: isNote ? undefined : { place, count } })
    const old = known.get(node.id)
    const isSame =
      old?.data.node === node && old.data.state === state && old.data.type === type && sameWays(old.data.ways, ways)
    // One step more or less renames all: what is inside them stays as it is.
    if (isSame) return old.ariaLabel === ariaLabel ? old : { ...old, ariaLabel }
    const size = sizeOnCanvas(node, types)
    const takesWays = type?.category !== 'trigger' && !isNote
    const sources = ways.map((way) => handle('source', way.port, size.width, way.y))
    return {
      ...(old?.selected && { selected: true }),
      ...size,
      ...{ id: node.id, type: isNote ? ('note' as const) : ('step' as const), ariaLabel },
      // The frame knows it too: from afar nothing else of a step is drawn.
      className: stateClasses(state),
      measured: size,
      position: node.position,
      handles: takesWays ? [handle('target', null, 0, size.height / 2), ...sources] : sources,
      data: { node, type, ways, takesWays, state },
    }
  })
}

export const edgeId = ({ from, port, to }: GraphEdge): string => `${from} ${port} ${to}`

/** What the library calls an edge. */
const SPOKEN_AS = { 'aria-roledescription': 'connection' }

/** Connections as the canvas draws them; what has not changed stays the very same object, and so does their list. */
export function flowEdges({ graph, types }: FlowSource, before: StepEdge[]): StepEdge[] {
  const known = new Map(before.map((edge) => [edge.id, edge]))
  const nodes = new Map(graph.nodes.map((node) => [node.id, node]))
  const edges = graph.edges.map((edge) => {
    const id = edgeId(edge)
    const label = portText(edge.port, nodes.get(edge.from), types)
    const way = `From ${nodes.get(edge.from)?.name ?? edge.from} to ${nodes.get(edge.to)?.name ?? edge.to}`
    const ariaLabel = label === '' ? way : `${way}, ${label}`
    const old = known.get(id)
    if (old !== undefined && old.data?.label === label) return old.ariaLabel === ariaLabel ? old : { ...old, ariaLabel }
    return {
      ...{ id, type: 'way' as const, source: edge.from, sourceHandle: edge.port, target: edge.to },
      ...{ ariaLabel, domAttributes: SPOKEN_AS },
      data: { edge, label },
    }
  })
  // For another list, even of the same ones, the library looks at each connection anew.
  return edges.length === before.length && edges.every((edge, index) => edge === before[index]) ? before : edges
}
