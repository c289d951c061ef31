import { useCallback, useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'

export type EditorView = 'canvas' | 'outline'

const KEPT_AS = 'fettle-editor-view'
/** From here on there is room for a canvas. */
const WIDE = '(min-width: 48rem)'

const isView = (text: string | null): text is EditorView => text === 'canvas' || text === 'outline'

function keptView(): EditorView | undefined {
  const kept = window.localStorage.getItem(KEPT_AS)
  return isView(kept) ? kept : undefined
}

/** What the address asks for, else what was chosen last at this browser, else what there is room for. Unknown on the server. */
export function useView() {
  const [search] = useSearchParams()
  const asked = search.get('view')
  const [view, setView] = useState<EditorView | undefined>(isView(asked) ? asked : undefined)
  useEffect(() => {
    const isWide = window.matchMedia(WIDE).matches
    setView((now) => now ?? (isWide ? (keptView() ?? 'canvas') : 'outline'))
  }, [])
  const choose = useCallback((next: EditorView) => {
    setView(next)
    if (window.matchMedia(WIDE).matches) window.localStorage.setItem(KEPT_AS, next)
  }, [])
  return [view, choose] as const
}
