import { getBezierPath, Position } from '@xyflow/react'
import type { StepEdge, StepNode } from './flow-model.ts'

type Place = { readonly x: number; readonly y: number }

/** From the border of what can be pressed of a way in or out to that of the dot in it. */
const INSET = 7

/** How every connection is drawn: a calm curve from dot to dot. */
export const curveBetween = (from: Place, to: Place) =>
  getBezierPath({
    ...{ sourceX: from.x - INSET, sourceY: from.y, sourcePosition: Position.Right },
    ...{ targetX: to.x + INSET, targetY: to.y, targetPosition: Position.Left, curvature: 0.3 },
  })

/** Where a connection begins or ends: beside the dot of the way. */
function placeOf(node: StepNode | undefined, type: 'source' | 'target', port: string | null | undefined) {
  const way = node?.handles?.find((one) => one.type === type && (type === 'target' || one.id === port))
  if (node === undefined || way === undefined) return undefined
  const { x, y, width = 0, height = 0 } = way
  return { x: node.position.x + x + (type === 'source' ? width : 0), y: node.position.y + y + height / 2 }
}

/** All these connections as one path; those without both ends are left out, as the canvas does. */
export function linesOf(nodes: readonly StepNode[], edges: readonly StepEdge[]): string {
  const known = new Map(nodes.map((node) => [node.id, node]))
  return edges
    .flatMap(({ source, sourceHandle, target }) => {
      const from = placeOf(known.get(source), 'source', sourceHandle)
      const to = placeOf(known.get(target), 'target', null)
      return from === undefined || to === undefined ? [] : [curveBetween(from, to)[0]]
    })
    .join('')
}
