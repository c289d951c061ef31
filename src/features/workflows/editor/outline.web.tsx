import { EllipsisVertical } from 'lucide-react'
import type { Graph, GraphNode } from '#src/lib/graph/graph.schema.ts'
import { nodeById } from '#src/lib/graph/order.ts'
import { Badge } from '#src/ui/badge.tsx'
import { IconButton } from '#src/ui/button.tsx'
import { classNames } from '#src/ui/class-names.ts'
import { Menu, type MenuItem } from '#src/ui/menu.tsx'
import { EmptyState } from '#src/ui/states.tsx'
import { type NodeTypes, needsWayIn, portText } from './graph-edit.ts'
import { NodeIcon } from './node-icon.web.tsx'
import { type OutlineRow, outlineOf } from './outline.ts'
import { type EditorProblem, problemsOf } from './problems.ts'

interface OutlineProps {
  readonly graph: Graph
  readonly types: NodeTypes
  readonly problems: readonly EditorProblem[]
  readonly pinned: Readonly<Record<string, unknown>>
  readonly selectedId: string | null
  readonly actionsOf: (node: GraphNode) => readonly MenuItem[]
  readonly onOpen: (id: string) => void
}

/** The workflow from top to bottom, branches indented. */
export function Outline({ graph, types, problems, pinned, selectedId, actionsOf, onOpen }: OutlineProps) {
  if (graph.nodes.length === 0)
    return (
      <EmptyState level={3} title="No steps">
        Begin with what starts the workflow: a call of its webhook, or somebody who presses Run.
      </EmptyState>
    )
  return (
    <ol className="flex flex-col gap-2">
      {outlineOf(graph).map((row) => (
        <OutlineStep
          key={row.node.id}
          {...{ graph, types, row, onOpen }}
          problemCount={problemsOf(problems, row.node.id).length}
          isPinned={Object.hasOwn(pinned, row.node.id)}
          isSelected={row.node.id === selectedId}
          actions={actionsOf(row.node)}
        />
      ))}
    </ol>
  )
}

interface OutlineStepProps extends Pick<OutlineProps, 'graph' | 'types' | 'onOpen'> {
  readonly row: OutlineRow
  readonly problemCount: number
  readonly isPinned: boolean
  readonly isSelected: boolean
  readonly actions: readonly MenuItem[]
}

/** Class names of each depth, written out because the style sheet is made from what the source says. */
const INDENTS = ['', 'ms-4 sm:ms-8', 'ms-8 sm:ms-16', 'ms-10 sm:ms-24']

function OutlineStep({ graph, types, row, problemCount, isPinned, isSelected, actions, onOpen }: OutlineStepProps) {
  const { node, depth, branch, loose } = row
  const type = types.get(node.type)
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
          isSelected ? 'border-accent' : problemCount > 0 ? 'border-bad' : 'border-line',
        )}
      >
        <button
          type="button"
          aria-current={isSelected || undefined}
          onClick={() => onOpen(node.id)}
          className="flex min-h-12 w-full items-center gap-3 rounded-10 py-2 pe-14 ps-3 text-start hover:bg-hover"
        >
          <NodeIcon name={type?.icon} />
          <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3">
            <span className="min-w-0 text-14 font-medium [overflow-wrap:anywhere]">
              {node.name || 'Without a name'}
            </span>
            <span className="meta-line">{type?.title ?? node.type}</span>
          </span>
          {node.disabled ? <Badge>Passed by</Badge> : null}
          {isPinned ? <Badge kind="pin">Pinned</Badge> : null}
          {problemCount > 0 ? (
            <Badge kind="bad">
              {problemCount} {problemCount === 1 ? 'problem' : 'problems'}
            </Badge>
          ) : null}
        </button>
        <div className="absolute top-2 end-2">
          <Menu
            label={`Actions for ${node.name}`}
            items={actions}
            trigger={(trigger) => (
              <IconButton {...trigger} icon={EllipsisVertical} size="dense" aria-label={`Actions for ${node.name}`} />
            )}
          />
        </div>
      </div>
    </li>
  )
}
