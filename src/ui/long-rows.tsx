import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { type RowsInSight, rowsAround, rowsInSight } from './rows-in-sight.ts'

/** Up to here all rows are drawn. */
const FEW = 120
/** In pixels, before any row was seen. */
const USUAL_HEIGHT = 64

/** What each row carries. */
export interface RowPlace {
  readonly 'data-at': number
  readonly 'aria-posinset'?: number
  readonly 'aria-setsize'?: number
}

interface LongRows {
  readonly list: RefObject<HTMLUListElement | null>
  readonly indexes: readonly number[]
  readonly before: number
  readonly after: number
  readonly placeOf: (at: number) => RowPlace
  /** Brings a row into the page, and the focus to what `target` finds in it. */
  readonly goTo: (at: number) => void
}

interface Options {
  readonly keys: readonly string[]
  /** What takes the focus in a row, as CSS finds it. */
  readonly target: string
  /** Whether more can be fetched. */
  readonly isOpen: boolean
}

/** Those rows of a list that are near what is seen of the page: a list of thousands stays as light as one of fifty. */
export function useLongRows({ keys, target, isOpen }: Options): LongRows {
  const list = useRef<HTMLUListElement>(null)
  const known = useRef(new Map<string, number>())
  const wanted = useRef<number>(undefined)
  const [seen, setSeen] = useState<RowsInSight>()
  const isLong = keys.length > FEW

  const heightsNow = useCallback(() => {
    const heights = [...known.current.values()]
    const usual = heights.length === 0 ? USUAL_HEIGHT : heights.reduce((sum, one) => sum + one, 0) / heights.length
    return keys.map((key) => known.current.get(key) ?? usual)
  }, [keys])
  const look = useCallback(() => {
    if (list.current === null || !isLong || wanted.current !== undefined) return
    const top = -list.current.getBoundingClientRect().top
    const next = rowsInSight({ heights: heightsNow(), top, height: window.innerHeight })
    setSeen((now) => (now !== undefined && isSame(now, next) ? now : next))
  }, [isLong, heightsNow])

  useEffect(() => {
    if (!isLong) return
    look()
    window.addEventListener('scroll', look, { passive: true })
    window.addEventListener('resize', look)
    return () => {
      window.removeEventListener('scroll', look)
      window.removeEventListener('resize', look)
    }
  }, [isLong, look])
  useLayoutEffect(() => {
    for (const row of list.current?.querySelectorAll<HTMLElement>(':scope > [data-at]') ?? []) {
      const key = keys[Number(row.dataset.at)]
      if (key !== undefined) known.current.set(key, row.offsetHeight)
    }
    const at = wanted.current
    if (at === undefined) return
    wanted.current = undefined
    focusRow(list.current, at, target)
  })

  const first = isLong ? Math.min(seen?.first ?? 0, keys.length - 1) : 0
  const end = isLong ? Math.min(seen?.end ?? FEW, keys.length) : keys.length
  return {
    list,
    indexes: Array.from({ length: Math.max(0, end - first) }, (_, at) => first + at),
    before: isLong ? (seen?.before ?? 0) : 0,
    after: isLong ? (seen?.after ?? 0) : 0,
    placeOf: (at) =>
      isLong
        ? { 'data-at': at, 'aria-posinset': at + 1, 'aria-setsize': isOpen ? -1 : keys.length }
        : { 'data-at': at },
    goTo(at) {
      if (at >= first && at < end) return focusRow(list.current, at, target)
      wanted.current = at
      setSeen(rowsAround(heightsNow(), at))
    },
  }
}

const focusRow = (list: Element | null, at: number, target: string): void =>
  list?.querySelector<HTMLElement>(`[data-at="${at}"] ${target}`)?.focus()

const isSame = (one: RowsInSight, other: RowsInSight): boolean =>
  one.first === other.first && one.end === other.end && one.before === other.before && one.after === other.after

/** The room of rows that are not in the page. */
export const RowsLeftOut = ({ height }: { readonly height: number }) =>
  height === 0 ? null : <li aria-hidden="true" style={{ height }} />
