import { useReactFlow, useStore, useStoreApi } from '@xyflow/react'
import { type FocusEvent, useCallback, useEffect } from 'react'
import { COLUMN, STEP_SIZE } from '#src/lib/graph/boxes.ts'
import type { StepEdge, StepNode } from './flow-model.ts'

/** Behind a step, where its ways and the plus of each stand. */
const WAYS = COLUMN - STEP_SIZE.width

/** Moves the bench when any part of a step is out of sight, or the ways that go on from it. */
function useBringing(): (id: string) => void {
  const { getNode, setCenter, setViewport } = useReactFlow<StepNode, StepEdge>()
  const store = useStoreApi()
  return useCallback(
    (id) => {
      const node = getNode(id)
      if (node === undefined) return
      const { transform, domNode } = store.getState()
      const [left, top, zoom] = transform
      // The library learns at the end of the frame that the panel beside it has become wider.
      const { clientWidth = 0, clientHeight = 0 } = domNode ?? {}
      const { position, width = 0, height = 0 } = node
      const x = position.x * zoom + left
      const y = position.y * zoom + top
      const isInSight = x >= 0 && y >= 0 && x + width * zoom <= clientWidth && y + height * zoom <= clientHeight
      if (!isInSight) return void setCenter(position.x + width / 2, position.y + height / 2, { zoom })
      // No farther than it takes: of a large workflow each step that comes into sight has to be drawn.
      const hidden = Math.min(x, x + (width + WAYS) * zoom - clientWidth)
      if (hidden > 0) void setViewport({ x: left - hidden, y: top, zoom })
    },
    [getNode, setCenter, setViewport, store],
  )
}

/** Brings a step into sight, wherever it was chosen; again with each new `occasion`. */
export function useInSight(id: string | null, occasion?: unknown): void {
  const hasRoom = useStore(({ width }) => width > 0)
  const bring = useBringing()
  // A second link to the same step counts too, hence `occasion`.
  useEffect(() => {
    if (id !== null && hasRoom) bring(id)
  }, [id, occasion, hasRoom, bring])
}

/** For the bench: a step that keys walk to or that was just added comes into sight; one that is clicked stays in its place. */
export function useFocusInSight() {
  const bring = useBringing()
  return useCallback(
    ({ target }: FocusEvent) => {
      const isStep = target instanceof HTMLElement && target.matches('.react-flow__node:not(:active)')
      if (isStep && target.dataset.id !== undefined) bring(target.dataset.id)
    },
    [bring],
  )
}
