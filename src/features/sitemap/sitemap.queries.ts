import { sql } from 'kysely'
import type { Db } from '#src/server/database.ts'

/** What everybody may open: tools, and the creators who have published some. */
const listed = sql`
  select id, '/fxn/' || slug as path, updated_at from tool where status = 'published'
  union all
  select creator.user_id, '/creators/' || handle, made.updated_at
    from creator join "user" person on person.id = creator.user_id
    join lateral (select max(updated_at) as updated_at from tool
                   where owner_id = creator.user_id and status = 'published') made on made.updated_at is not null
   where person.suspended_at is null`

export async function countListed(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from (${listed}) listed`.execute(db)
  return rows[0]?.count ?? 0
}

export interface ListedPage {
  readonly path: string
  readonly updated_at: Date
}

interface Part {
  readonly offset: number
  readonly limit: number
}

/** In an order that stays, so that a page stays in its part. */
export async function listListed(db: Db, { offset, limit }: Part): Promise<ListedPage[]> {
  const { rows } = await sql<ListedPage>`
    select path, updated_at from (${listed}) listed order by id offset ${offset} limit ${limit}`.execute(db)
  return rows
}
