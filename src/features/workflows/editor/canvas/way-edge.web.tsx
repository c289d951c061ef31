import { BaseEdge, type EdgeProps, getBezierPath } from '@xyflow/react'
import { memo } from 'react'
import type { StepEdge } from './flow-model.ts'

/** From the border of what can be pressed to that of the dot in it. */
const INSET = 7

/** A connection: a calm curve, wide enough to point at. */
export const WayEdge = memo(function WayEdge(props: EdgeProps<StepEdge>) {
  const { sourceY, targetY, sourcePosition, targetPosition } = props
  const ends = { sourceX: props.sourceX - INSET, targetX: props.targetX + INSET }
  const [path] = getBezierPath({ ...ends, sourceY, targetY, sourcePosition, targetPosition, curvature: 0.3 })
  return <BaseEdge path={path} interactionWidth={24} />
})
