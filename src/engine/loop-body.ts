import type { ItemScope, LoopBody, TurnEnd } from '#src/sdk/define-node.ts'
import { NodeError } from '#src/sdk/node-error.ts'
import { MAX_RUN_SIZE, sizeOf } from './decide/run-size.ts'
import { isTurnTold } from './decide/told-turns.ts'
import { branchStopped, runTooLarge, tooManyTurns } from './failures.ts'
import type { Level, PlannedNode } from './plan.ts'
import type { Walk } from './walk.ts'
import { type Visit, walkLevel } from './walk-level.ts'

/** All turns of all loops of one run together. */
export const MAX_TURNS = 500_000

const NO_BODY: Level = { nodes: [], before: undefined }

const resumeUrls = (walk: Walk, { nodes }: Level, iteration: string): { [key: string]: string } => {
  const { host } = walk.runtime
  const urls: { [key: string]: string } = {}
  for (const { node, definition } of nodes)
    if (definition?.takesCalls?.(node.config))
      urls[node.key] = host.resumeUrl?.(walk.run.id, `${node.id}@${iteration}`) ?? ''
  return urls
}

/** The walk of one turn: it sees what the loop sees, the item, and under the loop's own key what it is at. */
function turnOf(
  outer: Walk,
  planned: PlannedNode,
  level: Level,
  { item, index }: ItemScope,
  signal: AbortSignal,
): Walk {
  const { shared, scope } = outer
  const iteration = outer.iteration === '' ? String(index) : `${outer.iteration}.${index}`
  const outputs = { ...scope.steps, [planned.node.key]: { item, index } }
  const urls = resumeUrls(outer, level, iteration)
  const run = scope.run && { ...scope.run, resumeUrls: { ...scope.run.resumeUrls, ...urls } }
  return {
    ...outer,
    ...{ level, outputs, iteration, signal, taken: [], given: [], settled: new Set(), held: { size: 0 } },
    scope: { ...scope, ...(run && { run }), steps: outputs, item, index },
    isTold: outer.isTold && isTurnTold(index, shared.told),
  }
}

/** What a loop node has carried out. Its own strand rests while a turn is under way. */
export function bodyOf(outer: Walk, planned: PlannedNode, visit: Visit): LoopBody {
  const { shared } = outer
  const { strands } = shared
  const halt = new AbortController()
  const level = planned.body ?? NO_BODY
  // Listening costs something for each signal, and only turns that touch something can be stopped half-way.
  const signal = planned.touches ? AbortSignal.any([outer.signal, halt.signal]) : outer.signal
  let underWay = 0
  let held = 0

  async function turn(scope: ItemScope): Promise<TurnEnd> {
    const walk = turnOf(outer, planned, level, scope, signal)
    const error = await walkLevel(walk, visit).finally(() => {
      // What is not told is not kept either, but for what the turn gives.
      if (!walk.isTold) shared.held -= walk.held.size
    })
    if (shared.end !== undefined) return { kind: 'ended' }
    if (error !== null) return { kind: 'failed', code: error.code, message: error.message }
    if (signal.aborted) return { kind: 'failed', code: branchStopped.code, message: branchStopped.message }
    const output = walk.given.findLast((given) => given !== undefined) ?? null
    if (walk.isTold) outer.held.size += walk.held.size
    const size = sizeOf(output)
    held += size
    if (!walk.isTold) shared.held += size
    if (held > MAX_RUN_SIZE) throw new NodeError(runTooLarge(MAX_RUN_SIZE))
    const { item, index } = scope
    return { kind: 'done', output, scope: { item, index, steps: walk.outputs } }
  }

  return {
    isPure: !planned.touches,
    async run(scope) {
      shared.room.mustBeHeld()
      if (signal.aborted) return { kind: 'failed', code: branchStopped.code, message: branchStopped.message }
      if (++shared.turns > MAX_TURNS) throw new NodeError(tooManyTurns(MAX_TURNS))
      if (++underWay > 1) strands.enter()
      try {
        return await turn(scope)
      } finally {
        if (--underWay > 0) strands.leave()
      }
    },
    abandon: () => halt.abort(branchStopped),
  }
}
