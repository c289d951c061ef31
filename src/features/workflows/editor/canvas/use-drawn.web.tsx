import { useState } from 'react'
import type { Graph } from '#src/lib/graph/graph.schema.ts'
import type { NodeTypes } from '../graph-edit.ts'
import { flowEdges, flowNodes, type StepEdge, type StepNode } from './flow-model.ts'
import { PLAIN_STATE, type StepStates } from './step-state.ts'

interface Drawing {
  readonly graph: Graph
  readonly types: NodeTypes
  readonly states: StepStates
  /** The chosen steps. */
  readonly ids: readonly string[]
  /** Of the steps only the chosen ones can be dragged. */
  readonly dragsChosen?: boolean
}

interface Flow {
  readonly graph: Graph
  readonly states: StepStates
  readonly ids: readonly string[]
  readonly nodes: StepNode[]
  readonly edges: StepEdge[]
}

const withSelected = (nodes: StepNode[], ids: readonly string[], dragsChosen: boolean): StepNode[] => {
  const wanted = new Set(ids)
  return nodes.map((node) => {
    const selected = wanted.has(node.id)
    if ((node.selected ?? false) === selected) return node
    return { ...node, selected, ...(dragsChosen && { draggable: selected }) }
  })
}

function drawn({ graph, types, states, ids, dragsChosen = false }: Drawing, before: Flow | undefined): Flow {
  const source = { graph, types, stateOf: (id: string) => states.get(id) ?? PLAIN_STATE }
  const isSameGraph = before?.graph === graph
  return {
    ...{ graph, states, ids },
    nodes: withSelected(flowNodes(source, before?.nodes ?? []), ids, dragsChosen),
    edges: isSameGraph ? before.edges : flowEdges(source, before?.edges ?? []),
  }
}

/** The graph as the canvas library wants it; what has not changed stays the very same object. */
export function useDrawn(drawing: Drawing) {
  const { graph, states, ids } = drawing
  const [flow, setFlow] = useState(() => drawn(drawing, undefined))
  if (flow.graph === graph && flow.states === states && flow.ids === ids) return [flow, setFlow] as const
  const current = drawn(drawing, flow)
  setFlow(current)
  return [current, setFlow] as const
}
