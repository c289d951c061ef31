import { sql } from 'kysely'
import { uuidv7 } from '#src/lib/ids.ts'
import type { Db } from '#src/server/database.ts'

interface Whose {
  readonly toolId: string
  readonly userId: string
}

/** One rating for each person and tool: a second one takes the place of the first. */
export const upsertRating = (db: Db, { toolId, userId, stars }: Whose & { readonly stars: number }) =>
  sql`insert into rating (id, tool_id, user_id, stars) values (${uuidv7()}, ${toolId}, ${userId}, ${stars})
      on conflict (tool_id, user_id) do update set stars = excluded.stars, updated_at = now()
       where rating.stars <> excluded.stars`.execute(db)

/** The review goes with it. False when there was none. */
export async function deleteRating(db: Db, { toolId, userId }: Whose): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('rating')
    .where('tool_id', '=', toolId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

export const findRating = (db: Db, { toolId, userId }: Whose) =>
  db
    .selectFrom('rating')
    .select(['stars', 'counted'])
    .where('tool_id', '=', toolId)
    .where('user_id', '=', userId)
    .executeTakeFirst()

export interface RatingsRow {
  readonly rating_count: number
  readonly rating_sum: number
  readonly reviews: number
  /** Number of ratings of one star, two stars, up to five. */
  readonly by_stars: readonly number[]
}

export async function sumUpRatings(db: Db, toolId: string): Promise<RatingsRow> {
  const { rows } = await sql<RatingsRow>`
    select rating_count, rating_sum,
           (select count(*) from review join "user" author on author.id = review.user_id
             where review.tool_id = tool.id and shown is not null and author.suspended_at is null) as reviews,
           array(select coalesce(given.votes, 0)::integer from generate_series(1, 5) as step (stars)
                   left join (select stars, count(*) as votes from rating
                               where rating.tool_id = tool.id and counted group by stars) given using (stars)
                  order by step.stars) as by_stars
      from tool where id = ${toolId}`.execute(db)
  return rows[0] ?? { rating_count: 0, rating_sum: 0, reviews: 0, by_stars: [0, 0, 0, 0, 0] }
}
