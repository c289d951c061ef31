import { useEffect, useState } from 'react'

/** Gives the focus to an element once it is drawn: to what has come, or in place of what has gone or moved. */
export function useFocusNext(): (id: string) => void {
  const [next, setNext] = useState<{ readonly id: string }>()
  useEffect(() => {
    if (next !== undefined) document.getElementById(next.id)?.focus()
  }, [next])
  return (id) => setNext({ id })
}
