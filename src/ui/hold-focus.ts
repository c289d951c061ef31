const STOPS =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [contenteditable="true"], summary, [tabindex="0"]'

const stopsIn = (element: HTMLElement): HTMLElement[] =>
  [...element.querySelectorAll<HTMLElement>(STOPS)].filter((stop) => stop.tabIndex >= 0 && stop.checkVisibility())

/** Whether a key means this element: it has the focus within, or nothing has it. */
export const isMeant = (element: HTMLElement, { target }: Event): boolean =>
  target === document.body || (target instanceof Node && element.contains(target))

/** Around what can have it within, as the pattern of dialogs asks (ARIA APG). */
function turn(element: HTMLElement, event: KeyboardEvent): void {
  if (event.key !== 'Tab' || event.defaultPrevented || !isMeant(element, event)) return
  const stops = stopsIn(element)
  const [from, to] = event.shiftKey ? [stops[0], stops.at(-1)] : [stops.at(-1), stops[0]]
  const focused = document.activeElement
  if (focused !== from && stops.includes(focused as HTMLElement)) return
  event.preventDefault()
  to?.focus()
}

/**
 * For a dialog that is modal by `aria-modal` alone: keeps the focus within it while `isOnTop`, and returns what ends
 * that and gives the focus back. `showModal()` would make the whole page inert besides, and close() make it live again:
 * styles of thousands of elements anew, which takes longer than all the rest.
 */
export function holdFocus(element: HTMLElement, isOnTop = () => true): () => void {
  const before = document.activeElement
  const stop = new AbortController()
  const { signal } = stop
  // At the window: whoever is inside of it is asked first.
  window.addEventListener('keydown', (event) => isOnTop() && turn(element, event), { signal })
  document.addEventListener(
    'focusin',
    ({ target }) => {
      const isElsewhere = target instanceof Element && !element.contains(target)
      if (isOnTop() && isElsewhere && target.closest('dialog:modal, :popover-open') === null)
        stopsIn(element)[0]?.focus()
    },
    { signal },
  )
  return () => {
    stop.abort()
    const isLeft = document.activeElement === document.body || element.contains(document.activeElement)
    if (isLeft && before instanceof HTMLElement) before.focus({ preventScroll: true })
  }
}
