import { ViewportPortal } from '@xyflow/react'
import { Plus } from 'lucide-react'
import { COLUMN } from '#src/lib/graph/boxes.ts'
import type { Graph } from '#src/lib/graph/graph.schema.ts'
import { isBeginning } from '../palette.ts'
import { useCanvasActions } from './canvas-actions.web.tsx'

/** Where the first step goes: no bench is ever empty. */
export function Placeholder({ graph }: { readonly graph: Graph }) {
  const actions = useCanvasActions()
  if (!isBeginning(graph)) return null
  const first = graph.nodes[0]
  const at = first === undefined ? { x: 0, y: 0 } : { x: first.position.x + COLUMN, y: first.position.y }
  return (
    <ViewportPortal>
      <button
        type="button"
        className="placeholder-node nopan"
        style={{ transform: `translate(${at.x}px, ${at.y}px)` }}
        onClick={() => actions?.addAt(first === undefined ? { at } : { after: first.id })}
      >
        <Plus size={16} />
        {first === undefined ? 'What starts it?' : 'Add the first step'}
      </button>
    </ViewportPortal>
  )
}
