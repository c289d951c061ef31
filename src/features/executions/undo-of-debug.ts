import type { Pin } from '#src/features/workflows/pins/pins.schema.ts'
import { MAX_BESIDE_CHARS } from '#src/lib/graph/history.ts'
import { isSameJson } from '#src/lib/same-json.ts'
import type { Debugged } from './debug.schema.ts'

export interface Pinned {
  readonly nodeId: string
  readonly name: string
  readonly before: Pin | null
  readonly after: Pin
}

/** With what was pinned before where undo has to bring it back, as much of both as the history of the editor can hold. */
export function forUndo(all: readonly Pinned[]): Pick<Debugged, 'pinned' | 'tooMuch'> {
  const tooMuch: Debugged['tooMuch'] = []
  let chars = 0
  const pinned = all.map(({ before, after, ...step }) => {
    if (isSameJson(before, after)) return step
    const size = JSON.stringify({ kind: 'pin', nodeId: step.nodeId, before, after }).length
    if (chars + size > MAX_BESIDE_CHARS) {
      tooMuch.push(step)
      return step
    }
    chars += size
    return { ...step, before }
  })
  return { pinned, tooMuch }
}
