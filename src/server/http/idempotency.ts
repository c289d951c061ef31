import { createHash } from 'node:crypto'
import type { Pool } from 'pg'
import { AppError, conflict, invalidRequest } from './app-error.ts'

export interface StoredAnswer {
  readonly status: number
  readonly body: string
}

export interface Idempotency {
  /** Runs `work` once per key; a repeat with the same body gets the stored answer, with another body 409. */
  once(key: string, scope: string, body: unknown, work: () => Promise<StoredAnswer>): Promise<StoredAnswer>
  /** Forgets keys older than a day. */
  sweep(): Promise<void>
}

interface Row {
  readonly body_hash: Buffer
  readonly status: number | null
  readonly answer: string | null
}

const stillRunning = () =>
  new AppError({
    code: 'REQUEST_IN_PROGRESS',
    status: 409,
    message: 'The first request with this Idempotency-Key has not finished yet',
  })

/** Only successes are kept: a refused input may be mended and sent again under the same key. */
export function createIdempotency(pool: Pool): Idempotency {
  /** Undefined: the key is ours now, be it new or left behind by a process that died; one of several that try gets it. */
  const claim = async (scope: string, key: string, hash: Buffer): Promise<Row | undefined> => {
    const claimed = await pool.query(
      `insert into idempotency as known (scope, key, body_hash) values ($1, $2, $3)
       on conflict (scope, key) do update set created_at = now()
        where known.status is null and known.body_hash = excluded.body_hash
          and known.created_at < now() - interval '2 minutes'`,
      [scope, key, hash],
    )
    if (claimed.rowCount === 1) return undefined
    const { rows } = await pool.query<Row>(
      'select body_hash, status, answer from idempotency where scope = $1 and key = $2',
      [scope, key],
    )
    // A first request that failed has given the key back meanwhile.
    return rows[0] ?? claim(scope, key, hash)
  }
  const release = (scope: string, key: string) =>
    pool.query('delete from idempotency where scope = $1 and key = $2 and status is null', [scope, key])

  return {
    async once(key, scope, body, work) {
      if (key.length < 1 || key.length > 255) throw invalidRequest('Idempotency-Key must have 1 to 255 characters')
      const hash = createHash('sha256')
        .update(JSON.stringify(body ?? null))
        .digest()
      const known = await claim(scope, key, hash)
      if (known !== undefined) {
        if (!known.body_hash.equals(hash))
          throw conflict('IDEMPOTENCY_KEY_REUSED', 'This Idempotency-Key was used with another body')
        if (known.status === null || known.answer === null) throw stillRunning()
        return { status: known.status, body: known.answer }
      }
      try {
        const answer = await work()
        await pool.query('update idempotency set status = $3, answer = $4 where scope = $1 and key = $2', [
          scope,
          key,
          answer.status,
          answer.body,
        ])
        return answer
      } catch (error) {
        await release(scope, key)
        throw error
      }
    },
    async sweep() {
      await pool.query("delete from idempotency where created_at < now() - interval '25 hours'")
    },
  }
}
