import { Background, type NodeChange, ReactFlow, ReactFlowProvider } from '@xyflow/react'
import { useMemo } from 'react'
import type { Graph } from '#src/lib/graph/graph.schema.ts'
import type { NodeTypes } from '../graph-edit.ts'
import './canvas.css'
import { BENCH } from './bench.web.tsx'
import { FarMark } from './far-mark.web.tsx'
import { FarSteps } from './far-steps.web.tsx'
import type { StepEdge, StepNode, WayMark } from './flow-model.ts'
import type { StepStates } from './step-state.ts'
import { useDrawn } from './use-drawn.web.tsx'
import { useFirstView } from './use-first-view.web.tsx'
import { useInSight } from './use-in-sight.web.tsx'
import { usePlainEnd } from './use-plain-end.web.tsx'
import { useSettled } from './use-settled.web.tsx'
import { useMap, ZoomTools } from './zoom-tools.web.tsx'

export interface ReadCanvasProps {
  readonly graph: Graph
  readonly types: NodeTypes
  readonly states: StepStates
  /** What has become of connections, by `edgeId`. */
  readonly ways: ReadonlyMap<string, WayMark>
  readonly chosen: string | null
  readonly onChoose: (id: string | null) => void
}

/** To see what has become of it all counts more than to read the small print. */
const OVERVIEW = 0.35

/** A workflow to look at: steps are chosen, and nothing is changed. */
export const ReadCanvas = (props: ReadCanvasProps) => (
  <ReactFlowProvider>
    <Bench {...props} />
  </ReactFlowProvider>
)

function Bench({ graph, types, states, ways, chosen, onChoose }: ReadCanvasProps) {
  const ids = useMemo(() => (chosen === null ? [] : [chosen]), [chosen])
  const [{ nodes, edges, part }] = useDrawn({ graph, types, states, ids })
  const marked = useMemo(() => withMarks(edges, ways), [edges, ways])
  usePlainEnd()
  useFirstView(nodes, OVERVIEW)
  useSettled(nodes.length)
  useInSight(chosen)
  const [map, toggleMap] = useMap()
  return (
    <ReactFlow
      {...BENCH}
      nodes={nodes}
      edges={marked}
      nodesDraggable={false}
      nodesConnectable={false}
      edgesFocusable={false}
      deleteKeyCode={null}
      selectionKeyCode={null}
      multiSelectionKeyCode={null}
      onNodesChange={(changes: NodeChange<StepNode>[]) => {
        const now = changes.find((change) => change.type === 'select' && change.selected)
        if (now?.type === 'select') onChoose(now.id)
      }}
      onPaneClick={() => onChoose(null)}
    >
      <Background gap={16} size={1.5} />
      <FarMark />
      <FarSteps part={part} />
      <ZoomTools map={map} onToggle={toggleMap} />
    </ReactFlow>
  )
}

const withMarks = (edges: StepEdge[], ways: ReadonlyMap<string, WayMark>): StepEdge[] =>
  edges.map((edge) => {
    const mark = ways.get(edge.id)
    return mark === undefined || edge.data === undefined
      ? edge
      : { ...edge, className: `was-${mark}`, ariaLabel: `${edge.ariaLabel}, ${mark}`, data: { ...edge.data, mark } }
  })
