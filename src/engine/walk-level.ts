import type { Attempt } from './attempt.ts'
import { arrivalsOf, neededBy } from './decide/readiness.ts'
import type { ExecutionError } from './engine.ts'
import { branchStopped } from './failures.ts'
import type { PlannedNode } from './plan.ts'
import { checkpointName, type Walk } from './walk.ts'

export type Visit = (walk: Walk, planned: PlannedNode) => Promise<ExecutionError | null>

/** Walks one level from its beginning to its end. Returns the failure that ends the run, if any. */
export const walkLevel = (walk: Walk, visit: Visit): Promise<ExecutionError | null> =>
  walk.level.before === undefined ? walkInOrder(walk, visit) : walkAtOnce(walk, walk.level.before, visit)

/** One node after the other. */
async function walkInOrder(walk: Walk, visit: Visit): Promise<ExecutionError | null> {
  for (const planned of walk.level.nodes) {
    if (walk.signal.aborted) return null
    const error = await visit(walk, planned)
    if (error !== null) return error
  }
  return null
}

/** What a step came to before its run was taken over, as far as that is remembered. */
function outcomeBefore(walk: Walk, planned: PlannedNode): Attempt | undefined {
  for (let number = 1; ; number++) {
    const attempt = walk.runtime.recorded?.(checkpointName(walk, planned, number))
    if (attempt === undefined || attempt.ok || attempt.decision.do !== 'retry') return attempt
  }
}

/**
 * The step whose failure had ended this level when the process of the run died, if any; and which other steps must not
 * begin beside it, now that it is on its way to be found again.
 */
function earlierFailure(walk: Walk, before: readonly (readonly number[])[]) {
  const found = walk.level.nodes.find((planned) => {
    const outcome = planned.touches ? outcomeBefore(walk, planned) : undefined
    return outcome?.ok === false && outcome.decision.do === 'stop'
  })
  if (found === undefined) return undefined
  const leadsThere = new Set([...(before[found.place] ?? []), found.place])
  const mustWait = (planned: PlannedNode) =>
    planned.touches && !leadsThere.has(planned.place) && outcomeBefore(walk, planned) === undefined
  return { place: found.place, mustWait }
}

/**
 * Each node as soon as those that lead to it are done. A node sees what leads to it and nothing else, so it does not
 * matter which of several branches is quicker. A failure, or the end of the run, stops the other branches.
 */
async function walkAtOnce(
  walk: Walk,
  before: readonly (readonly number[])[],
  visit: Visit,
): Promise<ExecutionError | null> {
  const { level, shared, outputs } = walk
  const { strands } = shared
  const halt = new AbortController()
  const signal = AbortSignal.any([walk.signal, halt.signal])
  const outside = { ...outputs }
  const lastFailure = earlierFailure(walk, before)
  let failure: ExecutionError | null = null

  const scopeOf = ({ place }: PlannedNode) => {
    const steps = { ...outside }
    for (const earlier of before[place] ?? []) {
      const key = level.nodes[earlier]?.node.key
      if (key !== undefined && Object.hasOwn(outputs, key)) steps[key] = outputs[key] ?? null
    }
    return { ...walk.scope, steps }
  }
  const settled: Promise<void>[] = []
  async function follow(planned: PlannedNode): Promise<void> {
    await whenReady(walk, planned, settled)
    if (lastFailure?.mustWait(planned)) await settled[lastFailure.place]
    if (signal.aborted && shared.end === undefined) return
    strands.enter()
    try {
      const error = await visit({ ...walk, scope: scopeOf(planned), signal }, planned)
      if (signal.aborted) return
      failure ??= error
      if (error !== null || shared.end !== undefined) halt.abort(branchStopped)
    } catch (error) {
      halt.abort(branchStopped)
      throw error
    } finally {
      strands.leave()
    }
  }
  for (const planned of level.nodes) settled.push(follow(planned))
  strands.leave()
  try {
    await Promise.all(settled)
  } finally {
    strands.enter()
  }
  return failure
}

/** Places of those that had led here when it ran before: what comes after it may read what they gave. */
const ledBy = ({ level }: Walk, { incoming }: PlannedNode, arrived: readonly string[] = []): number[] =>
  incoming.map(({ from }) => from).filter((from) => arrived.includes(level.nodes[from]?.node.id ?? ''))

/** All that lead here are done; a node that need not wait for all of them goes on when enough have led here. */
function whenReady(walk: Walk, planned: PlannedNode, settled: readonly Promise<void>[]): Promise<unknown> {
  const sources = planned.incoming.flatMap(({ from }) => settled[from] ?? [])
  const all = Promise.all(sources)
  if (!planned.definition?.joinsEarly) return all
  const before = walk.runtime.recorded?.(checkpointName(walk, planned, 1))
  if (before !== undefined)
    return Promise.all(ledBy(walk, planned, before.arrived).flatMap((from) => settled[from] ?? []))
  return new Promise((resolve, reject) => {
    const look = () => {
      if (arrivalsOf(planned, walk.taken).length >= neededBy(planned)) resolve(null)
    }
    for (const source of sources) source.then(look, reject)
    all.then(resolve, reject)
  })
}
