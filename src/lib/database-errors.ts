import { z } from './zod.ts'

const Coded = z.object({ code: z.string(), syscall: z.string().optional() })
/** SQLSTATE classes of what passes by itself: lost connection, conflict, no resources, shut down by an operator. */
const PASSING_CLASSES = new Set(['08', '40', '53', '57', '58'])
const PASSING_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOENT', 'ETIMEDOUT'])
const PASSING_MESSAGES = /^(Connection terminated|timeout exceeded when trying to connect)/
/** Of these, what concerns one statement and not the database as a whole: a conflict, and one that took too long. */
const OF_ONE_STATEMENT = /^(40|57014)/

/** Whether the database may accept the same statement later. */
export function isPassing(error: unknown): boolean {
  const coded = Coded.safeParse(error)
  if (coded.success) return PASSING_CODES.has(coded.data.code) || PASSING_CLASSES.has(coded.data.code.slice(0, 2))
  return error instanceof Error && PASSING_MESSAGES.test(error.message)
}

/** Whether nobody answers at the database's address, or it takes no more connections: later it may. */
export function isDatabaseAway(error: unknown): boolean {
  const { code = '', syscall } = Coded.safeParse(error).data ?? {}
  // A file that is not there has this code too.
  if (code === 'ENOENT' && syscall !== 'connect') return false
  return isPassing(error) && !OF_ONE_STATEMENT.test(code)
}

/** Whether there is a row of the same key already: SQLSTATE unique_violation. */
export const isTaken = (error: unknown): boolean => Coded.safeParse(error).data?.code === '23505'
