interface Scrolled {
  /** Of every row, in pixels: those that were never drawn are guessed. */
  readonly heights: readonly number[]
  /** How far the first row is above the upper edge of what is seen. */
  readonly top: number
  readonly height: number
}
export interface RowsInSight {
  /** The rows that are drawn: `first` up to, and without, `end`. */
  readonly first: number
  readonly end: number
  /** Room, in pixels, for those that are not. */
  readonly before: number
  readonly after: number
}

/** Pixels that are drawn beyond each edge, so that scrolling shows no gap. */
const BEYOND = 800

/** Which rows of a list, each as tall as it needs to be, are worth being drawn. */
export function rowsInSight({ heights, top, height }: Scrolled): RowsInSight {
  let first = 0
  let before = 0
  for (const one of heights) {
    if (before + one > top - BEYOND || first === heights.length - 1) break
    before += one
    first += 1
  }
  let end = first
  let bottom = before
  while (end < heights.length && (end === first || bottom < top + height + BEYOND)) bottom += heights[end++] ?? 0
  const after = heights.slice(end).reduce((sum, one) => sum + one, 0)
  return { first, end, before, after }
}

/** Around a row that is to be gone to, wherever the list is scrolled. */
export function rowsAround(heights: readonly number[], at: number): RowsInSight {
  const top = heights.slice(0, at).reduce((sum, one) => sum + one, 0)
  return rowsInSight({ heights, top, height: heights[at] ?? 0 })
}
