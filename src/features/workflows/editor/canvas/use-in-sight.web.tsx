import { useReactFlow, useStore, useStoreApi } from '@xyflow/react'
import { useEffect } from 'react'
import type { StepEdge, StepNode } from './flow-model.ts'

/** Brings a step into sight, wherever it was chosen; again with each new `occasion`. */
export function useInSight(id: string | null, occasion?: unknown): void {
  const { getNode, setCenter, getZoom } = useReactFlow<StepNode, StepEdge>()
  const hasRoom = useStore(({ width }) => width > 0)
  const store = useStoreApi()
  // A second link to the same step counts too, hence `occasion`.
  useEffect(() => {
    const node = id === null || !hasRoom ? undefined : getNode(id)
    if (node === undefined) return
    const { transform, width, height } = store.getState()
    const [left, top, zoom] = transform
    const { position, width: wide = 0, height: high = 0 } = node
    const x = position.x * zoom + left
    const y = position.y * zoom + top
    if (x >= 0 && y >= 0 && x + wide * zoom <= width && y + high * zoom <= height) return
    void setCenter(position.x + wide / 2, position.y + high / 2, { zoom: getZoom() })
  }, [id, occasion, hasRoom, getNode, setCenter, getZoom, store])
}
