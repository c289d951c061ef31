import { useEffect, useState } from 'react'
import { countedDown, isTicking } from './countdown.ts'
import type { ShownOutput } from './outputs.ts'

const SECOND_MS = 1000

/** Outputs whose seconds run. Nothing of it is said aloud: only what leads a result is announced. */
export function useCountdown(outputs: readonly ShownOutput[]): readonly ShownOutput[] {
  const [now, setNow] = useState<number>()
  const ticks = isTicking(outputs)
  useEffect(() => {
    if (!ticks) return
    const timer = setInterval(() => setNow(Date.now()), SECOND_MS)
    return () => clearInterval(timer)
  }, [ticks])
  // Before the first second is over the run itself has said how many are left.
  return ticks && now !== undefined ? countedDown(outputs, now) : outputs
}
