import { EllipsisVertical, Plus } from 'lucide-react'
import { memo, useCallback, useEffect, useRef, useState } from 'react'
import { durationText } from '#src/client/duration.ts'
import { StepStatus } from '#src/features/executions/step-status.web.tsx'
import type { Spot } from '#src/lib/graph/add.ts'
import type { Graph, GraphNode } from '#src/lib/graph/graph.schema.ts'
import { nodeById } from '#src/lib/graph/order.ts'
import { Badge } from '#src/ui/badge.tsx'
import { Button, IconButton } from '#src/ui/button.tsx'
import { classNames } from '#src/ui/class-names.ts'
import { Menu, type MenuItem } from '#src/ui/menu.tsx'
import { EmptyState } from '#src/ui/states.tsx'
import { PLAIN_STATE, type StepState, type StepStates } from './canvas/step-state.ts'
import { type NodeTypes, needsWayIn, openWays, portText } from './graph-edit.ts'
import { NodeIcon } from './node-icon.web.tsx'
import { afterText, type OutlineRow, outlineOf } from './outline.ts'
import type { Selection } from './use-selection.web.tsx'

interface OutlineProps {
  readonly graph: Graph
  readonly types: NodeTypes
  readonly states: StepStates
  readonly selection: Selection
  readonly actionsOf: (node: GraphNode) => readonly MenuItem[]
  readonly onAdd: (spot: Spot) => void
}

/** The workflow from top to bottom, branches indented: the same graph as on the canvas, for eyes, ears and keys. */
export function Outline({ graph, types, states, selection, actionsOf, onAdd }: OutlineProps) {
  const rows = outlineOf(graph)
  // Always the same function, so that a row is only drawn anew when something of it changes.
  const now = useRef(actionsOf)
  useEffect(() => {
    now.current = actionsOf
  }, [actionsOf])
  const actions = useCallback((node: GraphNode) => now.current(node), [])
  if (rows.length === 0)
    return (
      <EmptyState level={3} title="No steps">
        Begin with what starts the workflow.
      </EmptyState>
    )
  const chosen = new Set(selection.ids)
  // One stop of the Tab key for all; arrows lead on from there.
  const stop = rows.find(({ node }) => chosen.has(node.id)) ?? rows[0]
  const branchOf = ({ branch }: OutlineRow) =>
    branch === null ? '' : portText(branch.port, nodeById(graph, branch.from), types)
  return (
    <div role="tree" aria-label="Steps" aria-multiselectable="true" className="flex flex-col gap-2">
      {rows.map((row, index) => (
        <OutlineStep
          key={row.node.id}
          {...{ index, actions, types, onAdd }}
          node={row.node}
          openPorts={openWays(graph, row.node, types).join(' ')}
          depth={row.depth}
          branch={branchOf(row)}
          branchStep={row.branch?.of ?? ''}
          after={afterText(row.after)}
          isLost={row.loose && needsWayIn(row.node, types)}
          count={rows.length}
          state={states.get(row.node.id) ?? PLAIN_STATE}
          isChosen={chosen.has(row.node.id)}
          isStop={row === stop}
          onOpen={selection.open}
          onToggle={selection.toggle}
        />
      ))}
    </div>
  )
}

interface OutlineStepProps {
  readonly node: GraphNode
  readonly types: NodeTypes
  /** Its ways out that lead nowhere yet, with a space between. */
  readonly openPorts: string
  readonly depth: number
  /** The way out that leads here, where a branch begins, and the step that it is of. */
  readonly branch: string
  readonly branchStep: string
  /** What leads here, where the row above does not say it. */
  readonly after: string
  readonly isLost: boolean
  readonly index: number
  readonly count: number
  readonly state: StepState
  readonly isChosen: boolean
  readonly isStop: boolean
  readonly onOpen: (id: string) => void
  readonly onToggle: (id: string) => void
  readonly actions: (node: GraphNode) => readonly MenuItem[]
  readonly onAdd: (spot: Spot) => void
}

/** Class names of each depth, written out because the style sheet is made from what the source says. */
const INDENTS = ['', 'ms-4 sm:ms-8', 'ms-8 sm:ms-16', 'ms-10 sm:ms-24']
/** Of hundreds of rows only those cost something that are in sight. */
const OUT_OF_SIGHT =
  'supports-[overflow-clip-margin:1px]:[content-visibility:auto] [contain-intrinsic-block-size:auto_3.125rem] [overflow-clip-margin:8px]'

