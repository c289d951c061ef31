import type { Db } from '#src/server/database.ts'
import type { Claim } from '#src/server/http/idempotency.ts'
import { findExecutionState } from './executions.queries.ts'

/** Starts the run of this id, unless a call that this one repeats has done so. */
export async function startAs(
  db: Db,
  ownerId: string,
  { id, isRepeat }: Claim,
  start: () => Promise<unknown>,
): Promise<void> {
  if (isRepeat && (await findExecutionState(db, ownerId, id)) !== undefined) return
  try {
    await start()
  } catch (error) {
    // The answer to its commit was lost, or a repeat was quicker.
    const state = await findExecutionState(db, ownerId, id).catch(() => undefined)
    if (state === undefined) throw error
  }
}
