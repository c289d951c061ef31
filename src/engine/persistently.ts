import { setTimeout as wait } from 'node:timers/promises'
import { z } from '#src/lib/zod.ts'
import type { EngineLog } from './engine.ts'

const Coded = z.object({ code: z.string() })
/** SQLSTATE classes of what passes by itself: lost connection, conflict, no resources, shut down by an operator. */
const PASSING_CLASSES = new Set(['08', '40', '53', '57', '58'])
const PASSING_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOENT', 'ETIMEDOUT'])
const PASSING_MESSAGES = /^(Connection terminated|timeout exceeded when trying to connect)/
const FIRST_WAIT_MS = 100
const LONGEST_WAIT_MS = 2000

/** Whether the database may accept the same statement later. */
export function isPassing(error: unknown): boolean {
  const coded = Coded.safeParse(error)
  if (coded.success) return PASSING_CODES.has(coded.data.code) || PASSING_CLASSES.has(coded.data.code.slice(0, 2))
  return error instanceof Error && PASSING_MESSAGES.test(error.message)
}

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
