import { holdFocus, isMeant } from './hold-focus.ts'

/** Those that are shown like this, the topmost last. */
const shown: HTMLDialogElement[] = []

/**
 * Shows a dialog that is modal by what it does: in front of all, with a veil that takes every press beside it, the focus
 * kept within. Returns what ends it.
 */
export function showLightly(element: HTMLDialogElement): () => void {
  const isOnTop = () => shown.at(-1) === element
  // Told as the browser tells it of a dialog that it has closed itself.
  const askToClose = () => element.dispatchEvent(new Event('close'))
  const release = holdFocus(element, isOnTop)
  const veil = document.createElement('div')
  veil.className = 'dialog-veil'
  veil.popover = 'manual'
  element.popover = 'manual'
  element.ariaModal = 'true'
  // A press on its text goes to it, and not to what is around it in the page.
  element.tabIndex = -1
  element.before(veil)
  veil.showPopover()
  element.showPopover()
  shown.push(element)
  const stop = new AbortController()
  const { signal } = stop
  // The second half of a double click that has opened it is none beside it.
  veil.addEventListener('click', ({ detail }) => detail < 2 && isOnTop() && askToClose(), { signal })
  // The page behind stands still; its own style is left alone, which would have all of it laid out anew.
  veil.addEventListener('wheel', (event) => event.preventDefault(), { signal, passive: false })
  window.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return
      // A menu inside of it is closed first, by the browser.
      const hasMenu = document.querySelector('[popover="auto"]:popover-open') !== null
      if (isOnTop() && isMeant(element, event) && !hasMenu) askToClose()
    },
    { signal },
  )
  return () => {
    stop.abort()
    shown.splice(shown.indexOf(element), 1)
    // First, while the focus is still within.
    release()
    veil.remove()
    if (element.isConnected) element.hidePopover()
    element.popover = null
    element.ariaModal = null
    element.removeAttribute('tabindex')
  }
}
