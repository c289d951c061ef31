import { sql } from 'kysely'
import { uuidv7 } from '#src/lib/ids.ts'
import type { Db } from '#src/server/database.ts'

/** Kinds of requests that are kept: a flood of made-up ones cannot fill the disk. */
const MAX_REQUESTS = 20_000
const KEPT_DAYS = 365

interface Voice {
  readonly words: string
  readonly typed: string
  readonly who: Buffer
}

/** Counts the voice unless it has spoken for this today, and says how many there are. */
export const countVoice = (db: Db, { words, typed, who }: Voice): Promise<number> =>
  db.transaction().execute(async (transaction) => {
    await sql`
      insert into tool_request (id, words, typed)
      select ${uuidv7()}, ${words}, ${typed} where (select count(*) from tool_request) < ${MAX_REQUESTS}
      on conflict (words) do nothing`.execute(transaction)
    const { rows } = await sql<{ count: number }>`
      with heard as (
        insert into tool_request_voice (request_id, day, who)
        select id, (now() at time zone 'utc')::date, ${who} from tool_request where words = ${words}
        on conflict do nothing returning request_id
      )
      update tool_request set count = count + (select count(*) from heard), last_at = now()
       where words = ${words} returning count`.execute(transaction)
    return rows[0]?.count ?? 1
  })

/** Voices are needed for their day alone; what nobody asked for again is let go after a year. */
export async function sweepRequests(db: Db): Promise<void> {
  await sql`delete from tool_request_voice where day < (now() at time zone 'utc')::date`.execute(db)
  await sql`delete from tool_request where last_at < now() - make_interval(days => ${KEPT_DAYS})`.execute(db)
}
