import { appendAudit } from '#src/server/audit/audit.ts'
import type { Db } from '#src/server/database.ts'
import { notFound } from '#src/server/http/app-error.ts'
import { findExecutionState, isOfAnother } from './executions.queries.ts'

export interface Asking {
  readonly userId: string
  readonly address: string
}

/** Whoever guesses ids of runs is looking for what strangers sent. */
export async function noteStranger(db: Db, { userId, address }: Asking, id: string): Promise<void> {
  if (await isOfAnother(db, userId, id))
    await appendAudit(db, { actorId: userId, action: 'execution.refused', target: `execution ${id}`, address })
}

/** What is looked for in a run of whoever asks. Somebody else's is not found, and noted. */
export async function ownExecution<T>(
  db: Db,
  asking: Asking,
  id: string,
  find: (db: Db, userId: string, id: string) => Promise<T | undefined>,
): Promise<T> {
  const found = await find(db, asking.userId, id)
  if (found !== undefined) return found
  await noteStranger(db, asking, id)
  throw notFound('execution')
}

/** For other features, whose routes are about a run too. */
export const assertOwnRun =
  (db: Db) =>
  async (asking: Asking, id: string): Promise<void> => {
    await ownExecution(db, asking, id, findExecutionState)
  }
