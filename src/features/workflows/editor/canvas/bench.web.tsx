import { NoteNode } from './note-node.web.tsx'
import { StepNode } from './step-node.web.tsx'
import { WayEdge } from './way-edge.web.tsx'

/** How steps are drawn, wherever that is. Made once: new objects would have every step drawn anew. */
export const BENCH = {
  nodeTypes: { step: StepNode, note: NoteNode },
  edgeTypes: { way: WayEdge },
  'aria-label': 'Steps on the canvas',
  ariaLabelConfig: { 'controls.ariaLabel': 'Zoom' },
  minZoom: 0.02,
  maxZoom: 2,
  attributionPosition: 'top-right',
  zoomOnDoubleClick: false,
  panOnScroll: true,
} as const
