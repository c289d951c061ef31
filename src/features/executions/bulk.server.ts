import type { Engine } from '#src/engine/engine.ts'
import { findOwned } from '#src/features/workflows/workflows.queries.ts'
import { stableId } from '#src/server/crypto/stable-id.ts'
import type { Db } from '#src/server/database.ts'
import { asEngineTransaction } from '#src/server/engine-transaction.ts'
import { AppError, assertFound, conflict } from '#src/server/http/app-error.ts'
import { decodeCursor, encodeCursor } from '#src/server/http/cursor.ts'
import type { Claim } from '#src/server/http/idempotency.ts'
import { isRepeated, listExecutions } from './executions.queries.ts'
import { type Bulk, type BulkAnswer, EXECUTIONS_PER_PAGE } from './executions.schema.ts'
import type { Asking } from './own-execution.server.ts'
import type { createRetry } from './retry.server.ts'
import { startAs } from './start-as.server.ts'

interface BulkDeps {
  readonly db: Db
  readonly engine: Engine
  readonly prepareRetry: ReturnType<typeof createRetry>
  readonly executionFinished: () => AppError
}

const SERVER_FAULT = 500
const alreadyRetried = () => conflict('ALREADY_RETRIED', 'This execution has been retried already')

/**
 * Does the same to one page of the executions that fit a filter, the newest first. What begins anew is newer than all
 * of them, so whoever goes on with the cursor never meets it. The cursor also carries the name of the first page, from
 * which the ids of what begins are made: on whichever page an execution is met, and however often, it is retried once.
 * Of one that was retried before, that retry is meant from then on, should it fail: whoever begins anew after half of
 * the pages does not do the same twice, unless they say so.
 */
export function createBulk({ db, engine, prepareRetry, executionFinished }: BulkDeps) {
  /** Into the queue: whoever repeats a thousand runs does not keep others from theirs. */
  const retry = (asking: Asking, id: string, { from, version, again }: Bulk, executionId: string) =>
    startAs(db, asking.userId, { id: executionId, isRepeat: true }, async () => {
      const request = { ...(await prepareRetry(asking, id, { from, version })), executionId }
      await db.transaction().execute(async (transaction) => {
        if (!again && (await isRepeated(transaction, id))) throw alreadyRetried()
        await engine.enqueue(asEngineTransaction(transaction), request)
      })
    })

  async function cancel(id: string): Promise<void> {
    if ((await engine.cancel(id)) === 'already-final') throw executionFinished()
  }

  return async function bulk(asking: Asking, body: Bulk, claim: Claim): Promise<BulkAnswer> {
    const { workflowId, ...filter } = body.filter
    assertFound(await findOwned(db, asking.userId, workflowId), 'workflow')
    const [position, name = claim.id] = body.cursor?.split('.') ?? []
    const retryOf = (id: string) => stableId(`retry ${name} ${id}`)
    const rows = await listExecutions(db, { workflowId, filter, before: decodeCursor(position) })
    const page = rows.slice(0, EXECUTIONS_PER_PAGE)
    // A repeat of the first page also meets what its first try began.
    const meant = page.filter(({ id, retry_of: of }) => of === null || id !== retryOf(of))
    const leftOut: { id: string; code: string; message: string }[] = []
    for (const { id } of meant)
      try {
        await (body.action === 'retry' ? retry(asking, id, body, retryOf(id)) : cancel(id))
      } catch (error) {
        if (!(error instanceof AppError) || error.status >= SERVER_FAULT) throw error
        leftOut.push({ id, code: error.code, message: error.message })
      }
    const last = rows.length > EXECUTIONS_PER_PAGE ? page.at(-1) : undefined
    const cursor = last ? `${encodeCursor({ at: last.position, id: last.id })}.${name}` : null
    return { done: meant.length - leftOut.length, leftOut, cursor }
  }
}
