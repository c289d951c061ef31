import { MiniMap, Panel, type ReactFlowState, useReactFlow, useStore } from '@xyflow/react'
import { Map as MapIcon, Maximize, Minus, Plus } from 'lucide-react'
import { useState } from 'react'
import { keep, recall } from '#src/client/browser-memory.ts'
import { IconButton } from '#src/ui/button.tsx'

/** On the right stand the names of the ways that leave the last steps. */
export const FIT = { padding: { x: 0.1, y: 0.1, right: '12%' }, maxZoom: 1, minZoom: 0.02 } as const
const MAP_KEPT_AS = 'fettle-editor-map'
const zoomText = (state: ReactFlowState) => Math.round(state.transform[2] * 100)

/** Whether the map is shown, as it was chosen last at this browser. */
export function useMap() {
  const [map, setMap] = useState(() => recall(MAP_KEPT_AS) === 'shown')
  const toggle = () => {
    keep(MAP_KEPT_AS, map ? 'hidden' : 'shown')
    setMap(!map)
  }
  return [map, toggle] as const
}

/** How near the steps are, and the map of them all. */
export function ZoomTools({ map, onToggle }: { readonly map: boolean; readonly onToggle: () => void }) {
  const zoom = useStore(zoomText)
  const { zoomIn, zoomOut, fitView } = useReactFlow()
  return (
    <>
      <Panel position="bottom-left" className="flex items-center rounded-6 border border-line bg-surface shadow-1">
        <IconButton icon={Minus} size="dense" aria-label="Zoom out" onClick={() => void zoomOut()} />
        <span className="meta-line w-11 text-center">{zoom} %</span>
        <IconButton icon={Plus} size="dense" aria-label="Zoom in" onClick={() => void zoomIn()} />
        <IconButton icon={Maximize} size="dense" aria-label="Show all steps" onClick={() => void fitView(FIT)} />
        <IconButton icon={MapIcon} size="dense" aria-label="Map" aria-pressed={map} onClick={onToggle} />
      </Panel>
      {map ? <MiniMap pannable zoomable ariaLabel="Map of the steps" /> : null}
    </>
  )
}
