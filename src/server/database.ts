import { Kysely, PostgresDialect } from 'kysely'
import { Pool, types } from 'pg'
import type { DB } from '#db/types.ts'
import type { Logger } from './log.ts'

export type Db = Kysely<DB>

export interface Database {
  pool: Pool
  db: Db
  /** Waits for running queries, then closes every connection. */
  close(): Promise<void>
}

interface ConnectOptions {
  /** Address of the database, embedded or one's own. */
  url: string
  /** More connections are slower on few cores: every one is a process that competes for them. */
  max?: number
  log?: Pick<Logger, 'warn'>
}

const POOL_SIZE = 6

/** A pool of connections with Kysely on top; opens the first connection when it is needed. */
export function connect({ url, max = POOL_SIZE, log }: ConnectOptions): Database {
  const pool = new Pool({
    connectionString: url,
    max,
    application_name: 'fettle',
    types: { getTypeParser: parserFor },
  })
  // Without a listener, a server that closes an idle connection would end our process.
  let closing = false
  pool.on('error', ({ message }) => {
    if (!closing) log?.warn({ reason: message }, 'An idle database connection was lost')
  })
  // The pool listens to idle connections only; one that is lost between two statements of a transaction fails the next.
  pool.on('connect', (client) => client.on('error', () => undefined))
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
  return {
    pool,
    db,
    close() {
      closing = true
      return db.destroy()
    },
  }
}

/**
 * How values arrive: int8 (counts, cents) as a number, date as `YYYY-MM-DD`, timestamptz as Date, numeric as string,
 * json parsed.
 */
function parserFor(oid: number, format?: 'text' | 'binary') {
  if (format !== 'binary' && oid === types.builtins.INT8) return exactNumber
  if (format !== 'binary' && oid === types.builtins.DATE) return (text: string) => text
  return types.getTypeParser(oid, format)
}

/** Beyond 2^53 a number would be silently wrong, so it is refused. Money stays below: 90 trillion of any currency. */
function exactNumber(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} does not fit a number exactly`)
  return value
}
