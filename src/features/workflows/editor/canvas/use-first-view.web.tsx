import { useReactFlow, useStore } from '@xyflow/react'
import { useEffect, useRef } from 'react'
import { COLUMN } from '#src/lib/graph/boxes.ts'
import { firstView } from './first-view.ts'
import type { StepNode as FlowStep, StepEdge } from './flow-model.ts'

/** The workflow is shown from its beginning once it is known how much room there is. */
export function useFirstView(nodes: readonly FlowStep[]): void {
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
