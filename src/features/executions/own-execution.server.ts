import { appendAudit } from '#src/server/audit/audit.ts'
import type { Db } from '#src/server/database.ts'
import { notFound } from '#src/server/http/app-error.ts'
import { isOfAnother } from './executions.queries.ts'

interface Asking {
  readonly userId: string
  readonly address: string
}

/** Somebody else's is not found, and noted: whoever guesses ids of runs is looking for what strangers sent. */
export async function executionNotFound(db: Db, { userId, address }: Asking, id: string): Promise<Error> {
  if (await isOfAnother(db, userId, id))
    await appendAudit(db, { actorId: userId, action: 'execution.refused', target: `execution ${id}`, address })
  return notFound('execution')
}
