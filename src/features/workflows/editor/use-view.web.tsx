import { startTransition, useCallback, useState, useSyncExternalStore } from 'react'
import { useSearchParams } from 'react-router'
import { keep, recall } from '#src/client/browser-memory.ts'

export type EditorView = 'canvas' | 'outline'

const KEPT_AS = 'fettle-editor-view'
/** From here on there is room for a canvas. */
const WIDE = '(min-width: 48rem)'

const isView = (text: string | null): text is EditorView => text === 'canvas' || text === 'outline'

function keptView(): EditorView | undefined {
  const kept = recall(KEPT_AS)
  return isView(kept) ? kept : undefined
}

function onWidth(told: () => void) {
  const wide = window.matchMedia(WIDE)
  wide.addEventListener('change', told)
  return () => wide.removeEventListener('change', told)
}
const isWide = (): boolean => window.matchMedia(WIDE).matches

/** What the address asks for, else what was chosen last at this browser, else what there is room for. Unknown on the server. */
export function useView() {
  const [search] = useSearchParams()
  const asked = search.get('view')
  const [chosen, setChosen] = useState<EditorView | undefined>(isView(asked) ? asked : undefined)
  const wide = useSyncExternalStore(onWidth, isWide, () => undefined)
  const usual = wide === undefined ? undefined : wide ? (keptView() ?? 'canvas') : 'outline'
  const choose = useCallback((next: EditorView) => {
    // Hundreds of steps are drawn piece by piece, and the page stays awake.
    startTransition(() => setChosen(next))
    if (isWide()) keep(KEPT_AS, next)
  }, [])
  return [chosen ?? usual, choose] as const
}
