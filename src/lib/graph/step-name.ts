import type { Graph, GraphNode } from './graph.schema.ts'

/** Names a step of a run: its node and, inside loops, the turn: "n_pay", "n_pay@3", "n_pay@3.0". */
export const stepName = (nodeId: string, iteration: string): string =>
  iteration === '' ? nodeId : `${nodeId}@${iteration}`

const TURN = /@\d+(?:\.\d+)*$/

/** The id of a step's node, where that does not look like a step in a loop itself. */
export const withoutTurn = (step: string): string => step.replace(TURN, '')

/** The node of a step; an id may look like a step in a loop itself. */
export const nodeOfStep = (graph: Graph, step: string): GraphNode | undefined =>
  graph.nodes.find(({ id }) => id === step) ?? graph.nodes.find(({ id }) => id === withoutTurn(step))
