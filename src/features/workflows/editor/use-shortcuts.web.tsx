import { useCallback, useEffect, useRef, useState } from 'react'
import { keep, recall } from '#src/client/browser-memory.ts'
import { isModalOpen } from '#src/ui/is-modal-open.ts'
import { isTextEditor } from '#src/ui/is-text-editor.ts'
import { commandFor, isOverText, type Keymap, keyText, readKeymap } from './keymap.ts'

const KEPT_AS = 'fettle-editor-keys'

/** What a command does; false says that the key is not ours after all. */
export type Acts = Readonly<Record<string, () => unknown>>

/** The keys of the editor, as somebody has set them at this browser. */
export function useKeymap() {
  const [keymap, setKeymap] = useState(() => readKeymap(recall(KEPT_AS)))
  const change = useCallback((next: Keymap) => {
    keep(KEPT_AS, JSON.stringify(next))
    setKeymap(next)
  }, [])
  return [keymap, change] as const
}

/** Buttons and links of the page have uses of their own for these. */
const PRESSES = new Set(['Enter', 'Space'])
const STEPS = '[data-steps]'
const STEP = '[data-id]'

function actFor(event: KeyboardEvent, keymap: Keymap, acts: Acts): (() => unknown) | undefined {
  const target = event.target instanceof Element ? event.target : document.body
  if (event.defaultPrevented || target.closest('dialog, [popover]') !== null) return undefined
  // What had the focus in a dialog is gone or off: keys mean the dialog all the same.
  if (target === document.body && isModalOpen()) return undefined
  const key = keyText(event)
  if (isTextEditor(target) && (key === undefined || !isOverText(key))) return undefined
  // Nothing has the focus after a page was loaded: then keys mean the steps.
  const onSteps = target === document.body || (target.closest(STEPS) !== null && !isTextEditor(target))
  const id = key === undefined ? undefined : commandFor(key, keymap, onSteps)
  if (key === undefined || id === undefined) return undefined
  if (PRESSES.has(key) && !target.matches(STEP)) return undefined
  return acts[id]
}

/** Listens to the whole page, as a click into the canvas leaves the focus nowhere. */
export function useShortcuts(keymap: Keymap, acts: Acts): void {
  const now = useRef({ keymap, acts })
  useEffect(() => {
    now.current = { keymap, acts }
  }, [keymap, acts])
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const act = actFor(event, now.current.keymap, now.current.acts)
      if (act === undefined || act() === false) return
      event.preventDefault()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}
