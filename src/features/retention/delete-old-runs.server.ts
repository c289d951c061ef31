import { repeat } from '#src/engine/repeat.ts'
import type { AccountLimits } from '#src/lib/account-limits.ts'
import type { Db } from '#src/server/database.ts'
import type { Logger } from '#src/server/log.ts'
import { isElected, oldestEnded, ownersOfMany, ownersOfOld, rollUp } from './retention.queries.ts'

export interface RetentionDeps {
  readonly db: Db
  /** Makes the engine forget what it keeps of these runs. */
  readonly forgetRuns: (executionIds: readonly string[]) => Promise<void>
  readonly limits: Pick<AccountLimits, 'keepDays' | 'keepRuns'>
}

/** Small, so that nobody waits for the locks of a transaction. */
const BATCH = 200
const DAY_MS = 86_400_000
const EVERY_MS = 600_000
/** A run that has just ended may still be looked at by whoever waits for it. */
const REST_MS = 60_000

type Share = Pick<Parameters<typeof oldestEnded>[1], 'ownerId' | 'endedBefore'>

/** Deletes runs of one account, oldest first, at most so many; returns how many there were. */
async function deleteOf({ db, forgetRuns }: RetentionDeps, share: Share, most: number): Promise<number> {
  for (let deleted = 0; ; ) {
    const limit = Math.min(BATCH, most - deleted)
    const ids = await db.transaction().execute(async (transaction) => {
      if (limit <= 0 || !(await isElected(transaction))) return []
      const oldest = await oldestEnded(transaction, { ...share, limit })
      if (oldest.length === 0) return []
      await forgetRuns(oldest)
      await rollUp(transaction, oldest, share.endedBefore)
      return oldest
    })
    deleted += ids.length
    if (ids.length < BATCH) return deleted
  }
}

/** Deletes runs that ended too long ago, and the oldest of accounts that have too many; returns how many there were. */
export async function deleteOldRuns(deps: RetentionDeps, now: Date): Promise<number> {
  const { db, limits } = deps
  let deleted = 0
  const endedBefore = new Date(now.getTime() - limits.keepDays * DAY_MS)
  for (const ownerId of await ownersOfOld(db, endedBefore))
    deleted += await deleteOf(deps, { ownerId, endedBefore }, Number.POSITIVE_INFINITY)
  const rested = new Date(now.getTime() - REST_MS)
  for (const { ownerId, excess } of await ownersOfMany(db, limits.keepRuns))
    deleted += await deleteOf(deps, { ownerId, endedBefore: rested }, excess)
  return deleted
}

/** Goes on for as long as the process runs. Returns the way to end it. */
export function startRetention({ log, ...deps }: RetentionDeps & { readonly log: Logger }): () => Promise<void> {
  const work = async () => {
    const deleted = await deleteOldRuns(deps, new Date())
    if (deleted > 0) log.info({ runs: deleted }, 'Deleted runs that are older than they are kept')
  }
  return repeat('Deleting old runs', EVERY_MS, work, log)
}
