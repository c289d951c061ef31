import type { Pool } from 'pg'
import type { RunSizes } from '#src/engine/engine.ts'
import { quotaExceeded, tooMuchAtWork } from '#src/engine/failures.ts'
import type { AccountLimits } from '#src/lib/account-limits.ts'
import { type RunSize, saveSizes, storedBytes } from './usage.queries.ts'

export interface RunSizesOptions {
  readonly pool: Pool
  readonly limits: Pick<AccountLimits, 'storedBytes'>
  /** What all runs that are at work in this process may hold together. */
  readonly maxAtWork: number
  readonly onError: (error: unknown) => void
  readonly now?: () => number
}

/** How long a sum of the database is taken for true. */
const KNOWN_MS = 5000
const SAVE_MS = 500
/** A run without a row by then never came to be. */
const TRIES = 60
const MAX_ACCOUNTS = 10_000

const sumOf = (runs: Iterable<RunSize>): number => {
  let sum = 0
  for (const { bytes } of runs) sum += bytes
  return sum
}

/** Keeps the books on large runs: those at work here in memory, those that have ended in the database. */
export function createRunSizes(options: RunSizesOptions): RunSizes & { settled(): Promise<void> } {
  const { pool, limits, maxAtWork, onError, now = Date.now } = options
  const atWork = new Map<string, RunSize>()
  const unsaved = new Map<string, RunSize & { tries: number }>()
  const known = new Map<string, { readonly at: number; readonly bytes: Promise<number> }>()
  let timer: NodeJS.Timeout | undefined
  let saving = Promise.resolve()

  function stored(ownerId: string): Promise<number> {
    const entry = known.get(ownerId)
    if (entry !== undefined && now() - entry.at < KNOWN_MS) return entry.bytes
    if (known.size >= MAX_ACCOUNTS) known.clear()
    const bytes = storedBytes(pool, ownerId)
    known.set(ownerId, { at: now(), bytes })
    // What could not be read is asked for again.
    bytes.catch(() => known.delete(ownerId))
    return bytes
  }

  async function save(): Promise<void> {
    const batch = [...unsaved.values()]
    if (batch.length === 0) return
    const saved = new Set(await saveSizes(pool, batch))
    for (const run of batch) {
      run.tries += 1
      if (!saved.has(run.id) && run.tries < TRIES) continue
      if (unsaved.get(run.id) === run) unsaved.delete(run.id)
      known.delete(run.ownerId)
    }
  }
  function saveSoon(): void {
    if (timer !== undefined || unsaved.size === 0) return
    timer = setTimeout(() => {
      timer = undefined
      saving = save().catch(onError).finally(saveSoon)
    }, SAVE_MS)
    timer.unref()
  }

  async function refuse({ id, ownerId, bytes }: RunSize) {
    if (sumOf(atWork.values()) > maxAtWork) return tooMuchAtWork
    const known = await stored(ownerId)
    // And those that the database does not know yet.
    const others = [...atWork.values(), ...unsaved.values()].filter((run) => run.ownerId === ownerId && run.id !== id)
    const all = known + sumOf(others) + bytes
    return all > limits.storedBytes ? quotaExceeded(limits.storedBytes) : null
  }

  return {
    async grow({ id, ownerId }, bytes) {
      const before = atWork.get(id)
      // Counted while it is asked for, or many at once would all find room.
      atWork.set(id, { id, ownerId, bytes })
      const refusal = await refuse({ id, ownerId, bytes })
      // What is refused is not written either.
      if (refusal !== null && before !== undefined) atWork.set(id, before)
      else if (refusal !== null) atWork.delete(id)
      return refusal
    },
    leave(id) {
      const run = atWork.get(id)
      if (run === undefined) return
      atWork.delete(id)
      unsaved.set(id, { ...run, tries: 0 })
      saveSoon()
    },
    async settled() {
      await saving
      clearTimeout(timer)
      timer = undefined
      await save().catch(onError)
    },
  }
}
