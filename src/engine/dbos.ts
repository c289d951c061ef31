import { DBOS } from '@dbos-inc/dbos-sdk'
import type { Pool } from 'pg'
import type { EngineLog } from './engine.ts'

export const RECOVERY_QUEUE = 'recovery'

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

/** Register workflows first. One per process: the library keeps its state in module variables. */
export async function launchDbos(options: DbosOptions): Promise<void> {
  DBOS.setConfig({
    name: 'fettle',
    systemDatabaseUrl: options.databaseUrl,
    systemDatabasePool: options.pool,
    executorID: options.executorId,
    applicationVersion: options.applicationVersion,
    logger: adaptLog(options.log),
    useListenNotify: false,
    listenQueues: options.takesOver ? [RECOVERY_QUEUE] : ['none'],
  })
  await DBOS.launch()
  // Without partitions: a row without a partition key would wait in a partitioned queue for ever.
  if (options.takesOver)
    await DBOS.registerQueue(RECOVERY_QUEUE, {
      minPollingIntervalMs: 250,
      workerConcurrency: 50,
      onConflict: 'always_update',
    })
}
