import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { NodeTypeEntry } from '#src/features/node-types/node-types.schema.ts'
import type { Spot } from '#src/lib/graph/add.ts'
import type { Point } from '#src/lib/graph/boxes.ts'
import type { CanvasActions } from './canvas/canvas-actions.web.tsx'
import type { Draft } from './draft.ts'
import { focusStep } from './focus-step.web.tsx'
import { changeType, type NodeTypes, newStep } from './graph-edit.ts'
import { usualSpot } from './palette.ts'
import { StepPalette, type ToolChoice } from './palette.web.tsx'
import { type Gestures, stepInHand } from './use-gestures.web.tsx'
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
  readonly startsOnly: boolean
}

/** The one way to add a step, from wherever it is asked for. */
export function usePalette({ draft, types, selection: { ids }, gestures: { add } }: PaletteOptions) {
  const [asked, setAsked] = useState<Asked>()
  const chosen = useRef(ids)
  useEffect(() => {
    chosen.current = ids
  }, [ids])
  const addAt = useCallback<CanvasActions['addAt']>(
    (spot, near) =>
      setAsked({
        spot: spot ?? usualSpot(draft.getState().graph, types, stepInHand(chosen.current)),
        near,
        startsOnly: false,
      }),
    [draft, types],
  )
  const chooseTrigger = () => setAsked({ spot: { at: { x: 0, y: 0 } }, near: undefined, startsOnly: true })
  const onAdd = (type: NodeTypeEntry, tool?: ToolChoice) => {
    if (asked === undefined) return
    const graph = draft.getState().graph
    const trigger = graph.nodes.find((node) => types.get(node.type)?.category === 'trigger')
    if (asked.startsOnly && trigger !== undefined) {
      draft.edit((now) => changeType(now, trigger.id, type), { label: `Begin with ${type.title}` })
      return focusStep(trigger.id)
    }
    const node = { ...newStep(graph, type, tool?.title ?? type.title), ...(tool && { config: { tool: tool.slug } }) }
    if (add(node, asked.spot)) focusStep(node.id)
  }
  return {
    chooseTrigger,
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
