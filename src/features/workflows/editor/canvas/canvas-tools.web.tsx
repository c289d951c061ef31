import { Panel, useReactFlow, useStoreApi } from '@xyflow/react'
import { Plus, Sparkles } from 'lucide-react'
import { memo, type RefObject, useImperativeHandle } from 'react'
import { Button } from '#src/ui/button.tsx'
import type { Gestures } from '../use-gestures.web.tsx'
import type { Selection } from '../use-selection.web.tsx'
import type { CanvasActions } from './canvas-actions.web.tsx'
import type { CanvasControls } from './canvas-controls.ts'
import { FAR } from './far.ts'
import { FarMark } from './far-mark.web.tsx'
import { FIT, useMap, ZoomTools } from './zoom-tools.web.tsx'

interface CanvasToolsProps {
  readonly selection: Selection
  readonly gestures: Gestures
  readonly actions: CanvasActions
  readonly controls: RefObject<CanvasControls | null>
}

/** A little longer than the style sheet takes. */
const GLIDE_MS = 320

/** Adding, tidying, zooming, and the map: all of it stays as it is while a step is dragged. */
export const CanvasTools = memo(function CanvasTools({ selection, gestures, actions, controls }: CanvasToolsProps) {
  const [map, toggleMap] = useMap()
  useControls(controls, toggleMap)
  return (
    <>
      <FarMark drawsLines />
      <Panel position="top-left" className="flex flex-wrap gap-2">
        <Button variant="primary" size="dense" icon={Plus} onClick={() => actions.addAt(undefined)}>
          Add a step
        </Button>
        <Button
          size="dense"
          icon={Sparkles}
          onClick={() =>
            void gestures.tidy(selection.ids.length > 1 ? selection.ids : [], () => controls.current?.glide())
          }
        >
          {selection.ids.length > 1 ? 'Tidy the chosen' : 'Tidy'}
        </Button>
      </Panel>
      <ZoomTools map={map} onToggle={toggleMap} />
    </>
  )
})

/** Longer than the panel of a step takes to come, also when its code has to be fetched first. */
const PANEL_OPENS_MS = 2000

/** Hands the keys of the editor what they need of the canvas. */
function useControls(controls: RefObject<CanvasControls | null>, toggleMap: () => void): void {
  const flow = useReactFlow()
  const store = useStoreApi()
  useImperativeHandle(
    controls,
    () => ({
      zoomIn: () => void flow.zoomIn(),
      zoomOut: () => void flow.zoomOut(),
      zoomReset: () => void flow.zoomTo(1),
      show: (ids) => void flow.fitView(ids.length === 0 ? FIT : { ...FIT, nodes: ids.map((id) => ({ id })) }),
      center(id) {
        const [node, bench] = [flow.getNode(id), store.getState().domNode]
        if (node === undefined || bench === null) return
        const { position, width = 0, height = 0 } = node
        const zoom = Math.max(flow.getZoom(), FAR)
        const place = () => {
          const x = bench.clientWidth / 2 - (position.x + width / 2) * zoom
          void flow.setViewport({ x, y: bench.clientHeight / 2 - (position.y + height / 2) * zoom, zoom })
        }
        // At once, and again when the panel of the step takes its room.
        const watched = new ResizeObserver(place)
        watched.observe(bench)
        setTimeout(() => watched.disconnect(), PANEL_OPENS_MS)
      },
      toggleMap,
      glide() {
        const bench = store.getState().domNode
        bench?.toggleAttribute('data-tidying', true)
        setTimeout(() => bench?.toggleAttribute('data-tidying', false), GLIDE_MS)
      },
      middle() {
        const { width, height, transform } = store.getState()
        const [x, y, zoom] = transform
        return { x: (width / 2 - x) / zoom, y: (height / 2 - y) / zoom }
      },
    }),
    [flow, store, toggleMap],
  )
}
