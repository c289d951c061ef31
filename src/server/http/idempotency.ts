import { createHash } from 'node:crypto'
import type { Pool } from 'pg'
import { uuidv7 } from '#src/lib/ids.ts'
import type { Logger } from '#src/server/log.ts'
import { AppError, conflict, invalidRequest } from './app-error.ts'

export interface StoredAnswer {
  readonly status: number
  readonly body: string
}

/** What a call and its repeats under the same Idempotency-Key have in common; without a key a call is alone. */
export interface Claim {
  /** What comes of the call can be called by it: whoever repeats it finds that there. */
  readonly id: string
  /** An earlier one may have done its work, or some of it. */
  readonly isRepeat: boolean
}

export interface Idempotency {
  /** Runs `work` once per key; a repeat with the same body gets the stored answer, with another body 409. */
  once(key: string, scope: string, body: unknown, work: (claim: Claim) => Promise<StoredAnswer>): Promise<StoredAnswer>
  /** Forgets keys older than a day. */
  sweep(): Promise<void>
}

/** Of those that share the database, the one that this is, and which others are gone. */
export interface Processes {
  readonly executorId: string
  isGone(executorId: string): Promise<boolean>
}

export const aloneClaim = (): Claim => ({ id: uuidv7(), isRepeat: false })

interface Entry {
  readonly scope: string
  readonly key: string
  readonly hash: Buffer
}

interface Held extends Claim {
  /** As PostgreSQL writes it. Whoever claims the key after us has another one. */
  readonly claimedAt: string
}

interface Known {
  readonly body_hash: Buffer
  readonly status: number | null
  readonly answer: string | null
  readonly holder: string | null
}

/** A request that takes longer is taken for one that came to no end, whatever its process says. */
const GIVEN_UP = `interval '2 minutes'`

const stillRunning = () =>
  new AppError({
    code: 'REQUEST_IN_PROGRESS',
    status: 409,
    message: 'The first request with this Idempotency-Key has not finished yet',
  })

const SERVER_FAULT = 500
const isRefusal = (error: unknown) => error instanceof AppError && error.status < SERVER_FAULT

/**
 * The key is ours now, be it new or left behind by a process that is `gone`; or else who has it. One of several gets it.
 * A process that only seemed to be gone does no harm when it goes on: what it makes has the id that ours has.
 */
async function claim(pool: Pool, entry: Entry, processes: Processes, gone?: string): Promise<Held | Known> {
  const { scope, key, hash } = entry
  const own = uuidv7()
  const { rows: claimed } = await pool.query<{ id: string; claimed_at: string }>(
    `insert into idempotency as known (scope, key, body_hash, id, holder) values ($1, $2, $3, $4, $5)
     on conflict (scope, key) do update set created_at = now(), holder = excluded.holder
      where known.status is null and known.body_hash = excluded.body_hash
        and (known.created_at < now() - ${GIVEN_UP} or known.holder = $6)
     returning id, created_at::text as claimed_at`,
    [scope, key, hash, own, processes.executorId, gone],
  )
  if (claimed[0] !== undefined) {
    const { id, claimed_at: claimedAt } = claimed[0]
    return { id, claimedAt, isRepeat: id !== own }
  }
  const { rows } = await pool.query<Known>(
    'select body_hash, status, answer, holder from idempotency where scope = $1 and key = $2',
    [scope, key],
  )
  const [known] = rows
  // A first request that failed has given the key back meanwhile.
  if (known === undefined) return claim(pool, entry, processes)
  const { status, holder } = known
  const isLeft = status === null && holder !== null && holder !== gone && (await processes.isGone(holder))
  return isLeft ? claim(pool, entry, processes, holder) : known
}

const store = (pool: Pool, { scope, key }: Entry, { status, body }: StoredAnswer) =>
  pool.query('update idempotency set status = $3, answer = $4 where scope = $1 and key = $2', [
    scope,
    key,
    status,
    body,
  ])

const OURS = 'scope = $1 and key = $2 and status is null and created_at = $3::timestamptz'

/**
 * A refused input may be mended and sent again under the same key. After any other failure, and after a refused repeat
 * of one, it is not known what was done: the key keeps its id, and whoever repeats the call has it at once.
 */
const giveBack = (pool: Pool, { scope, key }: Entry, { claimedAt, isRepeat }: Held, error: unknown) =>
  pool.query(
    isRefusal(error) && !isRepeat
      ? `delete from idempotency where ${OURS}`
      : `update idempotency set created_at = now() - ${GIVEN_UP} where ${OURS}`,
    [scope, key, claimedAt],
  )

/** Only successes are kept. */
export function createIdempotency(pool: Pool, log: Pick<Logger, 'warn'>, processes: Processes): Idempotency {
  return {
    async once(key, scope, body, work) {
      if (key.length < 1 || key.length > 255) throw invalidRequest('Idempotency-Key must have 1 to 255 characters')
      const hash = createHash('sha256')
        .update(JSON.stringify(body ?? null))
        .digest()
      const entry = { scope, key, hash }
      const held = await claim(pool, entry, processes)
      if ('body_hash' in held) {
        if (!held.body_hash.equals(hash))
          throw conflict('IDEMPOTENCY_KEY_REUSED', 'This Idempotency-Key was used with another body')
        if (held.status === null || held.answer === null) throw stillRunning()
        return { status: held.status, body: held.answer }
      }
      const answer = await work(held).catch(async (error: unknown) => {
        await giveBack(pool, entry, held, error).catch((err) =>
          log.warn({ err }, 'An Idempotency-Key was not given back'),
        )
        throw error
      })
      // It is done, so it is told. The key stays taken, as nobody may do it again at once.
      await store(pool, entry, answer).catch((err) => log.warn({ err }, 'The answer of a call was not kept'))
      return answer
    },
    async sweep() {
      await pool.query("delete from idempotency where created_at < now() - interval '25 hours'")
    },
  }
}
