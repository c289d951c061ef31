import type { RunSizes } from '#src/engine/engine.ts'
import { chooseRuns, fits, type Held, type KeptFree } from './room.ts'
import type { RunSize } from './usage.queries.ts'

/** A large run that is at work in this process. */
export interface AtWork extends Held {
  /** What the database knows of it, which may be more: then it need not be asked at every step. */
  readonly reserved: number
  /** What it is to go on with, though there was no room for all of that. */
  readonly kept: number
}

interface Expected extends Held {
  /** Milliseconds since 1970. */
  readonly until: number
}

/** For a run that has just got room, and comes here from the queue, or goes to another process. */
const EXPECTED_FOR_MS = 5000

/** What large runs hold in the memory of this process, of which they may have `most` together. */
export function createAtWork(most: number) {
  const runs = new Map<string, AtWork>()
  const expected = new Map<string, Expected>()
  let keptFree: readonly KeptFree[] = []

  function heldBesides(id?: string): Held[] {
    const now = Date.now()
    for (const [other, { until }] of expected) if (until <= now) expected.delete(other)
    return [...runs, ...expected].flatMap(([other, run]) => (other === id ? [] : [run]))
  }

  return {
    runs,
    hasRoom({ id, ownerId, bytes }: RunSize): boolean {
      const others = heldBesides(id)
      const own = runs.get(id)?.bytes ?? expected.get(id)?.bytes ?? 0
      // Those that come leave free what is kept free; those that are here must come to their end.
      return bytes <= own || fits(others, { ownerId, bytes }, most, own > 0 ? [] : keptFree)
    },
    /** A run that was expected is here, or is not any more. */
    expectNoMore(id: string): void {
      expected.delete(id)
    },
    async admit(...[waiting, give]: Parameters<RunSizes['admit']>): Promise<void> {
      const choice = chooseRuns(heldBesides(), waiting, most)
      keptFree = choice.keptFree
      if (choice.runs.length === 0) return
      const until = Date.now() + EXPECTED_FOR_MS
      for (const { id, ...run } of choice.runs) expected.set(id, { ...run, until })
      const given = new Set<string>()
      try {
        for (const id of await give(choice.runs.map((run) => run.id))) given.add(id)
      } finally {
        for (const { id } of choice.runs) if (!given.has(id)) expected.delete(id)
      }
    },
  }
}
