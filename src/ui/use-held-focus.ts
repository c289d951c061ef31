import { useEffect, useRef } from 'react'
import { holdFocus } from './hold-focus.ts'

/** For a dialog that is there from the beginning: takes the focus into its field, and holds it while it is there. */
export function useHeldFocus() {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const element = dialog.current
    if (!element) return
    const release = holdFocus(element)
    element.querySelector('input')?.focus()
    return release
  }, [])
  return dialog
}
