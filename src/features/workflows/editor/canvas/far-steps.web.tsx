import { useStore, useStoreApi } from '@xyflow/react'
import { useEffect, useState } from 'react'
import type { StepEdge, StepNode } from './flow-model.ts'
import { isSameSight, isStepInSight, sightOf } from './sight.ts'

/**
 * Marks the steps that nobody sees, which then are not drawn. Not left to the browser for all of them: what it may leave
 * undrawn it also clips for the mouse, and the plus and half of each dot stand outside the box of their step.
 */
export function FarSteps({ part }: { readonly part: object }) {
  const sight = useStore(sightOf, isSameSight)
  const { getState } = useStoreApi<StepNode, StepEdge>()
  const [mark, setMark] = useState<HTMLElement | null>(null)
  useEffect(() => {
    const drawn = mark?.closest('.react-flow')?.querySelectorAll('.react-flow__node') ?? []
    const { nodeLookup } = getState()
    for (const step of drawn) {
      const node = nodeLookup.get(step.getAttribute('data-id') ?? '')
      if (node === undefined) continue
      const box = { ...node.internals.positionAbsolute, width: node.width ?? 0, height: node.height ?? 0 }
      step.toggleAttribute('data-out-of-sight', !isStepInSight(box, sight))
    }
  }, [mark, sight, part, getState])
  return <span ref={setMark} hidden />
}
