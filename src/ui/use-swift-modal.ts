import { useEffect, useRef } from 'react'

/** Longer than a hand stays on the keys of the shortcut. */
const MODAL_AFTER_MS = 250

/**
 * Shows the dialog and its field at once, and makes it modal a moment later: to become modal makes the whole page inert,
 * whose styles take a slow phone longer to work out than all the rest of opening.
 */
export function useSwiftModal() {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const element = dialog.current
    if (!element) return
    const before = document.activeElement
    const field = element.querySelector('input')
    element.show()
    field?.focus()
    const timer = setTimeout(() => {
      // Without close(), which would tell that it was closed.
      element.removeAttribute('open')
      element.showModal()
      field?.focus()
    }, MODAL_AFTER_MS)
    return () => {
      clearTimeout(timer)
      element.close()
      if (before instanceof HTMLElement) before.focus({ preventScroll: true })
    }
  }, [])
  return dialog
}
