import { ViewportPortal } from '@xyflow/react'
import { Plus, X } from 'lucide-react'
import type { Point } from '#src/lib/graph/boxes.ts'
import type { GraphEdge } from '#src/lib/graph/graph.schema.ts'
import { useCanvasActions } from './canvas-actions.web.tsx'

interface EdgeToolsProps {
  readonly edge: GraphEdge | undefined
  /** The middle of the connection. */
  readonly at: Point | undefined
  /** Whether the pointer rests on the buttons. */
  readonly onHold: (held: boolean) => void
  readonly onCut: (edge: GraphEdge) => void
}

/** What can be done with the connection under the pointer. One for all: a pair of buttons on each would weigh. */
export function EdgeTools({ edge, at, onHold, onCut }: EdgeToolsProps) {
  const actions = useCanvasActions()
  if (edge === undefined || at === undefined) return null
  return (
    <ViewportPortal>
      <fieldset
        aria-label="Connection"
        className="edge-tools nopan"
        style={{ transform: `translate(-50%, -50%) translate(${at.x}px, ${at.y}px)` }}
        onMouseEnter={() => onHold(true)}
        onMouseLeave={() => onHold(false)}
      >
        <button
          type="button"
          aria-label="Put a step in between"
          title="Put a step in between"
          onClick={() => actions?.addAt({ on: edge })}
        >
          <Plus size={16} />
        </button>
        <button
          type="button"
          aria-label="Remove the connection"
          title="Remove the connection"
          onClick={() => onCut(edge)}
        >
          <X size={16} />
        </button>
      </fieldset>
    </ViewportPortal>
  )
}
