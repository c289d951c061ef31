import { type Box, overlap } from '#src/lib/graph/boxes.ts'

/** Of what is around the shown part, how much counts as shown: what comes in is then there before it is seen. */
const AROUND = 256
/** How far a curve swings out of the box around its ends. */
const SWING = 480
/** Around a step, for its dots, its marks and the names of its ways. */
const ROOM = 320

interface Shown {
  readonly transform: readonly [x: number, y: number, zoom: number]
  readonly width: number
  readonly height: number
}

/** The shown part of the bench and what is around it, in steps of its own: most moves of the view leave it as it is. */
export function sightOf({ transform: [x, y, zoom], width, height }: Shown): Box {
  const left = Math.floor(-x / AROUND) - 1
  const top = Math.floor(-y / AROUND) - 1
  const right = Math.ceil((width - x) / AROUND) + 1
  const bottom = Math.ceil((height - y) / AROUND) + 1
  const size = AROUND / zoom
  return { x: left * size, y: top * size, width: (right - left) * size, height: (bottom - top) * size }
}

export const isSameSight = (one: Box, other: Box): boolean =>
  one.x === other.x && one.y === other.y && one.width === other.width && one.height === other.height

/** Whether any part of the curve between two steps may be in sight. */
export function isCurveInSight(from: Box, to: Box, sight: Box): boolean {
  const x = Math.min(from.x, to.x) - SWING
  const y = Math.min(from.y, to.y)
  const right = Math.max(from.x + from.width, to.x + to.width) + SWING
  const bottom = Math.max(from.y + from.height, to.y + to.height)
  return overlap({ x, y, width: right - x, height: bottom - y }, sight)
}

/** Whether a step may be in sight, or what stands around it. */
export const isStepInSight = ({ x, y, width, height }: Box, sight: Box): boolean =>
  overlap({ x: x - ROOM, y: y - ROOM, width: width + 2 * ROOM, height: height + 2 * ROOM }, sight)
