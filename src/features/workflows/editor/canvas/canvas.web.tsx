import { Background, ReactFlow, ReactFlowProvider, useReactFlow, useStore } from '@xyflow/react'
import { type RefObject, useEffect, useRef } from 'react'
import { COLUMN } from '#src/lib/graph/boxes.ts'
import type { Graph } from '#src/lib/graph/graph.schema.ts'
import type { NodeTypes } from '../graph-edit.ts'
import type { Gestures } from '../use-gestures.web.tsx'
import type { Selection } from '../use-selection.web.tsx'
import './canvas.css'
import { type CanvasActions, CanvasActionsContext } from './canvas-actions.web.tsx'
import type { CanvasControls } from './canvas-controls.ts'
import { CanvasTools } from './canvas-tools.web.tsx'
import { EdgeTools } from './edge-tools.web.tsx'
import { middleOf } from './edge-under.ts'
import { firstView } from './first-view.ts'
import type { StepNode as FlowStep, StepEdge } from './flow-model.ts'
import { NoteNode } from './note-node.web.tsx'
import { Placeholder } from './placeholder.web.tsx'
import { StepNode } from './step-node.web.tsx'
import type { StepStates } from './step-state.ts'
import { useConnecting } from './use-connecting.web.tsx'
import { useFlow } from './use-flow.web.tsx'
import { WayEdge } from './way-edge.web.tsx'

export interface CanvasProps {
  readonly graph: Graph
  readonly types: NodeTypes
  readonly states: StepStates
  readonly selection: Selection
  readonly gestures: Gestures
  readonly actions: CanvasActions
  readonly controls: RefObject<CanvasControls | null>
}

// Made once: new objects would have every step drawn anew.
const NODE_TYPES = { step: StepNode, note: NoteNode }
const EDGE_TYPES = { way: WayEdge }
const SNAP_GRID: [number, number] = [8, 8]
const LABELS = { 'controls.ariaLabel': 'Zoom' }
const MULTI_KEYS = ['Shift', 'Meta', 'Control']

/** The workflow as steps on a bench, from left to right. */
export function Canvas(props: CanvasProps) {
  return (
    <ReactFlowProvider>
      <Bench {...props} />
    </ReactFlowProvider>
  )
}

/** The workflow is shown from its beginning once it is known how much room there is. */
function useFirstView(nodes: readonly FlowStep[]): void {
  const { setViewport, getNodesBounds } = useReactFlow<FlowStep, StepEdge>()
  const width = useStore(({ width: known }) => known)
  const height = useStore(({ height: known }) => known)
  const shown = useRef(false)
  useEffect(() => {
    const first = nodes[0]
    if (shown.current || width === 0 || first === undefined) return
    shown.current = true
    const { width: own = 0, height: high = 0, position } = first
    const bounds = getNodesBounds([...nodes])
    // Beside a single step stands the place of the next one.
    const shownWidth = nodes.length === 1 ? bounds.width + COLUMN : bounds.width
    void setViewport(
      firstView({ ...bounds, width: shownWidth }, { ...position, width: own, height: high }, { width, height }),
    )
  }, [nodes, width, height, setViewport, getNodesBounds])
}

function Bench({ graph, types, states, selection, gestures, actions, controls }: CanvasProps) {
  const flow = useFlow({ graph, types, states, selection, gestures })
  useFirstView(flow.nodes)
  const connecting = useConnecting({ graph, gestures, actions })
  const { open, selectMany } = selection
  // A connection that was cut is still under the pointer.
  const hovered = flow.hoveredEdge && graph.edges.includes(flow.hoveredEdge) ? flow.hoveredEdge : undefined
  return (
    <CanvasActionsContext value={actions}>
      <ReactFlow
        {...flow.handlers}
        {...connecting.handlers}
        nodes={flow.nodes}
        edges={flow.edges}
        nodeTypes={NODE_TYPES}
        edgeTypes={EDGE_TYPES}
        aria-label="Steps on the canvas"
        ariaLabelConfig={LABELS}
        // All keys are ours: the library's arrows would move what our arrows choose.
        disableKeyboardA11y
        deleteKeyCode={null}
        multiSelectionKeyCode={MULTI_KEYS}
        selectionKeyCode="Shift"
        edgesFocusable={false}
        snapToGrid
        snapGrid={SNAP_GRID}
        minZoom={0.02}
        maxZoom={2}
        attributionPosition="top-right"
        zoomOnDoubleClick={false}
        panOnScroll
        connectionRadius={28}
        onNodeDoubleClick={(_, { id }) => open(id)}
        onPaneClick={() => selectMany([])}
        onDoubleClick={(event) => {
          const onBench = event.target instanceof Element && event.target.matches('.react-flow__pane')
          if (onBench) connecting.addAtPoint({ x: event.clientX, y: event.clientY })
        }}
      >
        <Background gap={16} size={1.5} />
        <Placeholder graph={graph} />
        <EdgeTools
          edge={hovered}
          at={hovered && middleOf(graph, hovered, types)}
          onHold={flow.holdEdge}
          onCut={gestures.disconnect}
        />
        <CanvasTools {...{ selection, gestures, actions, controls }} />
      </ReactFlow>
    </CanvasActionsContext>
  )
}
