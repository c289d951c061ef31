import type { Pool, PoolClient } from 'pg'
import { isPassing } from '#src/lib/database-errors.ts'
import { errorEvent, errorTriggerOf } from './decide/error-event.ts'
import type { Engine, EngineHost, EngineLog } from './engine.ts'
import { type ErrorRun, lockErrorWorkflows } from './error-runs.queries.ts'
import { inTransaction } from './in-transaction.ts'
import type { EndedRun } from './runs.queries.ts'

/** Enqueues the error workflows of runs that this transaction has ended as failed. */
export type StartErrorRuns = (client: PoolClient, failed: readonly string[]) => Promise<void>

export interface ErrorRunsOptions {
  readonly host: EngineHost
  readonly log: EngineLog
  readonly enqueue: Engine['enqueue']
}

export function createErrorRuns({ host, log, enqueue }: ErrorRunsOptions): StartErrorRuns {
  async function startOne(client: PoolClient, { failed, ownerId, target }: ErrorRun): Promise<void> {
    const trigger = errorTriggerOf(target.graph)
    if (trigger === undefined) return
    const url = host.executionUrl?.(failed.workflowId, failed.id) ?? ''
    await enqueue(client, {
      ...target,
      ownerId,
      lane: 'direct',
      trigger: { kind: 'error', nodeId: trigger.id, payload: errorEvent(failed, url) },
    })
  }

  return async function startErrorRuns(client, failed) {
    if (failed.length === 0) return
    for (const run of await lockErrorWorkflows(client, failed)) {
      await client.query('savepoint error_run')
      try {
        await startOne(client, run)
      } catch (error) {
        if (isPassing(error)) throw error
        // A run that could never end because its error workflow cannot begin would be worse.
        await client.query('rollback to savepoint error_run')
        log.error({ err: error, executionId: run.failed.id }, 'An error workflow could not be started')
      }
    }
  }
}

/** Writes the end of runs by `write`, which returns the ids of those that it has ended. */
export type EndRuns = (
  runs: readonly EndedRun[],
  write: (client: Pool | PoolClient) => Promise<string[]>,
) => Promise<string[]>

/** One statement, unless a run has failed and somebody wants to know: then its error workflow is in the same commit. */
export const createEndRuns =
  (pool: Pool, startErrorRuns: StartErrorRuns): EndRuns =>
  async (runs, write) => {
    if (!runs.some(({ outcome, errorWorkflowId }) => outcome.status === 'failed' && errorWorkflowId !== undefined))
      return write(pool)
    return inTransaction(pool, async (client) => {
      const ids = await write(client)
      await startErrorRuns(client, ids)
      return ids
    })
  }
