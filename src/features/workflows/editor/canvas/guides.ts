import type { Box } from '#src/lib/graph/boxes.ts'

/** A line along which what is dragged stands flush with something else. */
export interface Guide {
  /** x: a line from top to bottom. */
  readonly axis: 'x' | 'y'
  readonly at: number
  readonly from: number
  readonly to: number
}

/** A box along one axis: where it begins, how long it is, and the same of the other axis. */
interface Extent {
  readonly start: number
  readonly length: number
  readonly across: number
  readonly acrossLength: number
}

const along = (axis: Guide['axis'], { x, y, width, height }: Box): Extent =>
  axis === 'x'
    ? { start: x, length: width, across: y, acrossLength: height }
    : { start: y, length: height, across: x, acrossLength: width }

/** Middle before borders: boxes of one size are flush on all three, and one line says it. */
const PLACES = [0.5, 0, 1] as const
const placeOf = ({ start, length }: Extent, share: number) => start + length * share

const distance = (one: Extent, other: Extent): number =>
  Math.max(one.across - other.across - other.acrossLength, other.across - one.across - one.acrossLength, 0)

function guideOn(axis: Guide['axis'], box: Box, others: readonly Box[]): Guide[] {
  const own = along(axis, box)
  const flush = others.flatMap((other) => {
    const there = along(axis, other)
    const share = PLACES.find((place) => placeOf(there, place) === placeOf(own, place))
    return share === undefined ? [] : [{ there, share, far: distance(own, there) }]
  })
  const [first, ...more] = flush
  if (first === undefined) return []
  const { there, share } = more.reduce((nearest, one) => (one.far < nearest.far ? one : nearest), first)
  const [from, to] = [
    Math.min(own.across, there.across),
    Math.max(own.across + own.acrossLength, there.across + there.acrossLength),
  ]
  return [{ axis, at: placeOf(own, share), from, to }]
}

/** At most one line each way, to the nearest box that it is flush with. What moves stands on the raster, so flush is exact. */
export const guidesFor = (box: Box, others: readonly Box[]): readonly Guide[] => [
  ...guideOn('x', box, others),
  ...guideOn('y', box, others),
]

export const isSameGuides = (one: readonly Guide[], other: readonly Guide[]): boolean =>
  one.length === other.length &&
  one.every(({ axis, at, from, to }, place) => {
    const there = other[place]
    return there?.axis === axis && there.at === at && there.from === from && there.to === to
  })
