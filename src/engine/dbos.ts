import { DBOS, DBOSClient } from '@dbos-inc/dbos-sdk'
import type { ClientBase, Pool } from 'pg'
import { PLACES } from './decide/fair-share.ts'
import { CALM_POLL_MS } from './decide/poll-pace.ts'
import type { EngineLog, EngineTransaction } from './engine.ts'

export const RECOVERY_QUEUE = 'recovery'
/** Each account has a partition of its own, so that nobody's many runs keep another's from starting. */
export const BACKGROUND_QUEUE = 'background'
const NAME = 'fettle'
export const RUN_GRAPH = 'runGraph'

export interface DbosOptions {
  readonly databaseUrl: string
  /** Its own pool: on a shared one, calls from inside our transactions would wait for each other for ever. */
  readonly pool: Pool
  readonly executorId: string
  readonly applicationVersion: string
  readonly takesOver: boolean
  readonly log: EngineLog
}

/** The library reports routine matters as info. */
const adaptLog = (log: EngineLog) => ({
  info: () => {},
  debug: () => {},
  warn: (entry: unknown) => log.warn({}, `Durable execution: ${entry}`),
  error: (entry: unknown, details?: { stack?: string }) =>
    log.error({ stack: details?.stack }, `Durable execution: ${entry}`),
})

export interface ScheduledRun {
  readonly executionId: string
  /** Whose share of the places it takes; null for a run that was taken over, which waits for nobody's. */
  readonly ownerId: string | null
  readonly durableId: string
  /** Milliseconds since 1970; at once when absent. */
  readonly dueAt?: number
}

/** Due time of a run that is not due until something else than the clock makes it so. */
export const NEVER = Date.UTC(2200, 0, 1)

/** Adds the durable row of a run to a transaction; a worker takes it up once that is committed and the row is due. */
export type Schedule = (transaction: EngineTransaction, run: ScheduledRun) => Promise<void>

/** Register workflows first. One per process: the library keeps its state in module variables. */
export async function launchDbos(options: DbosOptions): Promise<Schedule> {
  DBOS.setConfig({
    name: NAME,
    systemDatabaseUrl: options.databaseUrl,
    systemDatabasePool: options.pool,
    executorID: options.executorId,
    applicationVersion: options.applicationVersion,
    logger: adaptLog(options.log),
    useListenNotify: false,
    listenQueues: options.takesOver ? [RECOVERY_QUEUE, BACKGROUND_QUEUE] : ['none'],
  })
  await DBOS.launch()
  // Without partitions: a row without a partition key would wait in a partitioned queue for ever.
  if (options.takesOver) {
    await DBOS.registerQueue(RECOVERY_QUEUE, {
      minPollingIntervalMs: 250,
      workerConcurrency: 50,
      onConflict: 'always_update',
    })
    await DBOS.registerQueue(BACKGROUND_QUEUE, {
      // More often while runs wait in it, and fewer places where many accounts have some (queue-share.ts).
      minPollingIntervalMs: CALM_POLL_MS,
      workerConcurrency: PLACES.all,
      partitionWorkerConcurrency: PLACES.account,
      onConflict: 'always_update',
    })
  }
  return createSchedule(options)
}

export interface BackgroundPace {
  /** How many runs of each account a process may have begun from the queue. */
  readonly places: number
  /** How long a process waits before it looks into the queue again. */
  readonly pollMs: number
}

/** Tells the queue what it does not know yet; every process hears of it within a second. */
export async function setBackgroundPace({ places, pollMs }: BackgroundPace): Promise<void> {
  const queue = await DBOS.retrieveQueue(BACKGROUND_QUEUE)
  if (queue === null) return
  if (queue.partitionWorkerConcurrency !== places) await queue.setPartitionWorkerConcurrency(places)
  if (queue.minPollingIntervalMs !== pollMs) await queue.setMinPollingIntervalMs(pollMs)
}

async function createSchedule({ databaseUrl, pool, applicationVersion }: DbosOptions): Promise<Schedule> {
  const client = await DBOSClient.create({
    systemDatabaseUrl: databaseUrl,
    systemDatabasePool: pool,
    applicationName: NAME,
  })
  return async (transaction, { executionId, ownerId, durableId, dueAt }) => {
    const seconds = dueAt === undefined ? 0 : Math.max(0, dueAt - Date.now()) / 1000
    const options = {
      ...(ownerId === null
        ? { queueName: RECOVERY_QUEUE }
        : { queueName: BACKGROUND_QUEUE, queuePartitionKey: ownerId }),
      workflowName: RUN_GRAPH,
      workflowID: durableId,
      appVersion: applicationVersion,
      ...(seconds > 0 && { delaySeconds: seconds }),
    }
    // It calls nothing but query(text, values).
    await client.enqueueInTransaction(transaction as unknown as ClientBase, options, executionId)
  }
}
