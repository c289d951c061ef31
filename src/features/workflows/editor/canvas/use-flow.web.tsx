import { applyNodeChanges, type NodeChange, type OnNodeDrag } from '@xyflow/react'
import { type MouseEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { type Box, boundsOf, boxOf, type Point } from '#src/lib/graph/boxes.ts'
import type { Graph, GraphEdge, GraphNode } from '#src/lib/graph/graph.schema.ts'
import type { NodeTypes } from '../graph-edit.ts'
import type { Gestures } from '../use-gestures.web.tsx'
import type { Selection } from '../use-selection.web.tsx'
import { edgeUnder } from './edge-under.ts'
import { edgeId, type StepEdge, type StepNode, sizeOnCanvas } from './flow-model.ts'
import { type Guide, guidesFor, isSameGuides } from './guides.ts'
import type { StepStates } from './step-state.ts'
import { useDrawn } from './use-drawn.web.tsx'

interface FlowOptions {
  readonly graph: Graph
  readonly types: NodeTypes
  readonly states: StepStates
  readonly selection: Selection
  readonly gestures: Gestures
}

/** The graph as the canvas library wants it, and what people do to it by pointer. */
export function useFlow(options: FlowOptions) {
  const { graph, states, selection, gestures, types } = options
  // A finger that means to move the bench would move a step and with it the draft: it has to choose the step first.
  const [isFinger] = useState(() => window.matchMedia('(pointer: coarse)').matches)
  const [current, setFlow] = useDrawn({ graph, types, states, ids: selection.ids, dragsChosen: isFinger })
  const idsNow = useRef(selection.ids)
  useEffect(() => {
    idsNow.current = selection.ids
  }, [selection.ids])
  const { selectMany } = selection
  const onNodesChange = useCallback(
    (changes: NodeChange<StepNode>[]) => {
      const chosen = changes.filter((change) => change.type === 'select')
      if (chosen.length > 0) {
        const next = new Set(idsNow.current)
        for (const { id, selected } of chosen)
          if (selected) next.add(id)
          else next.delete(id)
        idsNow.current = [...next]
        selectMany(idsNow.current)
      }
      // Sizes are known, and what is added or removed comes from the graph.
      const moves = changes.filter((change) => change.type === 'position')
      if (moves.length > 0)
        setFlow(({ goal, ...now }) => ({
          ...now,
          nodes: applyNodeChanges(moves, goal ?? now.nodes),
          part: goal === undefined ? now.part : {},
        }))
    },
    [selectMany, setFlow],
  )
  const drag = useDragging({ graph, types, gestures })
  const hover = useHoveredEdge()
  const edges = useMemo(() => markedEdges(current.edges, drag.target), [current.edges, drag.target])
  return {
    nodes: current.nodes,
    edges,
    part: current.part,
    guides: drag.guides,
    nodesDraggable: !isFinger,
    hoveredEdge: hover.edge,
    holdEdge: hover.hold,
    handlers: useMemo(
      () => ({ onNodesChange, ...drag.handlers, ...hover.handlers }),
      [onNodesChange, drag.handlers, hover.handlers],
    ),
  }
}

const markedEdges = (edges: StepEdge[], target: GraphEdge | undefined): StepEdge[] => {
  if (target === undefined) return edges
  const id = edgeId(target)
  return edges.map((edge) => (edge.id === id ? { ...edge, className: 'is-target' } : edge))
}

const NO_GUIDES: readonly Guide[] = []

/** Where steps were dropped goes into the graph; a free step that is dropped on a connection is put between its ends. */
function useDragging({ graph, types, gestures }: Pick<FlowOptions, 'graph' | 'types' | 'gestures'>) {
  const [target, setTarget] = useState<GraphEdge>()
  const [guides, setGuides] = useState<readonly Guide[]>(NO_GUIDES)
  const now = useRef(graph)
  useEffect(() => {
    now.current = graph
  }, [graph])
  // What stays where it is stands still for the whole of a drag.
  const still = useRef<readonly Box[]>(undefined)
  const { moveTo, dropOn } = gestures
  const handlers = useMemo(() => {
    const sizeOf = (node: GraphNode) => sizeOnCanvas(node, types)
    const stillOf = (moved: readonly StepNode[]) => {
      const ids = new Set(moved.map(({ id }) => id))
      return now.current.nodes.filter(({ id }) => !ids.has(id)).map((node) => boxOf(node, sizeOf))
    }
    const align = (nodes: readonly StepNode[]) => {
      still.current ??= stillOf(nodes)
      const dragged = nodes.map(({ data, position }) => ({ ...data.node, position }))
      const box = boundsOf(dragged, sizeOf)
      const found = box === undefined ? NO_GUIDES : guidesFor(box, still.current)
      setGuides((known) => (isSameGuides(known, found) ? known : found))
    }
    const begin = () => {
      still.current = undefined
    }
    const onNodeDrag: OnNodeDrag<StepNode> = (_, node, nodes) => {
      align(nodes)
      const found = nodes.length === 1 ? edgeUnder(now.current, node, types) : undefined
      setTarget((known) => (known === found ? known : found))
    }
    const drop = (nodes: readonly StepNode[]) =>
      moveTo(new Map<string, Point>(nodes.map(({ id, position }) => [id, position])))
    const onNodeDragStop: OnNodeDrag<StepNode> = (_, node, nodes) => {
      // Asked again: what was marked last may be one move behind.
      const edge = nodes.length === 1 ? edgeUnder(now.current, node, types) : undefined
      setTarget(undefined)
      setGuides(NO_GUIDES)
      if (edge === undefined || !dropOn(node.id, edge, node.position)) drop(nodes)
    }
    const onSelectionDrag = (_: MouseEvent, nodes: StepNode[]) => align(nodes)
    const onSelectionDragStop = (_: MouseEvent, nodes: StepNode[]) => {
      setGuides(NO_GUIDES)
      drop(nodes)
    }
    return {
      ...{ onNodeDragStart: begin, onNodeDrag, onNodeDragStop },
      ...{ onSelectionDragStart: begin, onSelectionDrag, onSelectionDragStop },
    }
  }, [types, moveTo, dropOn])
  return { target, guides, handlers }
}

const HOLD_MS = 350

/** The connection under the pointer, a moment longer than that: its buttons must be reachable. */
function useHoveredEdge() {
  const [edge, setEdge] = useState<GraphEdge>()
  const timer = useRef<number>(undefined)
  const handlers = useMemo(
    () => ({
      onEdgeMouseEnter: (_: MouseEvent, { data }: StepEdge) => {
        window.clearTimeout(timer.current)
        setEdge(data?.edge)
      },
      onEdgeMouseLeave: () => {
        timer.current = window.setTimeout(() => setEdge(undefined), HOLD_MS)
      },
      onEdgeClick: (_: MouseEvent, { data }: StepEdge) => setEdge(data?.edge),
    }),
    [],
  )
  const hold = useCallback((held: boolean) => {
    window.clearTimeout(timer.current)
    if (!held) timer.current = window.setTimeout(() => setEdge(undefined), HOLD_MS)
  }, [])
  return { edge, hold, handlers }
}
