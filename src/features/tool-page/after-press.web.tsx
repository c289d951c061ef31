import { useEffect, useRef } from 'react'

/**
 * Lets something happen at once, or once the pointer is up again: a message that appears in the middle of a press
 * would move the button away from under the pointer, and the click would be lost.
 */
export function useAfterPress(): (act: () => void) => void {
  const isDown = useRef(false)
  const waiting = useRef<(() => void)[]>([])
  useEffect(() => {
    const down = () => {
      isDown.current = true
    }
    const up = () => {
      isDown.current = false
      const acts = waiting.current
      waiting.current = []
      // The click comes after this event.
      setTimeout(() => {
        for (const act of acts) act()
      })
    }
    const listening = new AbortController()
    const options = { capture: true, signal: listening.signal }
    window.addEventListener('pointerdown', down, options)
    for (const event of ['pointerup', 'pointercancel'] as const) window.addEventListener(event, up, options)
    return () => listening.abort()
  }, [])
  return (act) => {
    if (isDown.current) waiting.current.push(act)
    else act()
  }
}
