import { useState } from 'react'
import { keep, recall } from '#src/client/browser-memory.ts'
import type { NodeTypeEntry } from '#src/features/node-types/node-types.schema.ts'
import type { Spot } from '#src/lib/graph/add.ts'
import type { Point } from '#src/lib/graph/boxes.ts'
import type { Graph } from '#src/lib/graph/graph.schema.ts'
import { Chooser } from './chooser.web.tsx'
import type { NodeTypes } from './graph-edit.ts'
import { NodeIcon } from './node-icon.web.tsx'
import { paletteGroups, spotText } from './palette.ts'

interface StepPaletteProps {
  readonly graph: Graph
  readonly types: NodeTypes
  readonly spot: Spot
  readonly near: Point | undefined
  readonly startsOnly: boolean
  readonly onClose: () => void
  readonly onAdd: (type: NodeTypeEntry) => void
}

const KEPT_AS = 'fettle-recent-steps'
const MOST_KEPT = 8

const recentTypes = (): string[] => recall(KEPT_AS)?.split(' ') ?? []
const remember = (type: string): void =>
  keep(KEPT_AS, [type, ...recentTypes().filter((one) => one !== type)].slice(0, MOST_KEPT).join(' '))

/** What can be added at a spot: what was used last and what fits there first. */
export function StepPalette({ graph, types, spot, near, startsOnly, onClose, onAdd }: StepPaletteProps) {
  const [typed, setTyped] = useState('')
  const [recent] = useState(recentTypes)
  const groups = paletteGroups({ graph, types, spot, recent, typed, startsOnly }).map(({ heading, entries }) => ({
    heading,
    choices: entries.map((type) => ({
      key: type.type,
      title: type.title,
      detail: type.off ?? type.description,
      icon: <NodeIcon name={type.icon} category={type.category} />,
      onChoose: () => {
        remember(type.type)
        onAdd(type)
      },
    })),
  }))
  return (
    <Chooser
      {...{ groups, typed, near, onClose }}
      label={startsOnly ? 'What starts it' : 'Add a step'}
      placeholder={startsOnly ? 'Search…' : 'Search steps…'}
      hint={startsOnly ? '' : spotText(spot, graph, types)}
      empty="No kind of step that fits here is called so."
      onType={setTyped}
    />
  )
}
