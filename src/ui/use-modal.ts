import { createContext, useContext, useEffect, useLayoutEffect, useRef } from 'react'

const FIRST_FOCUS =
  '[data-autofocus], input:not([type=hidden], :disabled), textarea:not(:disabled), select:not(:disabled)'

/** Shows a dialog in front of all; what it returns ends that. */
type Show = (element: HTMLDialogElement) => () => void

export const showModal: Show = (element) => {
  element.showModal()
  return () => element.close()
}

const Showing = createContext(showModal)
/** Around a page whose dialogs are shown in another way: of so many elements that each had better not become inert. */
export const ShowModalProvider = Showing.Provider

/** Shows the element as a modal dialog while `open`; closing gives the focus back to where it was. */
export function useModal(open: boolean) {
  const dialog = useRef<HTMLDialogElement>(null)
  const end = useRef<() => void>(undefined)
  const show = useContext(Showing)
  useEffect(() => {
    const element = dialog.current
    if (!open || !element) return
    const close = show(element)
    const target =
      element.querySelector<HTMLElement>('[data-autofocus]') ?? element.querySelector<HTMLElement>(FIRST_FOCUS)
    ;(target ?? element.querySelector('h2'))?.focus()
    const endIt = () => {
      if (end.current === endIt) close()
      end.current = undefined
    }
    end.current = endIt
    return endIt
  }, [open, show])
  // Taken out of the page while it is open, it is closed before: afterwards the focus would find no way back.
  useLayoutEffect(() => () => end.current?.(), [])
  return dialog
}
