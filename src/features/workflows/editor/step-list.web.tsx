import { Plus } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { removeStep } from '#src/lib/graph/edit.ts'
import type { Graph, GraphNode } from '#src/lib/graph/graph.schema.ts'
import { Button } from '#src/ui/button.tsx'
import { ConfirmDialog } from '#src/ui/dialog.tsx'
import { LiveRegion } from '#src/ui/live-region.tsx'
import { SectionHeader } from '#src/ui/shell/page-header.tsx'
import { EmptyState } from '#src/ui/states.tsx'
import { AddStep } from './add-step.web.tsx'
import type { NodeTypes } from './graph-edit.ts'
import { outlineOf } from './outline.ts'
import { type EditorProblem, placesOf, problemsOf } from './problems.ts'
import { StepCard } from './step-card.web.tsx'
import type { Edit } from './step-form.web.tsx'
import type { Trial } from './use-trial.web.tsx'

/** Which steps are open, and the field that wants the focus once it is there. */
export function useOpenSteps(first: string | null) {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set(first === null ? [] : [first]))
  const [target, setTarget] = useState<readonly string[]>(first === null ? [] : placesOf(first))
  const toggle = useCallback((id: string, isOpen: boolean) => {
    setOpen((known) => {
      if (known.has(id) === isOpen) return known
      return isOpen ? new Set([...known, id]) : new Set([...known].filter((one) => one !== id))
    })
  }, [])
  const show = useCallback(
    (nodeId: string, path?: string) => {
      toggle(nodeId, true)
      setTarget(placesOf(nodeId, path))
    },
    [toggle],
  )
  useEffect(() => {
    const place = target.map((id) => document.getElementById(id)).find((element) => element !== null)
    place?.focus()
    place?.scrollIntoView({ block: 'center' })
  }, [target])
  return { open, toggle, show }
}

export type OpenSteps = ReturnType<typeof useOpenSteps>

interface StepListProps {
  readonly graph: Graph
  readonly types: NodeTypes
  readonly problems: readonly EditorProblem[]
  readonly edit: Edit
  readonly steps: OpenSteps
  readonly trial: Trial
}

/** The workflow from top to bottom, branches indented; adding, moving and removing by keyboard as by mouse. */
export function StepList({ graph, types, problems, edit, steps, trial }: StepListProps) {
  const [adding, setAdding] = useState<{ after: string | null }>()
  const [removing, setRemoving] = useState<GraphNode>()
  const [news, setNews] = useState('')
  const add = (node: GraphNode, change: (graph: Graph) => Graph) => {
    edit(change)
    setAdding(undefined)
    setNews(`Added ${node.name}`)
    // After the dialog has given the focus back.
    requestAnimationFrame(() => steps.show(node.id, 'name'))
  }
  const remove = () => {
    if (removing === undefined) return
    edit((now) => removeStep(now, removing.id))
    setNews(`Removed ${removing.name}`)
    setRemoving(undefined)
  }
  return (
    <section aria-labelledby="steps" className="flex min-w-0 flex-col gap-4">
      <SectionHeader id="steps" title="Steps" />
      <LiveRegion message={news} />
      {graph.nodes.length === 0 ? (
        <EmptyState level={3} title="No steps">
          Begin with what starts the workflow: a call of its webhook, or somebody who presses Run.
        </EmptyState>
      ) : (
        <ol className="flex flex-col gap-3">
          {outlineOf(graph).map((row) => (
            <StepCard
              key={row.node.id}
              graph={graph}
              row={row}
              types={types}
              problems={problemsOf(problems, row.node.id)}
              open={steps.open.has(row.node.id)}
              onToggle={(isOpen) => steps.toggle(row.node.id, isOpen)}
              edit={edit}
              trial={trial}
              onAdd={() => setAdding({ after: row.node.id })}
              onRemove={() => setRemoving(row.node)}
            />
          ))}
        </ol>
      )}
      <Button icon={Plus} className="w-fit" onClick={() => setAdding({ after: null })}>
        Add a step
      </Button>
      {adding ? (
        <AddStep graph={graph} types={types} after={adding.after} onClose={() => setAdding(undefined)} onAdd={add} />
      ) : null}
      <ConfirmDialog
        open={removing !== undefined}
        onClose={() => setRemoving(undefined)}
        onConfirm={remove}
        title={`Remove “${removing?.name ?? ''}”?`}
        confirmLabel="Remove"
        danger
      >
        <p>Its settings are lost. What came before it leads to what came after it.</p>
      </ConfirmDialog>
    </section>
  )
}
