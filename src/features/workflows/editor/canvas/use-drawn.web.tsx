import { useStoreApi } from '@xyflow/react'
import { useEffect, useState } from 'react'
import type { Box } from '#src/lib/graph/boxes.ts'
import type { Graph } from '#src/lib/graph/graph.schema.ts'
import type { NodeTypes } from '../graph-edit.ts'
import { flowEdges, flowNodes, type StepEdge, type StepNode } from './flow-model.ts'
import { firstPart, nextPart } from './in-parts.ts'
import { sightOf } from './sight.ts'
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
  /** What the steps will be, while only a part of them has been drawn so. */
  readonly goal?: StepNode[] | undefined
  /** Another one whenever steps were drawn for another graph, or another part of them. */
  readonly part: object
}

const withSelected = (nodes: StepNode[], ids: readonly string[], dragsChosen: boolean): StepNode[] => {
  const wanted = new Set(ids)
  return nodes.map((node) => {
    const selected = wanted.has(node.id)
    if ((node.selected ?? false) === selected) return node
    return { ...node, selected, ...(dragsChosen && { draggable: selected }) }
  })
}

export function drawn({ graph, types, states, ids, dragsChosen = false }: Drawing, before: Flow | undefined): Flow {
  const source = { graph, types, stateOf: (id: string) => states.get(id) ?? PLAIN_STATE }
  const isSameGraph = before?.graph === graph
  const goal = withSelected(flowNodes(source, before?.nodes ?? []), ids, dragsChosen)
  // What is chosen is so at once for the canvas library, too, which drags it and asks which steps a frame has left.
  const isChoice = isSameGraph && before.states === states
  const nodes = isChoice ? goal : firstPart(before?.nodes ?? [], goal)
  return {
    ...{ graph, states, ids, nodes },
    edges: isSameGraph ? before.edges : flowEdges(source, before?.edges ?? []),
    goal: nodes === goal ? undefined : goal,
    part: isSameGraph && before.goal === undefined ? before.part : {},
  }
}

function drawnFurther(flow: Flow, sight: Box): Flow {
  const { goal } = flow
  if (goal === undefined) return flow
  const nodes = nextPart(flow.nodes, goal, sight)
  return { ...flow, nodes, goal: nodes === goal ? undefined : goal, part: {} }
}

/** The graph as the canvas library wants it; what has not changed stays the very same object. */
export function useDrawn(drawing: Drawing) {
  const { graph, states, ids } = drawing
  const { getState } = useStoreApi<StepNode, StepEdge>()
  const [flow, setFlow] = useState(() => drawn(drawing, undefined))
  useEffect(() => {
    if (flow.goal === undefined) return
    const timer = setTimeout(() => setFlow((now) => drawnFurther(now, sightOf(getState()))))
    return () => clearTimeout(timer)
  }, [flow, getState])
  if (flow.graph === graph && flow.states === states && flow.ids === ids) return [flow, setFlow] as const
  const current = drawn(drawing, flow)
  setFlow(current)
  return [current, setFlow] as const
}
