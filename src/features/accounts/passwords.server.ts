import { hash, verify } from '@node-rs/argon2'
import { unavailable } from '#src/server/http/app-error.ts'

// OWASP ASVS 5.0, appendix C: argon2id with m = 19456 KiB, t = 2, p = 1. The library's default is argon2id.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Of libuv's four threads: files and addresses keep the other two. `npm run bench -- logins` measures what is left. */
const MAX_AT_ONCE = 2
/** About a second of work on two cores. */
const MAX_WAITING = 100

let running = 0
const waiting: (() => void)[] = []

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (waiting.length >= MAX_WAITING) throw unavailable('Too many people are signing in. Try again in a moment.', 2)
  if (running >= MAX_AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve))
  else running += 1
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next === undefined) running -= 1
    else next()
  }
}

export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password, COST))

const CURRENT = `$argon2id$v=19$m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}$`
/** Whether a hash was made with other costs than today's. */
export const isOutdated = (passwordHash: string): boolean => !passwordHash.startsWith(CURRENT)

let decoy: Promise<string> | undefined

/** An unknown address costs as much time as a known one, so that the two cannot be told apart. */
export async function passwordMatches(passwordHash: string | null | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword('the hash that nobody has')
  const expected = passwordHash ?? (await decoy)
  const matches = await inTurn(() => verify(expected, password))
  return matches && typeof passwordHash === 'string'
}
