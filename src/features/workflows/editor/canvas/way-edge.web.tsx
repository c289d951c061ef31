import { BaseEdge, type EdgeProps, getBezierPath } from '@xyflow/react'
import { memo } from 'react'
import { STEP_MARKS } from '../../diff/step-marks.web.tsx'
import type { StepEdge } from './flow-model.ts'

/** From the border of what can be pressed to that of the dot in it. */
const INSET = 7
const LABEL_PADDING: [number, number] = [6, 2]

/** A connection: a calm curve, wide enough to point at. */
export const WayEdge = memo(function WayEdge(props: EdgeProps<StepEdge>) {
  const { sourceY, targetY, sourcePosition, targetPosition } = props
  const ends = { sourceX: props.sourceX - INSET, targetX: props.targetX + INSET }
  const curve = { ...ends, sourceY, targetY, sourcePosition, targetPosition, curvature: 0.3 }
  const [path, labelX, labelY] = getBezierPath(curve)
  const mark = props.data?.mark
  const label =
    mark === undefined ? {} : { label: STEP_MARKS[mark].word, labelX, labelY, labelBgPadding: LABEL_PADDING }
  return <BaseEdge path={path} interactionWidth={24} {...label} />
})
