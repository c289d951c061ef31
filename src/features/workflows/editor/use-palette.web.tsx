import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { NodeTypeEntry } from '#src/features/node-types/node-types.schema.ts'
import type { Spot } from '#src/lib/graph/add.ts'
import type { Point } from '#src/lib/graph/boxes.ts'
import type { CanvasActions } from './canvas/canvas-actions.web.tsx'
import type { Draft } from './draft.ts'
import { type NodeTypes, newStep } from './graph-edit.ts'
import { usualSpot } from './palette.ts'
import { StepPalette } from './palette.web.tsx'
import { focusStep, type Gestures } from './use-gestures.web.tsx'
import type { Selection } from './use-selection.web.tsx'

interface PaletteOptions {
  readonly draft: Draft
  readonly types: NodeTypes
  readonly selection: Selection
  readonly gestures: Gestures
}

interface Asked {
  readonly spot: Spot
  readonly near: Point | undefined
}

/** The one way to add a step, from wherever it is asked for. */
export function usePalette({ draft, types, selection: { ids }, gestures: { add } }: PaletteOptions) {
  const [asked, setAsked] = useState<Asked>()
  const chosen = useRef(ids)
  useEffect(() => {
    chosen.current = ids
  }, [ids])
  const addAt = useCallback<CanvasActions['addAt']>(
    (spot, near) => setAsked({ spot: spot ?? usualSpot(draft.getState().graph, types, chosen.current), near }),
    [draft, types],
  )
  const onAdd = (type: NodeTypeEntry) => {
    if (asked === undefined) return
    const node = newStep(draft.getState().graph, type, type.title)
    if (add(node, asked.spot)) focusStep(node.id)
  }
  return {
    actions: useMemo(() => ({ addAt }), [addAt]),
    palette:
      asked === undefined ? null : (
        <StepPalette
          {...{ types, onAdd }}
          {...asked}
          graph={draft.getState().graph}
          onClose={() => setAsked(undefined)}
        />
      ),
  }
}
