import { useEffect, useRef } from 'react'

/**
 * For a dialog that is modal by `aria-modal` alone: takes the focus into its field, keeps it within, and gives it back in
 * the end. `showModal()` makes the whole page inert besides, and close() makes it live again: styles of a thousand
 * elements anew, which takes a slow phone longer than all the rest.
 */
export function useHeldFocus() {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const element = dialog.current
    if (!element) return
    const before = document.activeElement
    const field = element.querySelector('input')
    const hold = ({ target }: FocusEvent) => {
      if (target instanceof Element && !element.contains(target) && !target.closest('dialog:modal')) field?.focus()
    }
    // Around what can have it within, as the pattern of dialogs asks (ARIA APG).
    const turn = (event: KeyboardEvent) => {
      if (event.key !== 'Tab') return
      event.preventDefault()
      const stops = [...element.querySelectorAll<HTMLElement>('input, button')]
      const at = stops.indexOf(document.activeElement as HTMLElement)
      stops.at((at + (event.shiftKey ? -1 : 1)) % stops.length)?.focus()
    }
    field?.focus()
    element.addEventListener('keydown', turn)
    document.addEventListener('focusin', hold)
    return () => {
      element.removeEventListener('keydown', turn)
      document.removeEventListener('focusin', hold)
      if (before instanceof HTMLElement) before.focus({ preventScroll: true })
    }
  }, [])
  return dialog
}
