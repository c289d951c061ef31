import { BaseEdge, type EdgeProps } from '@xyflow/react'
import { memo } from 'react'
import { STEP_MARKS } from '../../diff/step-marks.web.tsx'
import type { StepEdge } from './flow-model.ts'
import { curveBetween } from './lines.ts'

const LABEL_PADDING: [number, number] = [6, 2]

/** A connection: a calm curve, wide enough to point at. */
export const WayEdge = memo(function WayEdge(props: EdgeProps<StepEdge>) {
  const { sourceX, sourceY, targetX, targetY } = props
  const [path, labelX, labelY] = curveBetween({ x: sourceX, y: sourceY }, { x: targetX, y: targetY })
  const mark = props.data?.mark
  const label =
    mark === undefined ? {} : { label: STEP_MARKS[mark].word, labelX, labelY, labelBgPadding: LABEL_PADDING }
  return <BaseEdge path={path} interactionWidth={24} {...label} />
})
