import { Handle, type NodeProps, Position } from '@xyflow/react'
import { CircleSlash, Pin, Plus, TriangleAlert } from 'lucide-react'
import { memo } from 'react'
import { durationText } from '#src/client/duration.ts'
import { StepStatus } from '#src/features/executions/step-status.web.tsx'
import type { StepMark } from '#src/lib/graph/diff.ts'
import { classNames } from '#src/ui/class-names.ts'
import { STEP_MARKS } from '../../diff/step-marks.web.tsx'
import { NodeIcon } from '../node-icon.web.tsx'
import { useCanvasActions } from './canvas-actions.web.tsx'
import { type StepNode as FlowStep, showsTheSame, type Way } from './flow-model.ts'
import { type StepState, stateClasses } from './step-state.ts'

/** One step: icon, name, kind, its ways in and out, and how the last run went there. */
export const StepNode = memo(function StepNode({ id, data }: NodeProps<FlowStep>) {
  const { node, type, ways, takesWays, state } = data
  return (
    <div
      className={classNames(
        'step-node',
        node.disabled && 'is-passed',
        stateClasses(state),
        type?.category === 'trigger' && 'is-trigger',
      )}
    >
      {takesWays ? <Handle type="target" position={Position.Left} /> : null}
      <NodeIcon name={type?.icon} category={type?.category} />
      <div className="min-w-0 flex-1">
        <p className="step-node-name" title={node.name}>
          {node.name || 'Without a name'}
        </p>
        <p className={classNames('step-node-meta meta-line', hasRun(state) && 'has-outcome')}>
          <Meta title={type?.title ?? node.type} nodeKey={type?.category === 'trigger' ? '' : node.key} state={state} />
        </p>
      </div>
      <Marks disabled={node.disabled} state={state} />
      {ways.map((way) => (
        <WayOut key={way.port} id={id} name={node.name} way={way} />
      ))}
    </div>
  )
}, showsTheSame)

const hasRun = ({ status }: StepState) => status !== undefined && status !== 'pending'

/** Of a run what it came to, else what kind of step it is. */
function Meta({ title, nodeKey, state }: { title: string; nodeKey: string; state: StepState }) {
  const { status, standIn, durationMs } = state
  if (!hasRun(state) || status === undefined) return nodeKey === '' ? title : `${title} · ${nodeKey}`
  return (
    <span className="flex items-center gap-2">
      <StepStatus status={status} standIn={standIn} />
      {durationMs === null ? null : durationText(durationMs)}
    </span>
  )
}

const Marks = ({ disabled, state }: { disabled: boolean; state: StepState }) => (
  <div className="step-node-marks">
    {state.mark === undefined ? null : <ChangeMark mark={state.mark} />}
    {state.problems > 0 ? (
      <span className="text-bad">
        <TriangleAlert size={14} />
        {state.problems} {state.problems === 1 ? 'problem' : 'problems'}
      </span>
    ) : null}
    {state.isPinned ? (
      <span className="text-pin">
        <Pin size={14} />
        Pinned
      </span>
    ) : null}
    {disabled ? (
      <span className="text-text-2">
        <CircleSlash size={14} />
        Passed by
      </span>
    ) : null}
  </div>
)

function ChangeMark({ mark }: { mark: StepMark }) {
  const { word, icon: Icon } = STEP_MARKS[mark]
  return (
    <span className="step-node-change">
      <Icon size={14} />
      {word}
    </span>
  )
}

/** Of the box of a step, which places inside of it are counted from. */
const BORDER = 1

interface WayOutProps {
  readonly id: string
  readonly name: string
  readonly way: Way
}

/** The dot that a connection begins at; where nothing follows yet, a plus that adds what does. */
function WayOut({ id, name, way }: WayOutProps) {
  const actions = useCanvasActions()
  const words = way.label === '' ? name : `${name}, ${way.label}`
  const top = way.y - BORDER
  return (
    <>
      <Handle type="source" position={Position.Right} id={way.port} style={{ top }} />
      <div className="way-out" style={{ top }}>
        {way.label === '' ? null : (
          <span className="way-label" title={way.label}>
            {way.label}
          </span>
        )}
        {way.isOpen && actions !== undefined ? (
          <button
            type="button"
            tabIndex={-1}
            className="way-add nodrag nopan"
            aria-label={`Add a step after ${words}`}
            title="Add a step"
            onClick={(event) => {
              event.stopPropagation()
              actions.addAt({ after: id, port: way.port })
            }}
          >
            <Plus size={14} />
          </button>
        ) : null}
      </div>
    </>
  )
}
