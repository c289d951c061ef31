import { useState } from 'react'
import { keep, recall } from '#src/client/browser-memory.ts'
import { useFoundTools } from '#src/features/catalog/use-found-tools.web.ts'
import type { NodeTypeEntry } from '#src/features/node-types/node-types.schema.ts'
import type { Spot } from '#src/lib/graph/add.ts'
import type { Point } from '#src/lib/graph/boxes.ts'
import type { Graph } from '#src/lib/graph/graph.schema.ts'
import { Chooser } from './chooser.web.tsx'
import type { NodeTypes } from './graph-edit.ts'
import { NodeIcon } from './node-icon.web.tsx'
import { fits, isCalled, paletteGroups, spotText } from './palette.ts'

/** Of the catalogue. */
export interface ToolChoice {
  readonly slug: string
  readonly title: string
}

interface StepPaletteProps {
  readonly graph: Graph
  readonly types: NodeTypes
  readonly spot: Spot
  readonly near: Point | undefined
  readonly startsOnly: boolean
  readonly onClose: () => void
  readonly onAdd: (type: NodeTypeEntry, tool?: ToolChoice) => void
}

const KEPT_AS = 'fettle-recent-steps'
const MOST_KEPT = 8

const recentTypes = (): string[] => recall(KEPT_AS)?.split(' ') ?? []
const remember = (type: string): void =>
  keep(KEPT_AS, [type, ...recentTypes().filter((one) => one !== type)].slice(0, MOST_KEPT).join(' '))

/** One letter is in nearly every tool. */
const MIN_LENGTH = 2

const NOTHING_FOUND = {
  starts: 'Nothing that starts a workflow is called so.',
  all: 'No step that fits here, and no tool, is called so.',
  unasked: 'No step that fits here is called so, and tools cannot be searched just now.',
}

/** What can be added at a spot: what was used last and what fits there first. */
export function StepPalette({ graph, types, spot, near, startsOnly, onClose, onAdd }: StepPaletteProps) {
  const [typed, setTyped] = useState('')
  const [recent] = useState(recentTypes)
  const toolStep = types.get('tool')
  const takesTool = !startsOnly && toolStep !== undefined && fits(toolStep, { graph, types, spot })
  const asked = takesTool && typed.trim().length >= MIN_LENGTH ? typed.trim() : ''
  const { found, isSearching } = useFoundTools(asked)
  const choiceOf = (type: NodeTypeEntry, tool?: ToolChoice & { readonly description: string }) => ({
    key: tool === undefined ? type.type : `tool-${tool.slug}`,
    title: tool?.title ?? type.title,
    detail: tool?.description ?? type.off ?? type.description,
    icon: <NodeIcon name={type.icon} category={type.category} />,
    onChoose: () => {
      remember(type.type)
      onAdd(type, tool)
    },
  })
  const kinds = paletteGroups({ graph, types, spot, recent, typed, startsOnly })
  // Where a kind of step is meant, only tools that are called so are, too: the catalogue also knows what is near.
  const isMeant = ({ title }: ToolChoice) => kinds.length === 0 || isCalled(title, typed)
  // Those of what was typed before are none that anybody means now.
  const tools = isSearching ? [] : found.tools.filter(isMeant)
  const groups = [
    ...kinds.map(({ heading, entries }) => ({ heading, choices: entries.map((type) => choiceOf(type)) })),
    ...(toolStep === undefined || tools.length === 0
      ? []
      : [{ heading: 'Tools', choices: tools.map((tool) => choiceOf(toolStep, tool)) }]),
  ]
  const nothing = startsOnly ? 'starts' : found.status === 'failed' ? 'unasked' : 'all'
  return (
    <Chooser
      {...{ groups, typed, near, onClose }}
      label={startsOnly ? 'What starts it' : 'Add a step'}
      placeholder={startsOnly ? 'Search…' : 'Search steps and tools…'}
      hint={startsOnly ? '' : spotText(spot, graph, types)}
      empty={isSearching ? 'Searching for tools…' : NOTHING_FOUND[nothing]}
      onType={setTyped}
    />
  )
}
