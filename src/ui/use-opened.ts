import { type SyntheticEvent, useCallback, useState } from 'react'

/** Whether a `<details>` is open, for what is only drawn then; `details` are props of it. */
export function useOpened(startsOpen = false) {
  const [isOpen, setOpen] = useState(startsOpen)
  // One that was opened before this script ran tells nobody any more.
  const ref = useCallback((element: HTMLDetailsElement | null) => {
    if (element?.open) setOpen(true)
  }, [])
  const onToggle = useCallback(
    ({ currentTarget }: SyntheticEvent<HTMLDetailsElement>) => setOpen(currentTarget.open),
    [],
  )
  return { isOpen, details: { ref, onToggle } }
}
