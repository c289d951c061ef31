import { useRef } from 'react'
import { moved } from '#src/lib/moved.ts'
import { useDragOrder } from '#src/ui/use-drag-order.ts'

/**
 * A list under edit whose entries keep their keys while they move, so that the focus moves with them. What is added by
 * hand starts open with the focus in it; the only entry that was there starts open, too.
 */
export function useItems<Item>(items: readonly Item[], onChange: (items: readonly Item[]) => void) {
  const nextKey = useRef(0)
  const held = useRef<number[]>([])
  const open = useRef(new Set<number>())
  const added = useRef<number>(undefined)
  // Entries that came from elsewhere, such as the raw schema, get keys as they are seen.
  while (held.current.length < items.length) held.current.push(nextKey.current++)
  held.current.length = items.length
  const keys = held.current
  if (items.length === 1) open.current.add(keys[0] ?? 0)
  const move = (from: number, to: number) => {
    const next = moved(items, from, to)
    if (next === items || from === to) return
    held.current = [...moved(keys, from, to)]
    onChange(next)
  }
  const order = useDragOrder(move)
  return {
    entries: items.map((item, at) => {
      const key = keys[at] ?? at
      return { item, at, key, startsOpen: open.current.has(key), takesFocus: added.current === key }
    }),
    add(item: Item) {
      added.current = nextKey.current
      open.current.add(nextKey.current)
      keys.push(nextKey.current++)
      onChange([...items, item])
    },
    update: (at: number, item: Item) => onChange(items.with(at, item)),
    remove(at: number) {
      keys.splice(at, 1)
      onChange(items.toSpliced(at, 1))
    },
    move,
    /** By dragging. */
    order,
  }
}
