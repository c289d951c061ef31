import { Plus } from 'lucide-react'
import { type RefObject, useEffect, useState } from 'react'
import type { Graph, GraphNode } from '#src/lib/graph/graph.schema.ts'
import { Button } from '#src/ui/button.tsx'
import { classNames } from '#src/ui/class-names.ts'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import type { MenuItem } from '#src/ui/menu.tsx'
import type { CanvasProps } from './canvas/canvas.web.tsx'
import type { CanvasActions } from './canvas/canvas-actions.web.tsx'
import type { CanvasControls } from './canvas/canvas-controls.ts'
import type { StepStates } from './canvas/step-state.ts'
import type { NodeTypes } from './graph-edit.ts'
import { Outline } from './outline.web.tsx'
import { isUndecided } from './palette.ts'
import type { Gestures } from './use-gestures.web.tsx'
import type { Selection } from './use-selection.web.tsx'
import type { EditorView } from './use-view.web.tsx'
import { WaysIn } from './ways-in.web.tsx'
import { WhenMounted } from './when-mounted.web.tsx'

const Canvas = lazyPart<CanvasProps>(() => import('./canvas/canvas.web.tsx').then((loaded) => loaded.Canvas))

interface StepsProps {
  readonly graph: Graph
  readonly types: NodeTypes
  readonly states: StepStates
  readonly selection: Selection
  readonly gestures: Gestures
  readonly actions: CanvasActions
  readonly controls: RefObject<CanvasControls | null>
  /** Undefined before the browser has said how wide it is: then the style sheet chooses. */
  readonly view: EditorView | undefined
  readonly onTrigger: () => void
  readonly actionsOf: (node: GraphNode) => readonly MenuItem[]
}

/** The steps of the workflow, as a canvas or as an outline of the same graph. */
export function Steps({ view, onTrigger, actionsOf, ...canvas }: StepsProps) {
  const { graph, types, states, selection, gestures, actions } = canvas
  const waysIn = isUndecided(graph) ? <WaysIn {...{ graph, gestures, onTrigger }} /> : null
  return (
    <section
      aria-label="Steps"
      data-steps=""
      className={classNames(
        'relative flex min-w-0 flex-1 flex-col',
        // One thing at a time where there is no room for two.
        selection.isOpen && selection.stepId !== null && view !== 'canvas' && 'max-lg:hidden',
      )}
    >
      {waysIn === null || view === 'outline' ? null : (
        // Over the canvas where there is room beside the first step, above it where there is none.
        <div
          className={classNames(
            'z-5 max-lg:p-4 lg:absolute lg:inset-x-4 lg:bottom-20',
            view === undefined && 'max-md:hidden',
          )}
        >
          {waysIn}
        </div>
      )}
      {view === 'outline' ? null : (
        <div
          className={classNames(
            // On a phone a height of its own: the canvas takes all of it, which needs one that is known.
            'relative min-h-[26rem] max-lg:h-[60dvh] max-lg:flex-none lg:flex-1',
            view === undefined && 'max-md:hidden',
          )}
        >
          <WhenMounted>
            <Canvas {...canvas} />
          </WhenMounted>
        </div>
      )}
      {view === 'canvas' ? null : (
        <div
          className={classNames(
            'bench-grid min-h-0 flex-1 p-4 lg:overflow-y-auto lg:p-8',
            view === undefined && 'md:hidden',
          )}
        >
          <div className="mx-auto flex max-w-3xl flex-col gap-4">
            {waysIn}
            <Outline {...{ graph, types, states, selection, actionsOf }} onAdd={actions.addAt} />
            <Button icon={Plus} className="w-fit" onClick={() => actions.addAt(undefined)}>
              Add a step
            </Button>
          </div>
        </div>
      )}
      <Said {...gestures.news} />
    </section>
  )
}

const SHOWN_MS = 8000

/** What was done, for ears; what was refused, and why, for eyes too. */
function Said({ text, refused, count }: Gestures['news']) {
  const [gone, setGone] = useState(0)
  useEffect(() => {
    const timer = setTimeout(() => setGone(count), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [count])
  const shows = refused && gone !== count
  return (
    <div
      role="status"
      aria-atomic="true"
      className={
        shows
          ? 'pointer-events-none absolute inset-x-4 bottom-16 z-10 mx-auto w-fit max-w-md rounded-6 border border-bad bg-bad-soft px-4 py-2 text-14 text-bad shadow-2'
          : 'sr-only'
      }
    >
      {/* The same words once more are new to those who listen. */}
      <span key={count}>{text}</span>
    </div>
  )
}
