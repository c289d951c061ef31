import { sql } from 'kysely'
import type { Db } from '#src/server/database.ts'
import type { AwayFavorite } from './favorites.schema.ts'

interface Favorite {
  readonly userId: string
  readonly toolId: string
}

/** Comes first. False when the person has as many as are allowed. A favourite that is there already stays as it is. */
export async function insertFavorite(db: Db, { userId, toolId }: Favorite, most: number): Promise<boolean> {
  const { rows } = await sql<{ kept: boolean }>`
    with added as (
      insert into favorite (user_id, tool_id, place)
      select ${userId}, ${toolId}, coalesce(min(place), 0) - 1 from favorite where user_id = ${userId}
      having count(*) < ${most}
      on conflict do nothing returning tool_id)
    select exists (select from added)
        or exists (select from favorite where user_id = ${userId} and tool_id = ${toolId}) as kept`.execute(db)
  return rows[0]?.kept === true
}

export const deleteFavorite = (db: Db, { userId, toolId }: Favorite) =>
  db.deleteFrom('favorite').where('user_id', '=', userId).where('tool_id', '=', toolId).execute()

/** The id of a favourite that this person has, whatever became of the tool. */
export async function findOwnFavorite(db: Db, userId: string, toolId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('favorite')
    .select('tool_id')
    .where('user_id', '=', userId)
    .where(sql`tool_id::text`, '=', toolId)
    .executeTakeFirst()
  return row?.tool_id
}

export async function countFavorites(db: Db, toolId: string): Promise<number> {
  const row = await db.selectFrom('tool').select('favorite_count').where('id', '=', toolId).executeTakeFirst()
  return row?.favorite_count ?? 0
}

/** Gives these favourites their places; one that was added elsewhere meanwhile stays before them. */
export const orderFavorites = (db: Db, userId: string, toolIds: readonly string[]) =>
  sql`update favorite set place = wanted.place from unnest(${toolIds}::uuid[]) with ordinality wanted (id, place)
       where user_id = ${userId} and tool_id = wanted.id`.execute(db)

/** Of tools that can still be opened, in the order that the person gave them; new ones first. */
export async function listFavoriteIds(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('favorite')
    .innerJoin('tool', 'tool.id', 'favorite.tool_id')
    .select('tool.id')
    .where('favorite.user_id', '=', userId)
    .where('tool.status', '=', 'published')
    .orderBy('favorite.place')
    .orderBy('favorite.created_at', 'desc')
    .orderBy('tool.id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Favourites that cannot be opened at the moment or any more, so that nobody wonders where they are. */
export async function listAway(db: Db, userId: string): Promise<AwayFavorite[]> {
  const { rows } = await sql<AwayFavorite>`
    select tool.id, tool.title, case when tool.status = 'hidden' then 'hidden' else 'removed' end as why
      from favorite join tool on tool.id = favorite.tool_id
     where favorite.user_id = ${userId} and tool.status in ('hidden', 'deleted') order by tool.title, tool.id`.execute(
    db,
  )
  return rows
}
