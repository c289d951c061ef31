import { repeat } from '#src/engine/repeat.ts'
import type { Db } from '#src/server/database.ts'
import type { Logger } from '#src/server/log.ts'
import { deleteDoomed, deleteRuns, doomedRuns } from './workflow-acts.queries.ts'

interface PurgeDeps {
  readonly db: Db
  /** Makes the engine forget what it keeps of these runs. */
  readonly forgetRuns: (executionIds: readonly string[]) => Promise<void>
}

/** Small, so that nobody waits for the locks of a transaction. */
const BATCH = 200
const EVERY_MS = 60_000

/** Deletes for good what nobody brought back; returns how many workflows there were. */
export async function purgeWorkflows({ db, forgetRuns }: PurgeDeps): Promise<number> {
  for (let batch = BATCH; batch === BATCH; )
    batch = await db.transaction().execute(async (transaction) => {
      const ids = await doomedRuns(transaction, BATCH)
      await forgetRuns(ids)
      await deleteRuns(transaction, ids)
      return ids.length
    })
  return deleteDoomed(db)
}

/** Goes on for as long as the process runs. Returns the way to end it. */
export function startPurge({ log, ...deps }: PurgeDeps & { readonly log: Logger }): () => Promise<void> {
  const work = async () => {
    const workflows = await purgeWorkflows(deps)
    if (workflows > 0) log.info({ workflows }, 'Deleted workflows for good')
  }
  return repeat('Deleting workflows', EVERY_MS, work, log)
}
