import { durationText } from '#src/client/duration.ts'
import { StepStatus } from '#src/features/executions/step-status.web.tsx'
import type { Graph } from '#src/lib/graph/graph.schema.ts'
import { nodeById } from '#src/lib/graph/order.ts'
import { Badge } from '#src/ui/badge.tsx'
import { classNames } from '#src/ui/class-names.ts'
import { MarkBadge } from '../diff/step-marks.web.tsx'
import { PLAIN_STATE, type StepState, type StepStates } from '../editor/canvas/step-state.ts'
import { type NodeTypes, portText } from '../editor/graph-edit.ts'
import { NodeIcon } from '../editor/node-icon.web.tsx'
import { type OutlineRow, outlineOf } from '../editor/outline.ts'

interface StepListProps {
  readonly graph: Graph
  readonly types: NodeTypes
  readonly states: StepStates
  readonly chosen: string | null
  readonly onChoose: (id: string) => void
}

/** The same steps from top to bottom, branches indented. */
export const StepList = ({ graph, types, states, chosen, onChoose }: StepListProps) => (
  <ol className="mx-auto flex max-w-3xl flex-col gap-2">
    {outlineOf(graph).map((row) => (
      <li key={row.node.id} className={classNames('min-w-0', INDENTS[Math.min(row.depth, INDENTS.length - 1)])}>
        <Branch row={row} graph={graph} types={types} />
        <button
          type="button"
          data-id={row.node.id}
          aria-pressed={chosen === row.node.id}
          onClick={() => onChoose(row.node.id)}
          className={classNames(
            'flex min-h-12 w-full items-center gap-3 rounded-10 border bg-surface px-3 py-2 text-start shadow-1 hover:bg-hover',
            chosen === row.node.id ? 'border-accent' : 'border-line',
          )}
        >
          <NodeIcon name={types.get(row.node.type)?.icon} category={types.get(row.node.type)?.category} />
          <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3">
            <span className="min-w-0 text-14 font-medium [overflow-wrap:anywhere]">{row.node.name}</span>{' '}
            <span className="meta-line">{types.get(row.node.type)?.title ?? row.node.type}</span>
          </span>
          <Marks state={states.get(row.node.id) ?? PLAIN_STATE} isPassedBy={row.node.disabled} />
        </button>
      </li>
    ))}
  </ol>
)

/** Class names of each depth, written out because the style sheet is made from what the source says. */
const INDENTS = ['', 'ms-4 sm:ms-8', 'ms-8 sm:ms-16', 'ms-10 sm:ms-24']

function Branch({ row: { branch }, graph, types }: { row: OutlineRow; graph: Graph; types: NodeTypes }) {
  if (branch === null) return null
  return (
    <p className="mb-1 flex flex-wrap items-center gap-x-2">
      <Badge kind="accent">{portText(branch.port, nodeById(graph, branch.from), types)}</Badge>{' '}
      <span className="meta-line">{branch.of}</span>
    </p>
  )
}

const Marks = ({ state, isPassedBy }: { state: StepState; isPassedBy: boolean }) => (
  <span className="flex flex-wrap items-center justify-end gap-2">
    {isPassedBy ? <Badge>Passed by</Badge> : null} {state.mark === undefined ? null : <MarkBadge mark={state.mark} />}{' '}
    {state.status === undefined || state.status === 'pending' ? null : <StepStatus {...state} status={state.status} />}{' '}
    {state.durationMs === null ? null : <span className="meta-line">{durationText(state.durationMs)}</span>}
  </span>
)
