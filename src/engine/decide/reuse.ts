import type { Graph, GraphNode } from '#src/lib/graph/graph.schema.ts'
import { type BodyPortOf, bodiesOf, loopsAround, outermost } from '#src/lib/graph/loops.ts'
import { ancestorsOf, incoming, nodeById, reachableFrom } from '#src/lib/graph/order.ts'
import { isSameJson } from '#src/lib/same-json.ts'
import type { StepRecord } from '../engine.ts'

/** What decides what a node does; not how it looks, nor how patient it is. */
const meaningOf = ({ key, type, version, config, disabled, onError }: GraphNode) => ({
  ...{ key, type, version, config, disabled, onError },
})

const waysIn = (graph: Graph, id: string): string[] => incoming(graph, id).map(({ from, port }) => `${from} ${port}`)

/** Whether a node means the same in both graphs, and the same leads to it. */
function isUnchanged(before: Graph, now: Graph, node: GraphNode): boolean {
  const earlier = nodeById(before, node.id)
  return (
    earlier !== undefined &&
    isSameJson(meaningOf(earlier), meaningOf(node)) &&
    isSameJson(waysIn(before, node.id).toSorted(), waysIn(now, node.id).toSorted())
  )
}

interface Repetition {
  /** What ran, and what is to run. */
  readonly before: Graph
  readonly now: Graph
  /** Nodes whose outcome is known. */
  readonly done: ReadonlySet<string>
  /** Nodes that are to run again, with everything after them. */
  readonly again: Iterable<string>
  readonly bodyPortOf: BodyPortOf
}

/**
 * The nodes that need not run again: they are done, mean what they meant, and so does everything before them. A loop
 * that came to its end is taken over with all its turns.
 */
export function reusableNodes(repetition: Repetition): Set<string> {
  const stale = staleNodes(repetition)
  return new Set(repetition.now.nodes.flatMap(({ id }) => (repetition.done.has(id) && !stale.has(id) ? [id] : [])))
}

/** All that does not mean what it meant, or is to run again, and what comes after it. */
function staleNodes({ before, now, again, bodyPortOf }: Repetition): Set<string> {
  const changed = now.nodes.filter((node) => !isUnchanged(before, now, node)).map(({ id }) => id)
  const removed = before.nodes.filter(({ id }) => nodeById(now, id) === undefined).map(({ id }) => id)
  const aroundIn = (graph: Graph) => loopsAround(bodiesOf(graph, bodyPortOf))
  const [aroundNow, aroundBefore] = [aroundIn(now), aroundIn(before)]
  return reachableFrom(now, [
    ...[...again, ...changed].map((id) => outermost(aroundNow, id)),
    ...removed.map((id) => outermost(aroundBefore, id)),
  ])
}

/**
 * The nodes in loops that came to no end and go around again as they did: all before such a loop is taken over or was
 * passed by, so its turns get what they got, and what was done in them need not be done again.
 */
export function resumedNodes(repetition: Repetition & { readonly passedBy: ReadonlySet<string> }): Set<string> {
  const { now, bodyPortOf, passedBy } = repetition
  const kept = reusableNodes(repetition)
  const stale = staleNodes(repetition)
  const around = loopsAround(bodiesOf(now, bodyPortOf))
  // What is not settled any more makes the loop behind it stale as well.
  const isSettled = (id: string) => kept.has(id) || passedBy.has(id)
  const goesOn = (loop: string) => !kept.has(loop) && !stale.has(loop) && [...ancestorsOf(now, loop)].every(isSettled)
  return new Set(now.nodes.flatMap(({ id }) => (around.has(id) && goesOn(outermost(around, id)) ? [id] : [])))
}

type Ended = Pick<StepRecord, 'nodeId' | 'status' | 'iteration'>

/**
 * The nodes outside of loops that came to an end which the run could go on from. A failure counts where the workflow caters for it,
 * unless the run ended there.
 */
export function doneNodes(graph: Graph, steps: readonly Ended[], failedAt: string | undefined): Set<string> {
  const isDone = ({ nodeId, status, iteration }: Ended): boolean => {
    // A step that ends the run as failed has succeeded in that.
    if (iteration !== undefined || nodeId === failedAt) return false
    if (status === 'succeeded' || status === 'reused') return true
    return status === 'failed' && nodeById(graph, nodeId)?.onError !== 'stop'
  }
  return new Set(steps.filter(isDone).map(({ nodeId }) => nodeId))
}

/** The nodes outside of loops that no way of the run led to, or that are switched off. */
export const passedBy = (steps: readonly Ended[]): Set<string> =>
  new Set(
    steps.flatMap(({ nodeId, status, iteration }) => (status === 'skipped' && iteration === undefined ? [nodeId] : [])),
  )
