import { ArrowDown, ArrowUp, ChevronRight, EllipsisVertical, Pin, PinOff, Play, Plus, Trash2 } from 'lucide-react'
import type { NodeTypeEntry } from '#src/features/node-types/node-types.schema.ts'
import { moveDown, moveUp } from '#src/lib/graph/edit.ts'
import type { Graph, GraphNode } from '#src/lib/graph/graph.schema.ts'
import { nodeById } from '#src/lib/graph/order.ts'
import { Badge } from '#src/ui/badge.tsx'
import { IconButton } from '#src/ui/button.tsx'
import { classNames } from '#src/ui/class-names.ts'
import { Menu, type MenuItem } from '#src/ui/menu.tsx'
import { type NodeTypes, needsWayIn, portsOf, portText } from './graph-edit.ts'
import { NodeIcon } from './node-icon.web.tsx'
import type { OutlineRow } from './outline.ts'
import { type EditorProblem, stepId } from './problems.ts'
import { type Edit, StepForm } from './step-form.web.tsx'
import { StepTrial } from './step-trial.web.tsx'
import { canPin, trialChoices } from './trial-choices.ts'
import type { Trial } from './use-trial.web.tsx'

export interface StepCardProps {
  readonly graph: Graph
  readonly row: OutlineRow
  readonly types: NodeTypes
  readonly problems: readonly EditorProblem[]
  readonly open: boolean
  readonly onToggle: (open: boolean) => void
  readonly edit: Edit
  readonly trial: Trial
  readonly onAdd: () => void
  readonly onRemove: () => void
}

/** Class names of each depth, written out because the style sheet is made from what the source says. */
const INDENTS = ['', 'ms-4 sm:ms-8', 'ms-8 sm:ms-16', 'ms-10 sm:ms-24']

/** One step of the outline: a line that opens its form, and a menu with what can be done with it. */
export function StepCard(props: StepCardProps) {
  const { graph, row, types, problems, open, onToggle, edit, trial } = props
  const { node, depth, branch, loose } = row
  const type = types.get(node.type)
  const isPinned = Object.hasOwn(trial.pins, node.id)
  const executionId = trial.executionAt(node.id)
  return (
    <li className={classNames('min-w-0', INDENTS[Math.min(depth, INDENTS.length - 1)])}>
      {branch ? (
        <p className="mb-1 flex flex-wrap items-center gap-x-2">
          <Badge kind="accent">{portText(branch.port, nodeById(graph, branch.from), types)}</Badge>
          <span className="meta-line">{branch.of}</span>
        </p>
      ) : null}
      {loose && needsWayIn(node, types) ? (
        <p className="mb-1">
          <Badge kind="warn">Nothing leads here, so it never runs</Badge>
        </p>
      ) : null}
      <div
        className={classNames(
          'relative rounded-10 border bg-surface shadow-1',
          problems.length > 0 ? 'border-bad' : 'border-line',
        )}
      >
        {/* No details element: the menu belongs between the line and the form, for the Tab key too. */}
        <button
          type="button"
          id={stepId(node.id)}
          aria-expanded={open}
          onClick={() => onToggle(!open)}
          className="flex min-h-12 w-full items-center gap-3 rounded-10 py-2 pe-14 ps-3 text-start hover:bg-hover"
        >
          <ChevronRight
            size={16}
            className={classNames('text-text-2 transition-[rotate] duration-140', open && 'rotate-90')}
          />
          <NodeIcon name={type?.icon} />
          <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3">
            <span className="min-w-0 text-14 font-medium [overflow-wrap:anywhere]">
              {node.name || 'Without a name'}
            </span>
            <span className="meta-line">
              {placeInExpressions(node, type)}
              {type?.title ?? node.type}
            </span>
          </span>
          {node.disabled ? <Badge>Passed by</Badge> : null}
          {isPinned ? <Badge kind="pin">Pinned</Badge> : null}
          {problems.length > 0 ? (
            <Badge kind="bad">
              {problems.length} {problems.length === 1 ? 'problem' : 'problems'}
            </Badge>
          ) : null}
        </button>
        <div className="absolute top-2 end-2">
          <Menu
            label={`Actions for ${node.name}`}
            items={actionsOf(props)}
            trigger={(trigger) => (
              <IconButton {...trigger} icon={EllipsisVertical} size="dense" aria-label={`Actions for ${node.name}`} />
            )}
          />
        </div>
        {open ? (
          <div className="flex flex-col gap-5 border-t border-line p-4">
            {isPinned ? (
              <p className="rounded-6 bg-pin-soft px-3 py-2 text-14 text-pin">
                Runs of the draft take its pinned output instead of running it. Published versions run it.
              </p>
            ) : null}
            {executionId === undefined ? null : (
              <StepTrial workflowId={trial.workflowId} node={node} executionId={executionId} />
            )}
            <StepForm graph={graph} node={node} types={types} problems={problems} edit={edit} />
          </div>
        ) : null}
      </div>
    </li>
  )
}

/** How expressions name it, before the name of its type; nothing for what has no output. */
function placeInExpressions({ key }: GraphNode, type: NodeTypeEntry | undefined): string {
  if (type?.category === 'note') return ''
  return type?.category === 'trigger' ? 'trigger · ' : `steps.${key} · `
}

type ActionProps = Pick<StepCardProps, 'graph' | 'row' | 'types' | 'edit' | 'onAdd' | 'onRemove' | 'trial'>

function actionsOf({ graph, row: { node }, types, edit, onAdd, onRemove, trial }: ActionProps): MenuItem[] {
  const items: MenuItem[] = trialActions(node, types, trial)
  if (portsOf(node, types).length > 0)
    items.push({ label: 'Add a step after this', icon: Plus, startsGroup: items.length > 0, onSelect: onAdd })
  if (moveUp(graph, node.id) !== graph)
    items.push({ label: 'Move up', icon: ArrowUp, onSelect: () => edit((now) => moveUp(now, node.id)) })
  if (moveDown(graph, node.id) !== graph)
    items.push({ label: 'Move down', icon: ArrowDown, onSelect: () => edit((now) => moveDown(now, node.id)) })
  items.push({ label: 'Remove…', icon: Trash2, danger: true, startsGroup: items.length > 0, onSelect: onRemove })
  return items
}

function trialActions(node: GraphNode, types: NodeTypes, trial: Trial): MenuItem[] {
  const type = types.get(node.type)
  const items: MenuItem[] = trialChoices(node, type).map(({ part, label }) => ({
    ...{ label, icon: Play },
    onSelect: () => trial.run(node, part),
  }))
  const isPinned = Object.hasOwn(trial.pins, node.id)
  if (canPin(type))
    items.push({
      label: isPinned ? 'Change the pinned output…' : 'Pin its output…',
      icon: Pin,
      onSelect: () => trial.pin(node),
    })
  if (isPinned) items.push({ label: 'Unpin its output', icon: PinOff, onSelect: () => trial.unpin(node) })
  return items
}
