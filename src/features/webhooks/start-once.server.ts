import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import { isTaken } from '#src/lib/database-errors.ts'
import { uuidv7 } from '#src/lib/ids.ts'
import { unavailable } from '#src/server/http/app-error.ts'
import { claimDelivery, type Delivery, executionExists, releaseDelivery } from './deliveries.queries.ts'

/** A duplicate is told nothing before the run of the first delivery is committed, which takes a moment. */
const PATIENCE_MS = 5000
const LOOK_AGAIN_MS = 50

interface Starts<Answer> {
  /** The run has to have this id. */
  start(executionId: string): Promise<Answer>
  duplicateOf(executionId: string): Answer
}

/** Starts the run of the first of several deliveries of one event, and answers the others with its id. */
export async function startOnce<Answer>(
  pool: Pool,
  wanted: Omit<Delivery, 'executionId'>,
  { start, duplicateOf }: Starts<Answer>,
): Promise<Answer> {
  const { executionId, isOurs } = await claimDelivery(pool, { ...wanted, executionId: uuidv7() })
  if (!isOurs) {
    await committed(pool, executionId)
    return duplicateOf(executionId)
  }
  try {
    return await start(executionId)
  } catch (error) {
    // The answer to its commit was lost, or another process took the claim over and was quicker.
    if (isTaken(error) && (await executionExists(pool, executionId))) return duplicateOf(executionId)
    await releaseDelivery(pool, { ...wanted, executionId })
    throw error
  }
}

async function committed(pool: Pool, executionId: string): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS
  while (!(await executionExists(pool, executionId))) {
    if (Date.now() > deadline) throw unavailable('An earlier delivery of this event is not accepted yet')
    await sleep(LOOK_AGAIN_MS)
  }
}
