import {
  type Connection,
  type FinalConnectionState,
  type IsValidConnection,
  useReactFlow,
  useStoreApi,
} from '@xyflow/react'
import { type MouseEvent as ReactMouseEvent, useCallback, useEffect, useMemo, useRef } from 'react'
import { type Spot, wayFrom } from '#src/lib/graph/add.ts'
import { type Point, STEP_SIZE } from '#src/lib/graph/boxes.ts'
import { refusalOf } from '#src/lib/graph/connect.ts'
import type { Graph, GraphEdge } from '#src/lib/graph/graph.schema.ts'
import { nodeById } from '#src/lib/graph/order.ts'
import type { NodeKinds } from '#src/lib/graph/structure.ts'
import type { Gestures } from '../use-gestures.web.tsx'
import type { CanvasActions } from './canvas-actions.web.tsx'
import type { StepEdge, StepNode } from './flow-model.ts'

interface ConnectingOptions {
  readonly graph: Graph
  readonly gestures: Gestures
  readonly actions: CanvasActions
}

const edgeFrom = ({ source, sourceHandle, target }: Connection | StepEdge): GraphEdge => ({
  from: source,
  port: sourceHandle ?? 'out',
  to: target,
})

/** Where a line begins: a way out of a step, or the way into it. */
interface Dot {
  readonly nodeId: string
  readonly id?: string | null
  readonly type: 'source' | 'target'
}

interface LineEnd {
  readonly id: string
  /** The way out that was pointed at; else the first one that leads nowhere yet. */
  readonly port?: string | null | undefined
}

/** The connection that a line to another step means, whichever end it was drawn from. */
function edgeBetween({ nodeId, id, type }: Dot, end: LineEnd, graph: Graph, kinds: NodeKinds): GraphEdge {
  if (type === 'source') return { from: nodeId, port: id ?? 'out', to: end.id }
  const node = nodeById(graph, end.id)
  return { from: end.id, port: end.port ?? (node && wayFrom(graph, node, kinds)) ?? 'out', to: nodeId }
}

/** What is added where such a line ends follows the step that it began at, or comes before it. */
const spotAt = ({ nodeId, id, type }: Dot, { x, y }: Point): Spot =>
  type === 'source'
    ? { from: nodeId, port: id ?? 'out', at: { x, y } }
    : { to: nodeId, at: { x: x - STEP_SIZE.width, y } }

const placeOf = (event: MouseEvent | TouchEvent): Point => {
  const { clientX: x, clientY: y } =
    'changedTouches' in event ? (event.changedTouches[0] ?? { clientX: 0, clientY: 0 }) : event
  return { x, y }
}

/**
 * Connections by pointer: from dot to dot by dragging, either way, or by one click on each; onto the step itself counts
 * too. A line that ends on nothing asks what to add there.
 */
export function useConnecting({ graph, gestures, actions }: ConnectingOptions) {
  const flow = useReactFlow<StepNode, StepEdge>()
  const store = useStoreApi<StepNode, StepEdge>()
  const now = useRef(graph)
  useEffect(() => {
    now.current = graph
  }, [graph])
  const { connect, kinds } = gestures
  const { addAt } = actions
  const handlers = useMemo(() => {
    const isValidConnection: IsValidConnection<StepEdge> = (connection) =>
      refusalOf(now.current, edgeFrom(connection), kinds) === undefined
    const between = (dot: Dot, end: LineEnd) => edgeBetween(dot, end, now.current, kinds)
    const onConnectEnd = (event: MouseEvent | TouchEvent, state: FinalConnectionState) => {
      const { fromHandle, isValid, toHandle } = state
      if (isValid || fromHandle === null) return
      const place = placeOf(event)
      const element = document.elementFromPoint(place.x, place.y)?.closest<HTMLElement>('.react-flow__node')
      const other = state.toNode?.id ?? element?.dataset.id
      if (other === undefined) addAt(spotAt(fromHandle, flow.screenToFlowPosition(place)), place)
      else if (other !== fromHandle.nodeId)
        connect(between(fromHandle, { id: other, port: toHandle?.type === 'source' ? toHandle.id : undefined }))
    }
    const onNodeClick = (_: ReactMouseEvent, { id }: StepNode) => {
      const { connectionClickStartHandle: start } = store.getState()
      if (!start || start.nodeId === id) return
      store.setState({ connectionClickStartHandle: null })
      connect(between(start, { id }))
    }
    // What could be connected by the second click is connected by now.
    const onClickConnectEnd = ({ target }: MouseEvent | TouchEvent) => {
      const { connectionClickStartHandle: start } = store.getState()
      const dot = target instanceof Element ? target.closest<HTMLElement>('[data-nodeid]')?.dataset : undefined
      const id = dot?.nodeid
      if (!start || id === undefined || id === start.nodeId) return
      const edge = between(start, { id, port: dot?.handleid })
      if (refusalOf(now.current, edge, kinds) !== undefined) connect(edge)
    }
    return {
      isValidConnection,
      onClickConnectEnd,
      onConnect: (made: Connection) => void connect(edgeFrom(made)),
      onConnectEnd,
      onNodeClick,
    }
  }, [flow, store, kinds, connect, addAt])
  const addAtPoint = useCallback(
    (place: Point) => addAt({ at: flow.screenToFlowPosition(place) }, place),
    [flow, addAt],
  )
  return { handlers, addAtPoint }
}
