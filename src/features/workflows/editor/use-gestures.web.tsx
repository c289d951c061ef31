import { useCallback, useMemo, useState } from 'react'
import type { Draft } from './draft.ts'
import { createGestures } from './gestures.web.tsx'
import { kindsOf, type NodeTypes } from './graph-edit.ts'
import type { Selection } from './use-selection.web.tsx'

interface News {
  readonly text: string
  /** Nothing was done; the text says why. */
  readonly refused: boolean
  /** Tells one saying from the next, also when both are the same. */
  readonly count: number
}

interface UseGesturesOptions {
  readonly draft: Draft
  readonly types: NodeTypes
  readonly selection: Selection
}

/** The step that keys mean: the one with the focus, else the one that was chosen. */
export function stepInHand(ids: readonly string[]): string | undefined {
  const focused = document.activeElement?.closest<HTMLElement>('[data-id]')?.dataset.id
  return focused ?? ids.at(-1)
}

export type Gestures = ReturnType<typeof useGestures>

/** The gestures of one editor, and what was said last about them. */
export function useGestures({ draft, types, selection: { selectMany } }: UseGesturesOptions) {
  const [news, setNews] = useState<News>({ text: '', refused: false, count: 0 })
  const kinds = useMemo(() => kindsOf(types), [types])
  const say = useCallback(
    (text: string, refused = false) => setNews(({ count }) => ({ text, refused, count: count + 1 })),
    [],
  )
  const gestures = useMemo(
    () => createGestures({ draft, types, kinds, say, selectMany }),
    [draft, types, kinds, say, selectMany],
  )
  return { ...gestures, kinds, news, say }
}
