import { useEffect, useState } from 'react'
import { countdownText } from './countdown-text.ts'
import type { OutputProps } from './output-props.ts'
import { OutputText } from './plain-outputs.tsx'

const SECOND_MS = 1000
/** A clock that was set while the page was open must not run a tool over and over. */
const SHORTEST_WAIT_MS = 250

/** Counts down to an instant, and tells the page when it has come: then the result is another one. */
export function OutputCountdown({ spec, value }: OutputProps) {
  const end = typeof value === 'string' ? Date.parse(value) : Number.NaN
  const [now, setNow] = useState<number>()
  useEffect(() => {
    if (Number.isNaN(end)) return
    let isTold = false
    const mayTell = Date.now() + SHORTEST_WAIT_MS
    const look = () => {
      // Nobody looks, and coming back is soon enough.
      if (document.hidden) return
      const at = Date.now()
      setNow(at)
      if (isTold || at < Math.max(end, mayTell)) return
      isTold = true
      window.dispatchEvent(new Event('outdated'))
    }
    const timer = setInterval(look, SECOND_MS)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [end])
  if (Number.isNaN(end)) return <OutputText spec={spec} value={value} />
  const shown = new Date(end).toISOString().replace('.000Z', 'Z')
  // The first drawing may be the server's, which has another clock.
  return (
    <OutputText spec={{ ...spec, help: `At ${shown}.` }} value={now === undefined ? shown : countdownText(end - now)} />
  )
}
