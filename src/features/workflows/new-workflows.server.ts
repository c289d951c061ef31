import type { Db } from '#src/server/database.ts'
import { conflict } from '#src/server/http/app-error.ts'
import { countLocked } from './workflows.queries.ts'
import { MAX_WORKFLOWS } from './workflows.schema.ts'

const workflowLimitReached = () =>
  conflict('WORKFLOW_LIMIT_REACHED', `There can be ${MAX_WORKFLOWS} workflows. Delete one that you no longer use.`)

/** Adds a workflow to an account that may have one more. */
export const addWorkflow = (db: Db, ownerId: string, add: (transaction: Db) => Promise<unknown>): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    if ((await countLocked(transaction, ownerId)) >= MAX_WORKFLOWS) throw workflowLimitReached()
    await add(transaction)
  })
