import type { StepRecord } from '#src/engine/engine.ts'
import type { Graph } from '#src/lib/graph/graph.schema.ts'
import { stepName } from '#src/lib/graph/step-name.ts'

type Timed = Pick<StepRecord, 'nodeId' | 'iteration' | 'startedAt' | 'durationMs' | 'status'>

const endOf = ({ startedAt, durationMs }: Timed): number | undefined =>
  startedAt === null || durationMs === null ? undefined : Date.parse(startedAt) + durationMs

/**
 * When each step could have begun: as soon as the last of those that lead to it was done, and the first ones with the
 * run. From then until its start it was queued. Of the first steps of a turn nobody knows.
 */
export function readyTimes(
  { edges }: Pick<Graph, 'edges'>,
  steps: readonly Timed[],
  runStartedAt: string | null,
): ReadonlyMap<string, string> {
  const ends = new Map(
    steps.map((step) => [
      stepName(step.nodeId, step.iteration ?? ''),
      step.status === 'reused' ? undefined : endOf(step),
    ]),
  )
  const before = Map.groupBy(edges, ({ to }) => to)
  const ready = new Map<string, string>()
  for (const step of steps) {
    const { nodeId, iteration = '', startedAt, status } = step
    if (startedAt === null || status === 'reused' || status === 'skipped') continue
    const known = (before.get(nodeId) ?? []).flatMap(({ from }) => ends.get(stepName(from, iteration)) ?? [])
    const begin = iteration === '' && runStartedAt !== null ? [Date.parse(runStartedAt)] : []
    const at = Math.max(...(known.length > 0 ? known : begin))
    // Clocks of two processes differ by a little.
    if (Number.isFinite(at))
      ready.set(stepName(nodeId, iteration), new Date(Math.min(at, Date.parse(startedAt))).toISOString())
  }
  return ready
}
