import { sql } from 'kysely'
import { repeat } from '#src/engine/repeat.ts'
import type { Db } from '#src/server/database.ts'
import type { Logger } from '#src/server/log.ts'

/** Removes what was handled more than 400 days ago; answers how many there were. What failed stays. */
export async function forgetEvents(db: Db): Promise<number> {
  // The application may not delete from this table: the function of its owner takes nothing else.
  const { rows } = await sql<{ gone: number }>`select forget_provider_events() as gone`.execute(db)
  return rows[0]?.gone ?? 0
}

const EVERY_MS = 600_000

/** Goes on for as long as the process runs. Returns the way to end it. */
export const startForgettingEvents = ({ db, log }: { readonly db: Db; readonly log: Logger }): (() => Promise<void>) =>
  repeat(
    'Forgetting what the payment provider told us long ago',
    EVERY_MS,
    async () => void (await forgetEvents(db)),
    log,
  )
