import type { Pool } from 'pg'
import type { RunSizes } from '#src/engine/engine.ts'
import { quotaExceeded, runTooLarge, tooMuchAtWork } from '#src/engine/failures.ts'
import type { AccountLimits } from '#src/lib/account-limits.ts'
import { createBatcher } from '#src/lib/batcher.ts'
import { createAtWork } from './at-work.ts'
import { forgetRuns, giveBack, type RunSize, reserveBytes, sizeOfRun } from './usage.queries.ts'
import { createWriting } from './writing.ts'

export interface RunSizesOptions {
  readonly pool: Pool
  readonly limits: Pick<AccountLimits, 'storedBytes'>
  /** What all runs that are at work in this process may hold together. */
  readonly maxAtWork: number
  readonly onError: (error: unknown) => void
}

const NOTHING = { bytes: 0, reserved: 0, kept: 0 }

/** What is written at once for which there is no room: a part of what has room. */
const UNWRITTEN_SHARE = 1 / 4

/** A quarter more at most. */
function roundedUp(bytes: number): number {
  const step = 2 ** Math.max(0, Math.floor(Math.log2(bytes)) - 2)
  return Math.ceil(bytes / step) * step
}

/** What runs may leave behind in the database. */
function createReservations({ pool, limits, onError }: RunSizesOptions) {
  const refused = new WeakSet<RunSize>()
  const leaving = new Set<Promise<void>>()
  const reserve = createBatcher<RunSize>(async (sizes) => {
    const ids = new Set(await reserveBytes(pool, sizes, limits.storedBytes))
    for (const size of sizes) if (ids.has(size.id)) refused.add(size)
  })
  const trim = createBatcher<RunSize>(async (sizes) => {
    await giveBack(pool, sizes)
  })
  const forget = createBatcher<string>(async (ids) => {
    await forgetRuns(pool, ids)
  })

  function soon(work: Promise<void>): void {
    const left = work.catch(onError).finally(() => leaving.delete(left))
    leaving.add(left)
  }

  async function hasRoom(size: RunSize): Promise<boolean> {
    await reserve(size)
    return !refused.has(size)
  }

  return {
    /** So much, and more beyond it if there is room; undefined when there is none. */
    async reservedFor(size: RunSize): Promise<number | undefined> {
      const generous = roundedUp(size.bytes)
      if (await hasRoom({ ...size, bytes: generous })) return generous
      return (await hasRoom(size)) ? size.bytes : undefined
    },
    giveBackSoon: ({ id, ownerId, bytes }: RunSize): void => soon(trim({ id, ownerId, bytes })),
    forgetSoon: (id: string): void => soon(forget(id)),
    async settled(): Promise<void> {
      await Promise.all(leaving)
    },
  }
}

/** Keeps the books on large runs: what they hold in this process here, what they may leave behind in the database. */
export function createRunSizes(options: RunSizesOptions): RunSizes & { settled(): Promise<void> } {
  const { pool, limits, maxAtWork } = options
  const most = limits.storedBytes
  const atWork = createAtWork(maxAtWork)
  const { runs } = atWork
  const writing = createWriting(maxAtWork * UNWRITTEN_SHARE)
  const { reservedFor, giveBackSoon, forgetSoon, settled } = createReservations(options)

  return {
    async grow({ id, ownerId }, bytes, { mayWait = false } = {}) {
      if (bytes > maxAtWork) return runTooLarge(maxAtWork)
      const before = runs.get(id)
      const hasRoom = atWork.hasRoom({ id, ownerId, bytes })
      if (!hasRoom && !mayWait) return tooMuchAtWork
      const { bytes: had, reserved: known, kept } = before ?? NOTHING
      // Counted while it is asked for, or many at once would all find room.
      const counted = hasRoom ? Math.max(bytes, had) : had
      runs.set(id, { ownerId, bytes: counted, reserved: known, kept: Math.max(kept, bytes) })
      if (bytes <= known) return hasRoom ? null : tooMuchAtWork
      const reserved = await reservedFor({ id, ownerId, bytes })
      // Meanwhile another strand of the run may have asked for more, or the run may have ended.
      const now = runs.get(id)
      if (reserved !== undefined) {
        if (now === undefined) giveBackSoon({ id, ownerId, bytes })
        else runs.set(id, { ...now, reserved: Math.max(now.reserved, reserved) })
        return hasRoom ? null : tooMuchAtWork
      }
      // What is refused is not written either.
      if (now?.kept !== bytes) return quotaExceeded(most)
      if (before === undefined) runs.delete(id)
      else runs.set(id, before)
      return quotaExceeded(most)
    },
    async enter(id) {
      const size = await sizeOfRun(pool, id)
      if (size === null) {
        atWork.expectNoMore(id)
        return null
      }
      const { ownerId } = size
      const bytes = Math.min(size.bytes, maxAtWork)
      const hasRoom = atWork.hasRoom({ id, ownerId, bytes })
      atWork.expectNoMore(id)
      if (!hasRoom) return size.bytes
      runs.set(id, { ownerId, bytes, reserved: size.bytes, kept: 0 })
      return null
    },
    ...writing,
    admit: atWork.admit,
    async reserve(transaction, { id, ownerId }, bytes) {
      const ids = await reserveBytes(transaction, [{ id, ownerId, bytes }], most)
      return ids.length === 0 ? null : quotaExceeded(most)
    },
    leave(id) {
      const run = runs.get(id)
      runs.delete(id)
      atWork.expectNoMore(id)
      if (run === undefined) return
      const bytes = Math.max(run.bytes, run.kept)
      if (run.reserved > bytes) giveBackSoon({ id, ownerId: run.ownerId, bytes })
    },
    forget: forgetSoon,
    settled,
  }
}
