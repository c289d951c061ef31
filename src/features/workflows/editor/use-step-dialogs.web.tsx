import { useState } from 'react'
import { removeStep } from '#src/lib/graph/edit.ts'
import type { Graph, GraphNode } from '#src/lib/graph/graph.schema.ts'
import { ConfirmDialog } from '#src/ui/dialog.tsx'
import { LiveRegion } from '#src/ui/live-region.tsx'
import { AddStep } from './add-step.web.tsx'
import type { NodeTypes } from './graph-edit.ts'
import type { Edit } from './step-form.web.tsx'
import type { Selection } from './use-selection.web.tsx'

interface StepDialogOptions {
  readonly graph: Graph
  readonly types: NodeTypes
  readonly edit: Edit
  readonly selection: Selection
}

/** Adding and removing steps; what was done is said. */
export function useStepDialogs({ graph, types, edit, selection }: StepDialogOptions) {
  const [adding, setAdding] = useState<{ after: string | null }>()
  const [removing, setRemoving] = useState<GraphNode>()
  const [news, setNews] = useState('')
  const onAdd = (node: GraphNode, change: (graph: Graph) => Graph) => {
    edit(change)
    setAdding(undefined)
    setNews(`Added ${node.name}`)
    // After the dialog has given the focus back.
    requestAnimationFrame(() => selection.open(node.id, 'name'))
  }
  const remove = () => {
    if (removing === undefined) return
    edit((now) => removeStep(now, removing.id))
    setNews(`Removed ${removing.name}`)
    if (selection.stepId === removing.id) selection.select(null)
    setRemoving(undefined)
  }
  return {
    add: (after: string | null) => setAdding({ after }),
    remove: setRemoving,
    dialogs: (
      <>
        <LiveRegion message={news} />
        {adding ? (
          <AddStep
            graph={graph}
            types={types}
            after={adding.after}
            onClose={() => setAdding(undefined)}
            onAdd={onAdd}
          />
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
      </>
    ),
  }
}
