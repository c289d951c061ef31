import { useEffect, useLayoutEffect, useRef } from 'react'

const FIRST_FOCUS =
  '[data-autofocus], input:not([type=hidden], :disabled), textarea:not(:disabled), select:not(:disabled)'

/** Shows the element as a modal dialog while `open`; closing gives the focus back to where it was. */
export function useModal(open: boolean) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const element = dialog.current
    if (!open || !element) return
    element.showModal()
    const target =
      element.querySelector<HTMLElement>('[data-autofocus]') ?? element.querySelector<HTMLElement>(FIRST_FOCUS)
    ;(target ?? element.querySelector('h2'))?.focus()
    return () => element.close()
  }, [open])
  // Taken out of the page while it is open, it is closed before: afterwards the focus would find no way back.
  useLayoutEffect(() => {
    const element = dialog.current
    return () => element?.close()
  }, [])
  return dialog
}
