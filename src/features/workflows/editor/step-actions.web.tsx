import {
  ArrowDown,
  ArrowUp,
  CircleSlash,
  ClipboardPaste,
  Copy,
  FlaskConical,
  Pin,
  PinOff,
  Play,
  Plus,
  Spline,
  Trash2,
} from 'lucide-react'
import type { Spot } from '#src/lib/graph/add.ts'
import { moveDown, moveUp } from '#src/lib/graph/edit.ts'
import type { Graph, GraphNode } from '#src/lib/graph/graph.schema.ts'
import { incoming, nodeById } from '#src/lib/graph/order.ts'
import type { MenuItem } from '#src/ui/menu.tsx'
import { type NodeTypes, portsOf, portText } from './graph-edit.ts'
import { labelOf } from './keymap.ts'
import { canPin, type TrialChoice, trialChoices } from './trial-choices.ts'
import type { Gestures } from './use-gestures.web.tsx'
import type { Trial } from './use-trial.web.tsx'

interface StepActionOptions {
  readonly graph: Graph
  readonly node: GraphNode
  readonly types: NodeTypes
  readonly trial: Trial
  readonly gestures: Gestures
  readonly onAdd: (spot: Spot) => void
  readonly onConnect: () => void
  readonly onPaste: () => void
}

/** What can be done with one step, wherever it is shown. */
export function stepActions(options: StepActionOptions): MenuItem[] {
  const { graph, node, types, trial, gestures, onAdd, onConnect, onPaste } = options
  const items: MenuItem[] = trialActions(node, types, trial)
  if (portsOf(node, types).length > 0)
    items.push(
      {
        label: 'Add a step after this',
        icon: Plus,
        startsGroup: items.length > 0,
        onSelect: () => onAdd({ after: node.id }),
      },
      { label: 'Connect to…', icon: Spline, onSelect: onConnect },
    )
  items.push(...beforeActions(options))
  if (moveUp(graph, node.id).refusal === undefined)
    items.push({ label: 'Move up', icon: ArrowUp, onSelect: () => gestures.moveUp(node.id) })
  if (moveDown(graph, node.id).refusal === undefined)
    items.push({ label: 'Move down', icon: ArrowDown, onSelect: () => gestures.moveDown(node.id) })
  items.push(
    { label: 'Duplicate', icon: Copy, onSelect: () => gestures.duplicate([node.id]) },
    { label: 'Copy', icon: Copy, onSelect: () => void gestures.copy([node.id]) },
    { label: 'Paste…', icon: ClipboardPaste, onSelect: onPaste },
  )
  if (types.get(node.type)?.category !== 'note')
    items.push({
      label: node.disabled ? 'Let it run again' : 'Pass it by',
      icon: CircleSlash,
      onSelect: () => gestures.toggleDisabled([node.id]),
    })
  items.push({
    ...{ label: labelOf('remove'), icon: Trash2, danger: true, startsGroup: true },
    onSelect: () => gestures.remove([node.id]),
  })
  if (standsBetween(graph, node.id))
    items.push({
      ...{ label: labelOf('removeHealing'), icon: Trash2, danger: true },
      onSelect: () => gestures.removeHealing([node.id]),
    })
  return items
}

const standsBetween = ({ edges }: Graph, id: string): boolean =>
  edges.some(({ to }) => to === id) && edges.some(({ from }) => from === id)

/** What the plus of a connection does: one for each that leads here. */
function beforeActions({ graph, node, types, onAdd }: StepActionOptions): MenuItem[] {
  const edges = incoming(graph, node.id)
  return edges.map((edge) => {
    const from = nodeById(graph, edge.from)
    const way = portText(edge.port, from, types)
    return {
      label:
        edges.length === 1
          ? 'Add a step before this'
          : `Add a step between ${[from?.name, way].filter(Boolean).join(', ')} and this`,
      icon: Plus,
      onSelect: () => onAdd({ on: edge }),
    }
  })
}

/** How a menu shows a way to try a step. */
export const trialItem = ({ label, simulate }: TrialChoice) => ({ label, icon: simulate ? FlaskConical : Play })

function trialActions(node: GraphNode, types: NodeTypes, trial: Trial): MenuItem[] {
  const type = types.get(node.type)
  const items: MenuItem[] = trialChoices(node, type).map((choice) => ({
    ...trialItem(choice),
    onSelect: () => trial.run(node, choice),
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
