import { createContext, useContext } from 'react'
import type { Spot } from '#src/lib/graph/add.ts'
import type { Point } from '#src/lib/graph/boxes.ts'

/** What parts of the canvas ask for. Its value never changes, so that nothing is drawn anew for it. */
export interface CanvasActions {
  /** Asks what to add at a spot; near this place of the window, or in its middle. */
  readonly addAt: (spot: Spot | undefined, near?: Point) => void
}

/** Undefined where steps are only looked at. */
export const CanvasActionsContext = createContext<CanvasActions | undefined>(undefined)
export const useCanvasActions = (): CanvasActions | undefined => useContext(CanvasActionsContext)
