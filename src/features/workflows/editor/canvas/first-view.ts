import type { Box, Point, Size } from '#src/lib/graph/boxes.ts'

interface View extends Point {
  readonly zoom: number
}

const MARGIN = 32
/** Below this, what kind of step it is cannot be read. */
export const READABLE = 0.7
/** Down to here the names can: enough where all of it is to be seen for that. */
const NAMES_READABLE = 0.45

/** What is shown when a workflow is opened: all of it, or as much as can be read, from its beginning on. */
export function firstView(bounds: Box, first: Box, room: Size, readable = READABLE): View {
  const zoom = Math.min(1, (room.width - 2 * MARGIN) / bounds.width, (room.height - 2 * MARGIN) / bounds.height)
  if (zoom >= Math.min(readable, NAMES_READABLE))
    return {
      zoom,
      x: (room.width - bounds.width * zoom) / 2 - bounds.x * zoom,
      y: (room.height - bounds.height * zoom) / 2 - bounds.y * zoom,
    }
  return {
    zoom: readable,
    x: MARGIN - first.x * readable,
    y: room.height / 2 - (first.y + first.height / 2) * readable,
  }
}
