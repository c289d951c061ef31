import { useState } from 'react'
import type { Graph } from '#src/lib/graph/graph.schema.ts'
import { Chooser } from './chooser.web.tsx'
import type { NodeTypes } from './graph-edit.ts'
import { NodeIcon } from './node-icon.web.tsx'
import { outlineOf } from './outline.ts'

interface FindDialogProps {
  readonly graph: Graph
  readonly types: NodeTypes
  readonly onFound: (id: string) => void
  readonly onClose: () => void
}

const MOST_SHOWN = 50

/** A step by its name, its kind, or what expressions call it. */
export function FindDialog({ graph, types, onFound, onClose }: FindDialogProps) {
  const [typed, setTyped] = useState('')
  const words = typed.trim().toLowerCase()
  const found = outlineOf(graph)
    .map(({ node }) => ({ node, title: types.get(node.type)?.title ?? node.type }))
    .filter(({ node, title }) => `${node.name} ${node.key} ${title}`.toLowerCase().includes(words))
  const choices = found.slice(0, MOST_SHOWN).map(({ node, title }) => ({
    ...{ key: node.id, title: node.name, detail: title },
    icon: <NodeIcon name={types.get(node.type)?.icon} category={types.get(node.type)?.category} />,
    onChoose: () => onFound(node.id),
  }))
  return (
    <Chooser
      {...{ typed, onClose }}
      groups={choices.length === 0 ? [] : [{ heading: 'Steps', choices }]}
      label="Find a step"
      placeholder="Name of a step…"
      empty="No step is called so."
      hint={found.length > MOST_SHOWN ? `The first ${MOST_SHOWN} of ${found.length}` : ''}
      onType={setTyped}
    />
  )
}
