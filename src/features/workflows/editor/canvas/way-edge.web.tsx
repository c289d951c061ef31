import { BaseEdge, type EdgeProps, getBezierPath } from '@xyflow/react'
import { memo } from 'react'
import type { StepEdge } from './flow-model.ts'

/** A connection: a calm curve, wide enough to point at. */
export const WayEdge = memo(function WayEdge(props: EdgeProps<StepEdge>) {
  const { sourceX, sourceY, targetX, targetY, sourcePosition, targetPosition } = props
  const [path] = getBezierPath({ sourceX, sourceY, targetX, targetY, sourcePosition, targetPosition, curvature: 0.3 })
  return <BaseEdge path={path} interactionWidth={24} />
})
