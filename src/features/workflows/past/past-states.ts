import type { ExecutionStep } from '#src/features/executions/executions.schema.ts'
import { diffGraphs, stepChanges } from '#src/lib/graph/diff.ts'
import type { Graph } from '#src/lib/graph/graph.schema.ts'
import { edgeId, type WayMark } from '../editor/canvas/flow-model.ts'
import { PLAIN_STATE, type StepStates } from '../editor/canvas/step-state.ts'

interface Drawn {
  readonly before: Graph
  readonly after: Graph
  /** Of a run, by step. */
  readonly steps: ReadonlyMap<string, Pick<ExecutionStep, 'status' | 'standIn' | 'durationMs'>>
}

/** What each step shows: how a run went there, and what has become of it since. */
export function pastStates({ before, after, steps }: Drawn): StepStates {
  const marks = new Map(stepChanges(before, after).map(({ id, mark }) => [id, mark]))
  return new Map(
    [...new Set([...steps.keys(), ...marks.keys()])].map((id) => {
      const [step, mark] = [steps.get(id), marks.get(id)]
      const ran = step && { status: step.status, standIn: step.standIn, durationMs: step.durationMs }
      return [id, { ...PLAIN_STATE, ...ran, ...(mark && { mark }) }]
    }),
  )
}

/** What has become of connections, by how the canvas calls them. */
export function wayMarks(before: Graph, after: Graph): ReadonlyMap<string, WayMark> {
  const { added, removed } = diffGraphs(before, after).edges
  return new Map([
    ...added.map((edge) => [edgeId(edge), 'added'] as const),
    ...removed.map((edge) => [edgeId(edge), 'removed'] as const),
  ])
}
