import { type SubmitEvent, useState } from 'react'
import type { Graph, GraphNode } from '#src/lib/graph/graph.schema.ts'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { SelectField } from '#src/ui/fields/choice-fields.tsx'
import { TextField } from '#src/ui/fields/text-field.tsx'
import {
  addNote,
  addStep,
  addTrigger,
  hasTrigger,
  type NodeTypes,
  newStep,
  type Place,
  placesFor,
} from './graph-edit.ts'

interface AddStepProps {
  readonly graph: Graph
  readonly types: NodeTypes
  /** Where it was asked for: a step's id, or null for the end. */
  readonly after: string | null
  readonly onClose: () => void
  readonly onAdd: (node: GraphNode, change: (graph: Graph) => Graph) => void
}

const placeName = ({ afterName, portName }: Place) => [afterName, portName].filter(Boolean).join(' – ')

/** The place that was meant: behind the named step, else the last end. */
function likelyPlace(places: readonly Place[], after: string | null): number {
  const behind = places.findIndex(({ afterId, isEnd }) => afterId === after && isEnd)
  const anywhere = places.findIndex(({ afterId }) => afterId === after)
  if (anywhere !== -1) return behind === -1 ? anywhere : behind
  const lastEnd = places.findLastIndex(({ isEnd }) => isEnd)
  return lastEnd === -1 ? places.length - 1 : lastEnd
}

/** Kind, place and name of a new step. A graph that nothing starts gets its trigger first. */
export function AddStep({ graph, types, after, onClose, onAdd }: AddStepProps) {
  const needsTrigger = !hasTrigger(graph, types)
  const offered = [...types.values()].filter(({ category }) => (category === 'trigger') === needsTrigger)
  const [typeName, setTypeName] = useState(offered[0]?.type ?? '')
  const [name, setName] = useState('')
  const type = types.get(typeName)
  const places = type === undefined ? [] : placesFor(graph, types, type)
  const [chosen, setChosen] = useState<number>()
  const at = chosen ?? likelyPlace(places, after)
  const place = places[at]
  const isNote = type?.category === 'note'
  const full = !needsTrigger && !isNote && place === undefined
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (type === undefined || full) return
    const node = newStep(graph, type, name.trim() || type.title)
    onAdd(node, (now) => {
      if (isNote) return addNote(now, node)
      return place === undefined || needsTrigger ? addTrigger(now, node, types) : addStep(now, node, place, type)
    })
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title="Add a step"
      size="small"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form="add-step" variant="primary" disabled={full}>
            Add
          </Button>
        </>
      }
    >
      <form id="add-step" onSubmit={submit} className="flex flex-col gap-4">
        <SelectField
          label="Kind"
          help={type?.off ?? type?.description}
          options={offered.map(({ type: value, title }) => ({ value, label: title }))}
          value={typeName}
          onChange={(event) => {
            setTypeName(event.currentTarget.value)
            setChosen(undefined)
          }}
        />
        {needsTrigger || isNote ? null : (
          <SelectField
            label="After"
            options={places.map((place, index) => ({ value: String(index), label: placeName(place) }))}
            value={String(at)}
            disabled={full}
            error={full ? 'A step of this kind ends its way, and every way here has an end already.' : undefined}
            onChange={(event) => setChosen(Number(event.currentTarget.value))}
          />
        )}
        <TextField
          label="Name"
          value={name}
          placeholder={type?.title}
          maxLength={200}
          autoComplete="off"
          onChange={(event) => setName(event.currentTarget.value)}
        />
      </form>
    </Dialog>
  )
}