const OutlineStep = memo(function OutlineStep(props: OutlineStepProps) {
  const { node, types, depth, branch, branchStep, after, isLost, index, count, state, isChosen, isStop } = props
  const { onOpen, onToggle, actions } = props
  const type = types.get(node.type)
  const isNote = type?.category === 'note'
  return (
    <div className={classNames('min-w-0', OUT_OF_SIGHT, INDENTS[Math.min(depth, INDENTS.length - 1)])}>
      {branch !== '' ? (
        <p aria-hidden="true" className="mb-1 flex flex-wrap items-center gap-x-2">
          <Badge kind="accent">{branch}</Badge> <span className="meta-line">{branchStep}</span>
        </p>
      ) : null}
      {isLost ? (
        <p aria-hidden="true" className="mb-1">
          <Badge kind="warn">Nothing leads here, so it never runs</Badge>
        </p>
      ) : null}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Enter and the arrows are keys of the whole editor */}
      <div
        role="treeitem"
        aria-level={depth + 1}
        aria-posinset={index + 1}
        aria-setsize={count}
        aria-selected={isChosen}
        data-id={node.id}
        tabIndex={isStop ? 0 : -1}
        onClick={(event) => {
          if (event.target instanceof Element && event.target.closest('button, [popover]') !== null) return
          if (event.ctrlKey || event.metaKey || event.shiftKey) onToggle(node.id)
          else onOpen(node.id)
        }}
        className={classNames(
          'grid min-h-12 cursor-pointer grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 rounded-10 border sm:flex sm:gap-3 bg-surface py-2 pe-2 ps-3 shadow-1 hover:bg-hover',
          isChosen ? 'border-accent bg-accent-soft' : state.problems > 0 ? 'border-bad' : 'border-line',
          node.disabled && 'border-dashed',
        )}
      >
        <NodeIcon name={type?.icon} category={type?.category} />
        <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3">
          <span className="sr-only">
            {branch === '' ? '' : `${branch}, ${branchStep}: `}
            {isLost ? 'Nothing leads here: ' : ''}
            {isNote ? 'Note: ' : `Step ${index + 1} of ${count}: `}
          </span>
          <span className="min-w-0 text-14 font-medium [overflow-wrap:anywhere]">{node.name || 'Without a name'}</span>{' '}
          <span className="meta-line">{type?.title ?? node.type}</span>{' '}
          {after === '' ? null : <span className="meta-line">{after}</span>}
          {props.openPorts === '' ? null : <OpenWays {...props} />}
        </span>{' '}
        <Marks node={node} state={state} />
        <StepMenu node={node} isStop={isStop} actions={actions} />
      </div>
    </div>
  )
})

/** A way out that leads nowhere yet is seen by nobody unless it is said. */
const OpenWays = ({ node, types, openPorts, isStop, onAdd }: OutlineStepProps) => (
  <span className="-ms-2 flex w-full flex-wrap gap-x-2">
    {openPorts.split(' ').map((port) => (
      <Button
        key={port}
        size="dense"
        variant="ghost"
        icon={Plus}
        tabIndex={isStop ? 0 : -1}
        onClick={() => onAdd({ after: node.id, port })}
      >
        <span>
          {portText(port, node, types)}
          <span className="sr-only">: a new step after {node.name}</span>
        </span>
      </Button>
    ))}
  </span>
)

/** The list itself is only made for the row in hand, or once somebody asks for it: there may be hundreds of rows. */
function StepMenu({ node, isStop, actions }: Pick<OutlineStepProps, 'node' | 'isStop' | 'actions'>) {
  const [asked, setAsked] = useState(false)
  const button = { icon: EllipsisVertical, size: 'dense' as const, 'aria-label': `Actions for ${node.name}` }
  if (!asked && !isStop)
    return (
      <IconButton
        {...button}
        tabIndex={-1}
        aria-haspopup="menu"
        onClick={() => setAsked(true)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
          event.preventDefault()
          setAsked(true)
        }}
      />
    )
  return (
    <Menu
      label={`Actions for ${node.name}`}
      items={actions(node)}
      opensAtOnce={asked}
      // The button that was pressed is another one now.
      trigger={(trigger) => <IconButton {...button} {...trigger} autoFocus={asked} tabIndex={isStop ? 0 : -1} />}
    />
  )
}

const Marks = ({ node, state }: { node: GraphNode; state: StepState }) => (
  // On a phone below the name, which has no room beside it.
  <span className="col-span-2 col-start-2 row-start-2 flex flex-wrap items-center gap-2 sm:justify-end">
    {node.disabled ? <Badge>Passed by</Badge> : null} {state.isPinned ? <Badge kind="pin">Pinned</Badge> : null}{' '}
    {state.problems > 0 ? (
      <Badge kind="bad">
        {state.problems} {state.problems === 1 ? 'problem' : 'problems'}
      </Badge>
    ) : null}{' '}
    {state.status === undefined || state.status === 'pending' ? null : <StepStatus {...state} status={state.status} />}{' '}
    {state.durationMs === null ? null : <span className="meta-line">{durationText(state.durationMs)}</span>}
  </span>
)
