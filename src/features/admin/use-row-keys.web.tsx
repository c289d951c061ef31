import { type FocusEvent, type KeyboardEvent as ReactKeyboardEvent, useEffect, useRef, useState } from 'react'
import { isModalOpen } from '#src/ui/is-modal-open.ts'
import { isTextEditor } from '#src/ui/is-text-editor.ts'
import { Kbd } from '#src/ui/kbd.tsx'

/** What carries the focus of a row. */
const ROW_FOCUS = '[data-row-focus]'

interface RowKeysOptions {
  /** The keys mean the list wherever the focus is. Single keys then need a switch (WCAG 2.1.4). */
  readonly onWholePage?: boolean
}

type Key = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'repeat' | 'target' | 'preventDefault'>

/** A dialog or menu has keys of its own. */
const isElsewhere = ({ ctrlKey, metaKey, altKey, target }: Key) =>
  ctrlKey ||
  metaKey ||
  altKey ||
  isTextEditor(target) ||
  (target instanceof Element && target.closest('dialog, [role="menu"]') !== null)

/**
 * Single keys in a list: J and K move between rows, `keys` act on the row that has the focus, or had it last. When what
 * had the focus has left, the row that has come in its place gets it. `count` is the number of rows.
 */
export function useRowKeys(
  keys: Readonly<Record<string, (index: number) => void>>,
  count: number,
  { onWholePage = false }: RowKeysOptions = {},
) {
  const list = useRef<HTMLUListElement>(null)
  const focused = useRef<Element>(null)
  /** The row that keys from outside of the list mean: whoever presses one has it before their eyes. */
  const seen = useRef<Element>(null)
  const [last, setLast] = useState(-1)
  const current = Math.min(Math.max(last, 0), count - 1)
  const rows = () => [...(list.current?.querySelectorAll<HTMLElement>(ROW_FOCUS) ?? [])]
  const indexOf = (element: Element | null) =>
    rows().findIndex((row) => row === element || row.closest('li')?.contains(element) === true)

  // After each time that the rows or a dialog about one have changed.
  useEffect(() => {
    seen.current ??= rows()[current] ?? null
    if (focused.current === null || focused.current.isConnected) return
    if (document.activeElement !== document.body || isModalOpen()) return
    rows()[current]?.focus()
  })
  const onFocus = ({ target }: FocusEvent) => {
    focused.current = target
    const at = indexOf(target)
    seen.current = rows()[at] ?? null
    setLast(at)
  }
  const press = (event: Key) => {
    if (isElsewhere(event)) return
    const inList = indexOf(document.activeElement)
    // From outside: the first press of J leads to the row that the others mean.
    const at = inList === -1 && onWholePage ? current : inList
    const key = event.key.toLowerCase()
    const act = keys[key]
    if (key === 'j') rows()[inList === -1 && last === -1 ? 0 : at + 1]?.focus()
    else if (key === 'k') rows()[Math.max(at - 1, 0)]?.focus()
    else if (act === undefined || at === -1) return
    // A key that is held would go on with the next row, which nobody has read.
    else if (!event.repeat) {
      const row = rows()[at]
      // Another one has taken its place meanwhile, which nobody has read either.
      const isUnread = inList === -1 && row !== seen.current
      if (inList === -1) row?.focus()
      if (!isUnread) act(at)
    }
    event.preventDefault()
  }
  const latest = useRef(press)
  useEffect(() => {
    latest.current = press
  })
  useEffect(() => {
    if (!onWholePage) return
    const onKey = (event: KeyboardEvent) => {
      if (!event.defaultPrevented && !isModalOpen()) latest.current(event)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [onWholePage])
  const onKeyDown = (event: ReactKeyboardEvent) => {
    if (!onWholePage) press(event.nativeEvent)
  }
  return { list: { ref: list, onKeyDown, onFocus }, current }
}

/** Whoever has dealt with the last row goes on from what is shown in place of rows: for the element around that. */
export function useInsteadOfRows(count: number) {
  const instead = useRef<HTMLDivElement>(null)
  const before = useRef(count)
  useEffect(() => {
    if (count === 0 && before.current > 0 && document.activeElement === document.body) instead.current?.focus()
    before.current = count
  }, [count])
  return instead
}

interface RowKeysHintProps {
  readonly keys: readonly (readonly [string, string])[]
  readonly where?: string
}

/** Says which keys there are. */
export const RowKeysHint = ({ keys, where = 'In the list' }: RowKeysHintProps) => (
  <p className="hidden flex-wrap items-center gap-x-3 gap-y-1 text-13 text-text-3 md:flex pointer-coarse:hidden">
    {where}:
    {[['J', 'next'] as const, ['K', 'previous'] as const, ...keys].map(([key, meaning]) => (
      <span key={key} className="inline-flex items-center gap-1">
        <Kbd keys={[key]} /> {meaning}
      </span>
    ))}
  </p>
)
