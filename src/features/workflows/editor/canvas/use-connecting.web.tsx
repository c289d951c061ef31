import {
  type Connection,
  type FinalConnectionState,
  type IsValidConnection,
  useReactFlow,
  useStoreApi,
} from '@xyflow/react'
import { type MouseEvent as ReactMouseEvent, useCallback, useEffect, useMemo, useRef } from 'react'
import type { Point } from '#src/lib/graph/boxes.ts'
import { refusalOf } from '#src/lib/graph/connect.ts'
import type { Graph, GraphEdge } from '#src/lib/graph/graph.schema.ts'
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

/**
 * Connections by pointer: from dot to dot by dragging, or by one click on each; onto the step itself counts too. A line
 * that ends on nothing asks what to add there.
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
    const stepAt = (event: MouseEvent | TouchEvent): string | undefined => {
      const { clientX, clientY } =
        'changedTouches' in event ? (event.changedTouches[0] ?? { clientX: 0, clientY: 0 }) : event
      const element = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('.react-flow__node')
      return element?.dataset.id
    }
    const onConnectEnd = (event: MouseEvent | TouchEvent, state: FinalConnectionState) => {
      const { fromHandle, isValid } = state
      if (isValid || fromHandle === null || fromHandle.type !== 'source') return
      const way = { from: fromHandle.nodeId, port: fromHandle.id ?? 'out' }
      const to = state.toNode?.id ?? stepAt(event)
      if (to !== undefined) {
        if (to !== way.from) connect({ ...way, to })
        return
      }
      const { clientX, clientY } =
        'changedTouches' in event ? (event.changedTouches[0] ?? { clientX: 0, clientY: 0 }) : event
      addAt({ ...way, at: flow.screenToFlowPosition({ x: clientX, y: clientY }) }, { x: clientX, y: clientY })
    }
    const onNodeClick = (_: ReactMouseEvent, { id }: StepNode) => {
      const { connectionClickStartHandle: start } = store.getState()
      if (start?.type !== 'source' || start.nodeId === id) return
      store.setState({ connectionClickStartHandle: null })
      connect({ from: start.nodeId, port: start.id ?? 'out', to: id })
    }
    // What could be connected by the second click is connected by now.
    const onClickConnectEnd = ({ target }: MouseEvent | TouchEvent) => {
      const { connectionClickStartHandle: start } = store.getState()
      const to = target instanceof Element ? target.closest<HTMLElement>('[data-nodeid]')?.dataset.nodeid : undefined
      if (start?.type !== 'source' || to === undefined || to === start.nodeId) return
      const edge = { from: start.nodeId, port: start.id ?? 'out', to }
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
