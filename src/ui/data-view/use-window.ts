import { type RefObject, useEffect, useState } from 'react'
import { scrollTo, visibleWindow } from './visible-window.ts'

/** As tall as `h-7` and `pointer-coarse:h-11`: fingers need taller rows. */
const rowHeightHere = () => (window.matchMedia('(pointer: coarse)').matches ? 44 : 28)

interface Shown {
  readonly count: number
  /** The row that is kept in sight. */
  readonly active: number
  /** Whether a row of headings covers the first one. */
  readonly hasHeader?: boolean
}

/** Which rows of a tall list are in the page, and how much room those before and after them take. */
export function useWindow(box: RefObject<HTMLElement | null>, { count, active, hasHeader = false }: Shown) {
  const [rowHeight] = useState(rowHeightHere)
  const [seen, setSeen] = useState({ scrollTop: 0, height: 320 })
  const { first, end } = visibleWindow({ ...seen, rowHeight, count })
  useEffect(() => {
    const element = box.current
    if (element === null) return
    const look = () => {
      const { scrollTop, clientHeight: height } = element
      setSeen((now) => (now.scrollTop === scrollTop && now.height === height ? now : { scrollTop, height }))
    }
    const observer = new ResizeObserver(look)
    observer.observe(element)
    element.addEventListener('scroll', look, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', look)
    }
  }, [box])
  useEffect(() => {
    const element = box.current
    if (element === null) return
    const height = element.clientHeight - (hasHeader ? rowHeight : 0)
    const top = scrollTo(active, { scrollTop: element.scrollTop, height, rowHeight })
    if (top !== undefined) element.scrollTo({ top })
  }, [box, active, hasHeader, rowHeight])
  return {
    indexes: Array.from({ length: Math.max(0, end - first) }, (_, at) => first + at),
    before: first * rowHeight,
    after: (count - end) * rowHeight,
    page: Math.max(1, Math.floor(seen.height / rowHeight) - 1),
    isSeen: active >= first && active < end,
  }
}

export const SCROLLER =
  'max-h-[28rem] min-h-28 overflow-auto overscroll-contain rounded-6 border border-line bg-surface font-mono text-13 focus-visible:-outline-offset-2'
