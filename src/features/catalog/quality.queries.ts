import { sql } from 'kysely'
import type { Db } from '#src/server/database.ts'

/** Of the days that people's use counts for; a day that is over is removed a month later. */
const DAYS = 30

/** Only one process at a time computes; the others have nothing to add. */
const LOCK = 'quality of tools'

/**
 * What quality grows with: people of the last month, favourites, how far ratings lie above the category's mean, and the
 * share of runs that succeeded. Between 0 and 1; a logarithm, so that the tenth person says more than the thousandth.
 */
const QUALITY = sql`
  1.0 * ln(1 + fact.people_month) + 0.8 * ln(1 + tool.favorite_count) + 1.5 * (tool.rating_score - category_rating.mean)
    + 0.5 * coalesce(fact.success_rate, 0)`

const refreshMeans = (db: Db) =>
  sql`update category_rating set mean = rated.mean
        from (select category, sum(rating_sum)::float8 / sum(rating_count) as mean from tool
               where rating_count > 0 and status = 'published' group by category) rated
       where rated.category = category_rating.category and rated.mean <> category_rating.mean`.execute(db)

const refreshRatings = (db: Db) =>
  sql`update tool set rating_score = bayesian_rating(rating_sum, rating_count, mean) from category_rating
       where category_rating.category = tool.category
         and rating_score <> bayesian_rating(rating_sum, rating_count, mean)`.execute(db)

const refreshQualities = (db: Db) =>
  sql`with people as (
        select tool_id, count(distinct user_id)::integer as people from tool_person
         where day > current_date - ${DAYS}::integer group by tool_id
      ),
      run as (
        select tool_id, avg(success::integer)::real as success_rate from tool_run
         where at > now() - make_interval(days => ${DAYS}) group by tool_id
      ),
      fact as (
        select tool.id, coalesce(people.people, 0) as people_month, run.success_rate
          from tool left join people on people.tool_id = tool.id left join run on run.tool_id = tool.id
         where tool.run_count > 0 or tool.favorite_count > 0 or tool.rating_count > 0 or tool.quality <> 0
      ),
      computed as (
        select fact.*, (greatest(${QUALITY}, 0) / (4 + greatest(${QUALITY}, 0)))::real as quality
          from fact join tool on tool.id = fact.id join category_rating on category_rating.category = tool.category
      )
      update tool set quality = computed.quality, people_month = computed.people_month, success_rate = computed.success_rate
        from computed
       where computed.id = tool.id
         and (tool.quality, tool.people_month, tool.success_rate)
             is distinct from (computed.quality, computed.people_month, computed.success_rate)`.execute(db)

const forgetOldDays = (db: Db) =>
  sql`delete from tool_person where day <= current_date - ${2 * DAYS}::integer`.execute(db)

/** Computes what tools are ordered by from the rows of what happened: means first, then what leans on them. */
export const refreshQuality = (db: Db): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ mine: boolean }>`
      select pg_try_advisory_xact_lock(hashtextextended(${LOCK}, 0)) as mine`.execute(transaction)
    if (rows[0]?.mine !== true) return
    await forgetOldDays(transaction)
    await refreshMeans(transaction)
    await refreshRatings(transaction)
    await refreshQualities(transaction)
  })
