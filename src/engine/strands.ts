import type { Pause, PauseEnd } from '#src/sdk/define-node.ts'
import { RunParked } from './parked.ts'

/** A point of a run at which it goes on later. */
export interface PausePoint {
  /** The same whenever the run comes here. */
  readonly place: string
  readonly pause: Pause
  /** It waits for room for so many bytes; the time of the pause only says when to look again. */
  readonly needs?: number
}

/**
 * How pauses ended that are over, by their place. With `mayPark` the run gives up its place, by throwing RunParked,
 * unless one of them is over.
 */
export type Park = (
  points: readonly PausePoint[],
  options: { readonly mayPark: boolean },
) => Promise<ReadonlyMap<string, PauseEnd>>

interface Paused extends PromiseWithResolvers<PauseEnd> {
  readonly point: PausePoint
  /** Milliseconds since 1970: until then it is not worth giving up the place. */
  readonly holdUntil: number
}

/** How often a pause that somebody may end is looked at while the run is still busy with something else. */
const LOOK_MS = 250
/** The run that a step waits for is usually done in a moment. */
const LOOK_AT_RUN_MS = 50
const HOLD_FOR_RUN_MS = 5000

const holdFor = ({ pause }: PausePoint): number => (pause.endedBy === 'run' ? HOLD_FOR_RUN_MS : 0)

/**
 * What of one run goes on at the same time: branches, and turns of loops. When all that is left of it waits, the run
 * gives up its place; until then those that wait do so in memory.
 */
export function createStrands(park: Park) {
  let busy = 1
  let isParked = false
  let isLooking = false
  let timer: NodeJS.Timeout | undefined
  const paused = new Map<string, Paused>()

  const enter = () => {
    busy++
  }
  const leave = () => {
    busy--
    // Who ends may lead to somebody who begins, which takes no more than microtasks.
    if (busy === 0 && paused.size > 0 && !isParked) setImmediate(() => void look())
  }
  const goOn = (one: Paused, end: PauseEnd) => {
    if (!paused.delete(one.point.place)) return
    enter()
    one.resolve(end)
  }

  async function look(): Promise<void> {
    if (isLooking || isParked || paused.size === 0) return
    isLooking = true
    clearTimeout(timer)
    const now = Date.now()
    const mayPark = busy === 0 && [...paused.values()].every(({ holdUntil }) => holdUntil <= now)
    try {
      const ends = await park(
        [...paused.values()].map(({ point }) => point),
        { mayPark },
      )
      for (const one of [...paused.values()]) {
        const end = ends.get(one.point.place)
        if (end !== undefined) goOn(one, end)
      }
    } catch (error) {
      isParked = true
      for (const one of paused.values()) one.reject(error)
      paused.clear()
    } finally {
      isLooking = false
      if (!isParked && paused.size > 0) timer = setTimeout(() => void look(), untilNextLook())
    }
  }

  function untilNextLook(): number {
    const now = Date.now()
    if (busy === 0 && [...paused.values()].every(({ holdUntil }) => holdUntil <= now)) return 0
    const waits = [...paused.values()].map(({ point: { pause } }) => {
      if (pause.endedBy === 'run') return LOOK_AT_RUN_MS
      return pause.endedBy === undefined ? Math.max(1, Date.parse(pause.until) - now) : LOOK_MS
    })
    return Math.min(...waits, 60_000)
  }

  return {
    /** Something begins to run beside the others, or goes on. */
    enter,
    /** It has ended, or waits for others of this run. */
    leave,
    isParked: () => isParked,
    /** Waits for the end of a pause; also when the signal fires. */
    pause(point: PausePoint, signal: AbortSignal): Promise<PauseEnd> {
      if (isParked) return Promise.reject(new RunParked())
      const one: Paused = { point, holdUntil: Date.now() + holdFor(point), ...Promise.withResolvers<PauseEnd>() }
      const stop = () => goOn(one, { kind: 'due' })
      paused.set(point.place, one)
      signal.addEventListener('abort', stop, { once: true })
      leave()
      if (signal.aborted) stop()
      else setImmediate(() => void look())
      return one.promise.finally(() => signal.removeEventListener('abort', stop))
    },
  }
}

export type Strands = ReturnType<typeof createStrands>
