import { useStore } from '@xyflow/react'
import { useEffect } from 'react'

/**
 * Marks the steps that the library has measured, which are drawn only while they are in sight. To measure the dots of a
 * step that is not drawn, the browser lays out that step alone: a thousand new ones would be a thousand layouts.
 */
export function useSettled(count: number): void {
  const canvas = useStore(({ domNode }) => domNode)
  useEffect(() => {
    const settle = () => {
      for (const step of canvas?.querySelectorAll('.react-flow__node:not([data-settled])') ?? [])
        step.toggleAttribute('data-settled', true)
    }
    // They are measured at the end of the next frame.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(settle)
    })
    return () => cancelAnimationFrame(frame)
  }, [canvas, count])
}
