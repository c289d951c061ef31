import { useEffect, useRef } from 'react'
import type { Graph } from '#src/lib/graph/graph.schema.ts'
import { nodeById } from '#src/lib/graph/order.ts'
import { outlineOf } from './outline.ts'

/** Puts the focus on a step, wherever it is drawn, once it is there. */
export const focusStep = (id: string): void => {
  requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-id="${CSS.escape(id)}"]`)?.focus())
}

/** Of these steps, in their order, the one in the place of a step that is gone; else the last of them. */
export function stepInPlace(before: Graph, gone: string, now: Graph): string | undefined {
  const rows = outlineOf(before).map(({ node }) => node.id)
  const at = rows.indexOf(gone)
  const left = [...rows.slice(at), ...rows.slice(0, Math.max(at, 0)).toReversed()]
  return left.find((id) => nodeById(now, id) !== undefined)
}

/** Where the step that had the focus is deleted, undone or replaced, the one in its place gets it. */
export function useFocusInPlace(graph: Graph): void {
  const held = useRef<string>(undefined)
  const before = useRef(graph)
  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      held.current = target instanceof Element ? target.closest<HTMLElement>('[data-id]')?.dataset.id : undefined
    }
    document.addEventListener('focusin', note)
    return () => document.removeEventListener('focusin', note)
  }, [])
  useEffect(() => {
    const gone = held.current
    const then = before.current
    before.current = graph
    if (gone === undefined || then === graph || nodeById(graph, gone) !== undefined) return
    const next = stepInPlace(then, gone, graph)
    // The canvas takes the step away a moment later.
    const timer = setTimeout(() => {
      if (next !== undefined && document.activeElement === document.body) focusStep(next)
    }, 0)
    return () => clearTimeout(timer)
  }, [graph])
}
