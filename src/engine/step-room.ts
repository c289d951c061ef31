import { LARGE_RUN_BYTES } from '#src/lib/account-limits.ts'
import { type Attempt, failedAttempt } from './attempt.ts'
import type { Failure } from './decide/after-failure.ts'
import { MAX_RUN_SIZE, sizeOf } from './decide/run-size.ts'
import type { StepRecord } from './engine.ts'
import { runTooLarge } from './failures.ts'
import { NoRoom, RunParked } from './parked.ts'
import type { PlannedNode } from './plan.ts'
import { iso, record, stepOf, type Walk } from './walk.ts'

/** Why the run must hold no more, or not so much more, if so. */
async function refusalOf({ held, shared, runtime }: Walk, more = 0): Promise<Failure | null> {
  if (held.size + more > MAX_RUN_SIZE) return runTooLarge(MAX_RUN_SIZE)
  const bytes = shared.held + more
  return bytes < LARGE_RUN_BYTES ? null : shared.room.grow(bytes, { mayWait: runtime.park !== undefined })
}

/** A step whose node is done, before it is said what it came to. */
type Done = Pick<StepRecord, 'attempts' | 'startedAt' | 'durationMs' | 'input'>

/** While other branches are busy, how often a run that waits for room looks whether there is some. */
const LOOK_FOR_ROOM_MS = 250

/** The run gives up its place until there is room for so much. While other branches are busy it looks for some here. */
async function roomFor(walk: Walk, planned: PlannedNode, needs: number, step: Done): Promise<void> {
  const { shared, signal } = walk
  const place = `${stepOf(walk, planned)}:room`
  record(walk, planned, { ...step, status: 'waiting', output: null, error: null })
  while (!signal.aborted) {
    const pause = { until: iso(Date.now() + LOOK_FOR_ROOM_MS) }
    await shared.strands.pause({ place, pause, needs }, signal)
    const refusal = await shared.room.grow(needs, { mayWait: true })
    if (refusal === null || refusal.permanent) return
  }
}

/** Why the run must not hold what it does by now, if so. Where there is only no room at the moment, it waits for some. */
export async function untilRoom(walk: Walk, planned: PlannedNode, step: Done): Promise<Failure | null> {
  for (;;) {
    const refusal = await refusalOf(walk)
    if (refusal === null || refusal.permanent) return refusal
    if (walk.runtime.park === undefined) throw new NoRoom()
    await roomFor(walk, planned, walk.shared.held, step)
    if (walk.signal.aborted) return null
  }
}

/** An answer from here on is not kept in memory until there is room for it. */
const LARGE_ANSWER = 1_000_000

/** Carries out of a checkpoint what there is to be room for before a step may be asked again. */
class AskAgain extends Error {
  readonly needs: number
  constructor(needs: number) {
    super('There is no room for the answer')
    this.needs = needs
  }
}

interface Keeping {
  /** Of the checkpoint. */
  readonly name: string
  readonly step: Done & { readonly attempts: number }
  readonly work: () => Promise<Attempt>
  readonly keep: (made: () => Promise<Attempt>) => Promise<Attempt>
}

/** What an attempt came to that there is no room for, and that cannot be made again. */
interface Written {
  readonly needs: number
  readonly done: () => void
}

/**
 * Makes an attempt, and sees that a large answer without room stays in memory no longer than it must. What only reads
 * lets it go at once and is asked again when there is room; what has changed something is written first, when it is its
 * turn, and read again when there is room.
 */
export async function keptInRoom(walk: Walk, planned: PlannedNode, keeping: Keeping): Promise<Attempt> {
  const { name, step, work, keep } = keeping
  const { room } = walk.shared
  for (;;) {
    const without: { written?: Written } = {}
    const fitted = async () => {
      // While answers lie here that are not written yet, there come no more of them.
      if (!planned.isPure && !planned.isRead) await room.untilWritten()
      const made = await work()
      const more = made.ok ? sizeOf(step.input) + sizeOf(made.output) : 0
      const refusal = made.ok ? await refusalOf(walk, more) : null
      if (refusal === null) return made
      if (refusal.permanent) return refused(planned, made, refusal)
      if (more < LARGE_ANSWER) return made
      const needs = walk.shared.held + more
      if (planned.isRead) throw new AskAgain(needs)
      without.written = { needs, done: await room.turnToWrite(more) }
      return made
    }
    try {
      const made = await keep(fitted).finally(() => without.written?.done())
      if (without.written === undefined || walk.signal.aborted) return made
    } catch (error) {
      if (!(error instanceof AskAgain)) throw error
      await roomFor(walk, planned, error.needs, step)
      continue
    }
    await roomFor(walk, planned, without.written.needs, step)
    const again = await walk.runtime.recall?.(name)
    // Somebody else has the run.
    if (again === undefined) throw new RunParked()
    return again
  }
}

/** What there never will be room for must not be remembered either. It was done, so it is not tried again. */
function refused(planned: PlannedNode, made: Attempt, refusal: Failure): Attempt {
  const { startedAt, durationMs, secrets, arrived } = made
  const facts = { startedAt, durationMs, ...(secrets && { secrets }), ...(arrived && { arrived }) }
  return { ...failedAttempt(planned, { ...refusal, permanent: true }), ...facts }
}
