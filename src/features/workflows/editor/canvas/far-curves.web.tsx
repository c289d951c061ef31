import { useStore, useStoreApi } from '@xyflow/react'
import { useEffect, useState } from 'react'
import type { StepEdge, StepNode } from './flow-model.ts'
import { isCurveInSight, isSameSight, sightOf } from './sight.ts'

/**
 * Hides the curves that nobody sees: the browser asks each of those that are drawn for its looks whenever a dialog
 * opens. They stay in the page, since to take a thousand in and out would cost more than it saves; and React is not
 * asked, for the same reason.
 */
export function FarCurves({ part }: { readonly part: object }) {
  const sight = useStore(sightOf, isSameSight)
  const { getState } = useStoreApi<StepNode, StepEdge>()
  const [mark, setMark] = useState<HTMLElement | null>(null)
  useEffect(() => {
    const drawn = mark?.closest('.react-flow')?.querySelectorAll('.react-flow__edge') ?? []
    const { nodeLookup, edgeLookup } = getState()
    const boxOf = (id: string) => {
      const node = nodeLookup.get(id)
      return node && { ...node.internals.positionAbsolute, width: node.width ?? 0, height: node.height ?? 0 }
    }
    for (const curve of drawn) {
      const edge = edgeLookup.get(curve.getAttribute('data-id') ?? '')
      const from = edge && boxOf(edge.source)
      const to = edge && boxOf(edge.target)
      const isFar = from !== undefined && to !== undefined && !isCurveInSight(from, to, sight)
      curve.parentElement?.toggleAttribute('data-out-of-sight', isFar)
    }
  }, [mark, sight, part, getState])
  return <span ref={setMark} hidden />
}
