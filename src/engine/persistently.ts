import { setTimeout as wait } from 'node:timers/promises'
import { isPassing } from '#src/lib/database-errors.ts'
import type { EngineLog } from './engine.ts'

const FIRST_WAIT_MS = 100
const LONGEST_WAIT_MS = 2000

/** Repeats what may be repeated until the database takes it: a run must not be lost because it restarted. */
export async function persistently<T>(work: () => Promise<T>, log: EngineLog): Promise<T> {
  for (let pause = FIRST_WAIT_MS; ; pause = Math.min(pause * 2, LONGEST_WAIT_MS)) {
    try {
      return await work()
    } catch (error) {
      if (!isPassing(error)) throw error
      log.warn({ err: error }, 'The database did not answer; trying again')
      await wait(pause)
    }
  }
}
