import { Background, type NodeMouseHandler, ReactFlow, ReactFlowProvider, SelectionMode } from '@xyflow/react'
import { type MouseEvent, type RefObject, useMemo } from 'react'
import type { Point } from '#src/lib/graph/boxes.ts'
import type { Graph } from '#src/lib/graph/graph.schema.ts'
import type { NodeTypes } from '../graph-edit.ts'
import type { Gestures } from '../use-gestures.web.tsx'
import type { Selection } from '../use-selection.web.tsx'
import './canvas.css'
import { BENCH } from './bench.web.tsx'
import { type CanvasActions, CanvasActionsContext } from './canvas-actions.web.tsx'
import type { CanvasControls } from './canvas-controls.ts'
import { CanvasTools } from './canvas-tools.web.tsx'
import { EdgeTools } from './edge-tools.web.tsx'
import { middleOf } from './edge-under.ts'
import { FarCurves } from './far-curves.web.tsx'
import { FarSteps } from './far-steps.web.tsx'
import type { StepNode } from './flow-model.ts'
import { Guides } from './guides.web.tsx'
import { Placeholder } from './placeholder.web.tsx'
import type { StepStates } from './step-state.ts'
import { TinyLines } from './tiny-lines.web.tsx'
import { useConnecting } from './use-connecting.web.tsx'
import { useFirstView } from './use-first-view.web.tsx'
import { useFlow } from './use-flow.web.tsx'
import { useFocusInSight, useInSight } from './use-in-sight.web.tsx'
import { usePlainEnd } from './use-plain-end.web.tsx'
import { useSettled } from './use-settled.web.tsx'

export interface CanvasProps {
  readonly graph: Graph
  readonly types: NodeTypes
  readonly states: StepStates
  readonly selection: Selection
  readonly gestures: Gestures
  readonly actions: CanvasActions
  readonly controls: RefObject<CanvasControls | null>
}

const SNAP_GRID: [number, number] = [8, 8]
const MULTI_KEYS = ['Shift', 'Meta', 'Control']

/** The workflow as steps on a bench, from left to right. */
export function Canvas(props: CanvasProps) {
  return (
    <ReactFlowProvider>
      <Bench {...props} />
    </ReactFlowProvider>
  )
}

function Bench({ graph, types, states, selection, gestures, actions, controls }: CanvasProps) {
  const flow = useFlow({ graph, types, states, selection, gestures })
  usePlainEnd()
  useFirstView(flow.nodes)
  useSettled(flow.nodes.length)
  useInSight(selection.isOpen ? selection.stepId : null, selection.wanted)
  const onFocus = useFocusInSight()
  const connecting = useConnecting({ graph, gestures, actions })
  const handlers = useBenchHandlers(selection, connecting.addAtPoint)
  // A connection that was cut is still under the pointer.
  const hovered = flow.hoveredEdge && graph.edges.includes(flow.hoveredEdge) ? flow.hoveredEdge : undefined
  return (
    <CanvasActionsContext value={actions}>
      <ReactFlow
        {...flow.handlers}
        {...connecting.handlers}
        {...handlers}
        onFocus={onFocus}
        nodes={flow.nodes}
        edges={flow.edges}
        {...BENCH}
        nodesDraggable={flow.nodesDraggable}
        // All keys are ours: the library's arrows would move what our arrows choose.
        disableKeyboardA11y
        deleteKeyCode={null}
        multiSelectionKeyCode={MULTI_KEYS}
        selectionKeyCode="Shift"
        selectionMode={SelectionMode.Partial}
        edgesFocusable={false}
        snapToGrid
        snapGrid={SNAP_GRID}
        connectionRadius={28}
      >
        <Background gap={16} size={1.5} />
        <Placeholder graph={graph} />
        <FarCurves part={flow.part} />
        <FarSteps part={flow.part} />
        <TinyLines nodes={flow.nodes} edges={flow.edges} />
        <Guides guides={flow.guides} />
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

/** The same ones while a step is dragged: new ones would have the canvas library draw the frames of all steps anew. */
function useBenchHandlers({ open, selectMany }: Selection, addAtPoint: (place: Point) => void) {
  return useMemo(() => {
    const onNodeDoubleClick: NodeMouseHandler<StepNode> = (_, { id }) => open(id)
    return {
      onNodeDoubleClick,
      onPaneClick: () => selectMany([]),
      onDoubleClick(event: MouseEvent) {
        const onBench = event.target instanceof Element && event.target.matches('.react-flow__pane')
        if (onBench) addAtPoint({ x: event.clientX, y: event.clientY })
      },
    }
  }, [open, selectMany, addAtPoint])
}
