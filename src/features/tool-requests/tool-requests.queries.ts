import { sql } from 'kysely'
import { uuidv7 } from '#src/lib/ids.ts'
import type { Db } from '#src/server/database.ts'

/** Requests that are kept: a flood of made-up ones cannot fill the disk. */
export const MAX_REQUESTS = 20_000
const KEPT_DAYS = 365

interface Voice {
  readonly words: string
  readonly typed: string
  readonly who: Buffer
}

/** Counts the voice unless it has spoken for this today, and says how many there are. */
export const countVoice = (db: Db, { words, typed, who }: Voice): Promise<number> =>
  db.transaction().execute(async (transaction) => {
    const newId = uuidv7()
    // An update where it is there already: that locks it, so that nobody makes room with it meanwhile.
    const [request] = (
      await sql<{ id: string }>`
        insert into tool_request (id, words, typed) values (${newId}, ${words}, ${typed})
        on conflict (words) do update set last_at = now() returning id`.execute(transaction)
    ).rows
    if (request === undefined) throw new Error('the upsert returned no row')
    if (request.id === newId) await makeRoom(transaction, newId)
    const { rows } = await sql<{ count: number }>`
      with heard as (
        insert into tool_request_voice (request_id, day, who)
        values (${request.id}, (now() at time zone 'utc')::date, ${who})
        on conflict do nothing returning request_id
      )
      update tool_request set count = count + (select count(*) from heard)
       where id = ${request.id} returning count`.execute(transaction)
    if (rows[0] === undefined) throw new Error('the request is gone')
    return rows[0].count
  })

/** What the fewest asked for goes first, of that what was asked for the longest ago. */
const makeRoom = (db: Db, newId: string) =>
  sql`delete from tool_request where id in (
        select id from tool_request where id <> ${newId} order by count, last_at, id
         limit greatest(0, (select count(*) from tool_request) - ${MAX_REQUESTS}) for update skip locked
      )`.execute(db)

/** Voices are needed for their day alone; what nobody asked for again is let go after a year. */
export async function sweepRequests(db: Db): Promise<void> {
  await sql`delete from tool_request_voice where day < (now() at time zone 'utc')::date`.execute(db)
  await sql`delete from tool_request where last_at < now() - make_interval(days => ${KEPT_DAYS})`.execute(db)
}
