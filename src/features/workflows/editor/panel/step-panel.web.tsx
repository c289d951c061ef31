import { EllipsisVertical, X } from 'lucide-react'
import type { Graph, GraphNode } from '#src/lib/graph/graph.schema.ts'
import { IconButton } from '#src/ui/button.tsx'
import { Menu, type MenuItem } from '#src/ui/menu.tsx'
import type { NodeTypes } from '../graph-edit.ts'
import { NodeIcon } from '../node-icon.web.tsx'
import { type EditorProblem, stepId } from '../problems.ts'
import { type Edit, StepForm } from '../step-form.web.tsx'
import { StepTrial } from '../step-trial.web.tsx'
import type { Trial } from '../use-trial.web.tsx'

export interface StepPanelProps {
  readonly graph: Graph
  readonly node: GraphNode
  readonly types: NodeTypes
  /** Those of this step. */
  readonly problems: readonly EditorProblem[]
  readonly edit: Edit
  readonly trial: Trial
  readonly actions: readonly MenuItem[]
  readonly onClose: () => void
}

/** Everything about the selected step. Its heading takes the focus when somebody opens the step. */
export function StepPanel({ graph, node, types, problems, edit, trial, actions, onClose }: StepPanelProps) {
  const type = types.get(node.type)
  const executionId = trial.executionAt(node.id)
  return (
    <aside
      aria-labelledby={stepId(node.id)}
      className="flex min-w-0 flex-col bg-surface lg:w-[26rem] lg:shrink-0 lg:scroll-pt-20 lg:overflow-y-auto lg:border-s lg:border-line"
    >
      <header className="sticky top-0 z-10 flex items-center gap-3 border-b border-line bg-surface px-4 py-2.5">
        <NodeIcon name={type?.icon} />
        <div className="min-w-0 flex-1">
          <h2 id={stepId(node.id)} tabIndex={-1} className="text-16 outline-none [overflow-wrap:anywhere]">
            {node.name || 'Without a name'}
          </h2>
          <p className="meta-line [overflow-wrap:anywhere]">
            {placeInExpressions(node, type?.category)}
            {type?.title ?? node.type}
          </p>
        </div>
        <Menu
          label={`Actions for ${node.name}`}
          items={actions}
          trigger={(trigger) => (
            <IconButton {...trigger} icon={EllipsisVertical} size="dense" aria-label={`Actions for ${node.name}`} />
          )}
        />
        <IconButton icon={X} size="dense" aria-label="Close the step" onClick={onClose} />
      </header>
      <div className="flex flex-col gap-5 p-4">
        {Object.hasOwn(trial.pins, node.id) ? (
          <p className="rounded-6 bg-pin-soft px-3 py-2 text-14 text-pin">
            Runs of the draft take its pinned output instead of running it. Published versions run it.
          </p>
        ) : null}
        {executionId === undefined ? null : (
          <StepTrial workflowId={trial.workflowId} node={node} executionId={executionId} />
        )}
        <StepForm graph={graph} node={node} types={types} problems={problems} edit={edit} />
      </div>
    </aside>
  )
}

/** How expressions name it, before the name of its type; nothing for what has no output. */
function placeInExpressions({ key }: GraphNode, category: string | undefined): string {
  if (category === 'note') return ''
  return category === 'trigger' ? 'trigger · ' : `steps.${key} · `
}
