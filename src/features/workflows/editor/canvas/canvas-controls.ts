import type { Point } from '#src/lib/graph/boxes.ts'

/** What the editor asks of the canvas while it is there. */
export interface CanvasControls {
  zoomIn(): void
  zoomOut(): void
  zoomReset(): void
  /** Fits these steps into the view, or all. */
  show(ids: readonly string[]): void
  center(id: string): void
  toggleMap(): void
  /** Lets the next change of places be seen as one. */
  glide(): void
  /** The point of the bench that is in the middle of the view. */
  middle(): Point
}
