interface Scrolled {
  readonly scrollTop: number
  readonly height: number
  readonly rowHeight: number
  readonly count: number
}

/** Rows drawn beyond each edge, so that a little scrolling shows no gap. */
const BEYOND = 8

/** The rows that are drawn: `first` up to, and without, `end`. */
export function visibleWindow({ scrollTop, height, rowHeight, count }: Scrolled): { first: number; end: number } {
  const first = Math.max(0, Math.floor(scrollTop / rowHeight) - BEYOND)
  const end = Math.min(count, Math.ceil((scrollTop + height) / rowHeight) + BEYOND)
  return { first: Math.min(first, Math.max(0, count - 1)), end: Math.max(end, 0) }
}

/** Where to scroll so that a row is seen whole; undefined when it is. */
export function scrollTo(row: number, { scrollTop, height, rowHeight }: Omit<Scrolled, 'count'>): number | undefined {
  const top = row * rowHeight
  if (top < scrollTop) return top
  return top + rowHeight > scrollTop + height ? top + rowHeight - height : undefined
}

/** Where a key leads in a tall list. */
export function movedBy(key: string, at: number, count: number, page: number): number | undefined {
  const to: Readonly<Record<string, number>> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    PageDown: at + page,
    PageUp: at - page,
    Home: 0,
    End: count - 1,
  }
  const next = Object.hasOwn(to, key) ? to[key] : undefined
  return next === undefined ? undefined : Math.max(0, Math.min(count - 1, next))
}
