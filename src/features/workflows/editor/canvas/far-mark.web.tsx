import { useStore } from '@xyflow/react'
import { useEffect, useState } from 'react'
import { isFar, isTiny } from './far.ts'

interface FarMarkProps {
  /** Whether something draws all connections as one from where no name can be read. */
  readonly drawsLines?: boolean
}

/** Tells the style sheet what cannot be read from here; no step is drawn anew for it. */
export function FarMark({ drawsLines = false }: FarMarkProps) {
  const far = useStore(isFar)
  const tiny = useStore(isTiny)
  const [element, setElement] = useState<HTMLElement | null>(null)
  useEffect(() => {
    const bench = element?.closest('.react-flow')
    bench?.toggleAttribute('data-far', far)
    bench?.toggleAttribute('data-tiny', tiny && drawsLines)
  }, [element, far, tiny, drawsLines])
  return <span ref={setElement} hidden />
}
