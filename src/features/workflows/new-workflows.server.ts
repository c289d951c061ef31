import type { Db } from '#src/server/database.ts'
import { conflict } from '#src/server/http/app-error.ts'
import type { Claim } from '#src/server/http/idempotency.ts'
import { countLocked, findOwned } from './workflows.queries.ts'
import { MAX_WORKFLOWS } from './workflows.schema.ts'

const workflowLimitReached = () =>
  conflict('WORKFLOW_LIMIT_REACHED', `There can be ${MAX_WORKFLOWS} workflows. Delete one that you no longer use.`)

/** Adds the workflow of this id to an account that may have one more, unless a call that this one repeats has done so. */
export const addWorkflow = (
  db: Db,
  ownerId: string,
  { id, isRepeat }: Claim,
  add: (transaction: Db) => Promise<unknown>,
): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    const count = await countLocked(transaction, ownerId)
    if (isRepeat && (await findOwned(transaction, ownerId, id)) !== undefined) return
    if (count >= MAX_WORKFLOWS) throw workflowLimitReached()
    await add(transaction)
  })
