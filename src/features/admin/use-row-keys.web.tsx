import { type KeyboardEvent, useEffect, useRef } from 'react'
import { isTextEditor } from '#src/ui/is-text-editor.ts'
import { Kbd } from '#src/ui/kbd.tsx'

/** What carries the focus of a row. */
const ROW_FOCUS = '[data-row-focus]'

/**
 * Single keys in a list, while the focus is in it and nowhere else (WCAG 2.1.4): J and K move between rows, `keys` act
 * on the row that has the focus. `count` is the number of rows: when one has left, the focus goes to the next.
 */
export function useRowKeys(keys: Readonly<Record<string, (index: number) => void>>, count: number) {
  const list = useRef<HTMLUListElement>(null)
  const last = useRef({ index: -1, count })
  const rows = () => [...(list.current?.querySelectorAll<HTMLElement>(ROW_FOCUS) ?? [])]
  const indexOfFocus = () =>
    rows().findIndex((row) => row === document.activeElement || row.closest('li')?.contains(document.activeElement))

  useEffect(() => {
    const hasLeft = count < last.current.count
    last.current.count = count
    if (!hasLeft || document.activeElement !== document.body) return
    const all = [...(list.current?.querySelectorAll<HTMLElement>(ROW_FOCUS) ?? [])]
    all[Math.min(last.current.index, all.length - 1)]?.focus()
  }, [count])
  const onFocus = () => {
    last.current.index = indexOfFocus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTextEditor(event.target)) return
    // A dialog or menu of a row has keys of its own.
    if (event.target instanceof Element && event.target.closest('dialog, [role="menu"]') !== null) return
    const at = indexOfFocus()
    const key = event.key.toLowerCase()
    const act = keys[key]
    if (key === 'j' || key === 'k') rows()[key === 'j' ? at + 1 : Math.max(at - 1, 0)]?.focus()
    else if (act === undefined || at === -1) return
    // A key that is held would go on with the next row, which nobody has read.
    else if (!event.repeat) act(at)
    event.preventDefault()
  }
  return { ref: list, onKeyDown, onFocus }
}

/** Says which keys there are. */
export const RowKeysHint = ({ keys }: { keys: readonly (readonly [string, string])[] }) => (
  <p className="hidden flex-wrap items-center gap-x-3 gap-y-1 text-13 text-text-3 md:flex pointer-coarse:hidden">
    In the list:
    {[['J', 'next'] as const, ['K', 'previous'] as const, ...keys].map(([key, meaning]) => (
      <span key={key} className="inline-flex items-center gap-1">
        <Kbd keys={[key]} /> {meaning}
      </span>
    ))}
  </p>
)
