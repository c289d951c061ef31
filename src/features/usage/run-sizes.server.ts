import type { Pool } from 'pg'
import type { RunSizes } from '#src/engine/engine.ts'
import { quotaExceeded, tooMuchAtWork } from '#src/engine/failures.ts'
import type { AccountLimits } from '#src/lib/account-limits.ts'
import { createBatcher } from '#src/lib/batcher.ts'
import { giveBack, type RunSize, reserveBytes } from './usage.queries.ts'

export interface RunSizesOptions {
  readonly pool: Pool
  readonly limits: Pick<AccountLimits, 'storedBytes'>
  /** What all runs that are at work in this process may hold together. */
  readonly maxAtWork: number
  readonly onError: (error: unknown) => void
}

interface AtWork {
  readonly ownerId: string
  readonly bytes: number
  /** What the database knows of it, which may be more: then it need not be asked at every step. */
  readonly reserved: number
}

/** Of what all accounts may hold; a run that is the only one of its account may hold more. The rest is for others. */
const SHARE_OF_ACCOUNT = 2 / 3

const heldBy = (runs: readonly AtWork[]): number => runs.reduce((sum, { bytes }) => sum + bytes, 0)

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
  const refused = new WeakSet<RunSize>()
  const leaving = new Set<Promise<void>>()
  const reserve = createBatcher<RunSize>(async (sizes) => {
    const ids = new Set(await reserveBytes(pool, sizes, most))
    for (const size of sizes) if (ids.has(size.id)) refused.add(size)
  })
  const trim = createBatcher<RunSize>(async (sizes) => {
    await giveBack(pool, sizes)
  })

  function fitsAtWork({ id, ownerId, bytes }: RunSize): boolean {
    const others = [...atWork].filter(([other]) => other !== id).map(([, run]) => run)
    const own = heldBy(others.filter((run) => run.ownerId === ownerId))
    return heldBy(others) + bytes <= maxAtWork && (own === 0 || own + bytes <= maxAtWork * SHARE_OF_ACCOUNT)
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
    async grow({ id, ownerId }, bytes) {
      const before = atWork.get(id)
      if (!fitsAtWork({ id, ownerId, bytes })) return tooMuchAtWork
      // Counted while it is asked for, or many at once would all find room.
      atWork.set(id, { ownerId, reserved: 0, ...before, bytes: Math.max(bytes, before?.bytes ?? 0) })
      if (before !== undefined && bytes <= before.reserved) return null
      const reserved = await reservedFor({ id, ownerId, bytes })
      // Meanwhile another strand of the run may have asked for more, or the run may have ended.
      const now = atWork.get(id)
      if (reserved !== undefined) {
        if (now === undefined) giveBackSoon({ id, ownerId, bytes })
        else atWork.set(id, { ...now, reserved: Math.max(now.reserved, reserved) })
        return null
      }
      // What is refused is not written either.
      if (now?.bytes !== bytes) return quotaExceeded(most)
      if (before === undefined) atWork.delete(id)
      else atWork.set(id, before)
      return quotaExceeded(most)
    },
    async reserve(transaction, { id, ownerId }, bytes) {
      const ids = await reserveBytes(transaction, [{ id, ownerId, bytes }], most)
      return ids.length === 0 ? null : quotaExceeded(most)
    },
    leave(id) {
      const run = atWork.get(id)
      atWork.delete(id)
      if (run !== undefined && run.reserved > run.bytes) giveBackSoon({ id, ...run })
    },
    async settled() {
      await Promise.all(leaving)
    },
  }
}
