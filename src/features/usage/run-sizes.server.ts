import type { Pool } from 'pg'
import type { RunSizes } from '#src/engine/engine.ts'
import { quotaExceeded, runTooLarge, tooMuchAtWork } from '#src/engine/failures.ts'
import type { AccountLimits } from '#src/lib/account-limits.ts'
import { createBatcher } from '#src/lib/batcher.ts'
import { chooseRuns, fits, type Held, type KeptFree } from './room.ts'
import { giveBack, type RunSize, reserveBytes, sizeOfRun } from './usage.queries.ts'

export interface RunSizesOptions {
  readonly pool: Pool
  readonly limits: Pick<AccountLimits, 'storedBytes'>
  /** What all runs that are at work in this process may hold together. */
  readonly maxAtWork: number
  readonly onError: (error: unknown) => void
}

interface AtWork extends Held {
  /** What the database knows of it, which may be more: then it need not be asked at every step. */
  readonly reserved: number
  /** What is written of it, though there was no room for all of that. */
  readonly kept: number
}

interface Expected extends Held {
  /** Milliseconds since 1970. */
  readonly until: number
}

/** For a run that has just got room, and comes here from the queue, or goes to another process. */
const EXPECTED_FOR_MS = 5000

const NOTHING = { bytes: 0, reserved: 0, kept: 0 }

/** A quarter more at most. */
function roundedUp(bytes: number): number {
  const step = 2 ** Math.max(0, Math.floor(Math.log2(bytes)) - 2)
  return Math.ceil(bytes / step) * step
}

/** Keeps the books on large runs: what they hold in this process here, what they may leave behind in the database. */
export function createRunSizes(options: RunSizesOptions): RunSizes & { settled(): Promise<void> } {
  const { pool, limits, maxAtWork, onError } = options
  const most = limits.storedBytes
  const atWork = new Map<string, AtWork>()
  const expected = new Map<string, Expected>()
  let keptFree: readonly KeptFree[] = []
  const refused = new WeakSet<RunSize>()
  const leaving = new Set<Promise<void>>()
  const reserve = createBatcher<RunSize>(async (sizes) => {
    const ids = new Set(await reserveBytes(pool, sizes, most))
    for (const size of sizes) if (ids.has(size.id)) refused.add(size)
  })
  const trim = createBatcher<RunSize>(async (sizes) => {
    await giveBack(pool, sizes)
  })

  function heldBesides(id?: string): Held[] {
    const now = Date.now()
    for (const [other, { until }] of expected) if (until <= now) expected.delete(other)
    return [...atWork, ...expected].flatMap(([other, run]) => (other === id ? [] : [run]))
  }

  function fitsAtWork({ id, ownerId, bytes }: RunSize): boolean {
    const others = heldBesides(id)
    const own = atWork.get(id)?.bytes ?? expected.get(id)?.bytes ?? 0
    // Those that come leave free what is kept free; those that are here must come to their end.
    return bytes <= own || fits(others, { ownerId, bytes }, maxAtWork, own > 0 ? [] : keptFree)
  }

  async function hasRoom(size: RunSize): Promise<boolean> {
    await reserve(size)
    return !refused.has(size)
  }

  /** So much, and more beyond it if there is room; undefined when there is none. */
  async function reservedFor(size: RunSize): Promise<number | undefined> {
    const generous = roundedUp(size.bytes)
    if (await hasRoom({ ...size, bytes: generous })) return generous
    return (await hasRoom(size)) ? size.bytes : undefined
  }

  function giveBackSoon({ id, ownerId, bytes }: RunSize): void {
    const left = trim({ id, ownerId, bytes })
      .catch(onError)
      .finally(() => leaving.delete(left))
    leaving.add(left)
  }

  return {
    async grow({ id, ownerId }, bytes, { isKept = false } = {}) {
      if (bytes > maxAtWork) return runTooLarge(maxAtWork)
      const before = atWork.get(id)
      const hasRoom = fitsAtWork({ id, ownerId, bytes })
      if (!hasRoom && !isKept) return tooMuchAtWork
      const { bytes: had, reserved: known, kept } = before ?? NOTHING
      // Counted while it is asked for, or many at once would all find room.
      const counted = hasRoom ? Math.max(bytes, had) : had
      atWork.set(id, { ownerId, bytes: counted, reserved: known, kept: Math.max(kept, bytes) })
      if (bytes <= known) return hasRoom ? null : tooMuchAtWork
      const reserved = await reservedFor({ id, ownerId, bytes })
      // Meanwhile another strand of the run may have asked for more, or the run may have ended.
      const now = atWork.get(id)
      if (reserved !== undefined) {
        if (now === undefined) giveBackSoon({ id, ownerId, bytes })
        else atWork.set(id, { ...now, reserved: Math.max(now.reserved, reserved) })
        return hasRoom ? null : tooMuchAtWork
      }
      // What is refused is not written either.
      if (now?.kept !== bytes) return quotaExceeded(most)
      if (before === undefined) atWork.delete(id)
      else atWork.set(id, before)
      return quotaExceeded(most)
    },
    async enter(id) {
      const size = await sizeOfRun(pool, id)
      if (size === null) {
        expected.delete(id)
        return null
      }
      const { ownerId } = size
      const bytes = Math.min(size.bytes, maxAtWork)
      const hasRoom = fitsAtWork({ id, ownerId, bytes })
      expected.delete(id)
      if (!hasRoom) return size.bytes
      atWork.set(id, { ownerId, bytes, reserved: size.bytes, kept: 0 })
      return null
    },
    async admit(waiting, give) {
      const choice = chooseRuns(heldBesides(), waiting, maxAtWork)
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
    async reserve(transaction, { id, ownerId }, bytes) {
      const ids = await reserveBytes(transaction, [{ id, ownerId, bytes }], most)
      return ids.length === 0 ? null : quotaExceeded(most)
    },
    leave(id) {
      const run = atWork.get(id)
      atWork.delete(id)
      expected.delete(id)
      if (run === undefined) return
      const bytes = Math.max(run.bytes, run.kept)
      if (run.reserved > bytes) giveBackSoon({ id, ownerId: run.ownerId, bytes })
    },
    async settled() {
      await Promise.all(leaving)
    },
  }
}
