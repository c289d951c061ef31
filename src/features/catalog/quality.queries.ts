import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#src/server/database.ts'

/** Of the days that people's use counts for; a day that is over is removed a month later. */
const DAYS = 30

/** Of sales, and of reports that moderators found right. */
const LONG_DAYS = 90

/** So many tools are changed in one transaction: who counts a run never waits for longer than that. */
const TOOLS_AT_ONCE = 500

/** A mean that moved by less changes no order that anybody sees, and would rewrite a whole category. */
const MEAN_MOVED = 0.01

/** Fewer runs than these, or those of fewer people, say nothing about a tool: one person must not lift or sink it. */
const SUCCESS_FROM = { runs: 20, people: 5 }

/** Only one process at a time computes; the others have nothing to add. */
const LOCK = 'quality of tools'

/** Days of use are those of UTC, whatever the zone of the server. */
const TODAY = sql`(now() at time zone 'utc')::date`

/** What comes from the rows of what happened. */
interface Fact {
  readonly id: string
  readonly people_month: number
  /** Other people with a confirmed address, not suspended, whose published tools began with it. */
  readonly cloners: number
  /** People who bought it in the last 90 days and kept it. */
  readonly buyers_quarter: number
  /** Cases of the last 90 days: twenty who report one thing say no more than one does. */
  readonly upheld_reports: number
  readonly success_rate: number | null
}

const SCORE = sql`bayesian_rating(tool.rating_sum + tool.verified_rating_sum,
  tool.rating_count + tool.verified_rating_count, category_rating.mean)`

/**
 * What quality grows with: people of the last month, favourites, clones, buyers, how far ratings lie above the category's
 * mean, and the share of runs that succeeded; and what it sinks with, cases of reports that were right. Between 0 and 1;
 * a logarithm, so that the tenth person says more than the thousandth.
 */
const GAINED = sql`greatest(0,
  1.0 * ln(1 + fact.people_month) + 0.8 * ln(1 + tool.favorite_count) + 0.6 * ln(1 + fact.cloners)
    + 1.2 * ln(1 + fact.buyers_quarter) + 1.5 * (${SCORE} - category_rating.mean)
    + 0.5 * coalesce(fact.success_rate, 0) - 1.0 * fact.upheld_reports)`

/** What the job writes, beside what it works out from these. */
const FACTS = sql.raw('people_month, cloners, buyers_quarter, upheld_reports, success_rate')

/** The tools of these facts whose columns are to change, and to what. */
const changesFrom = (facts: RawBuilder<unknown>) => sql<Fact & { rating_score: number; quality: number }>`
  select id, ${FACTS}, rating_score, quality from (
    select fact.*, ${SCORE} as rating_score, (${GAINED} / (4 + ${GAINED}))::real as quality,
           (tool.people_month, tool.cloners, tool.buyers_quarter, tool.upheld_reports, tool.success_rate,
            tool.rating_score, tool.quality) as old
      from ${facts} join tool on tool.id = fact.id join category_rating on category_rating.category = tool.category
  ) computed
   where (${FACTS}, rating_score, quality) is distinct from old`

/** Counted where nothing is locked: the runs of a busy tool take a while. */
const factsOf = (ids: readonly string[]) => sql`(
  select wanted.id, coalesce(people.people, 0) as people_month,
         (select count(distinct copy.owner_id)::integer from tool copy join tool source on source.id = wanted.id
            join "user" cloner on cloner.id = copy.owner_id
           where copy.source_tool_id = wanted.id and copy.status = 'published'
             and copy.owner_id is distinct from source.owner_id
             and cloner.email_verified_at is not null and cloner.suspended_at is null) as cloners,
         (select count(distinct buyer_id)::integer from sale
           where tool_id = wanted.id and stands and livemode = money_is_live()
             and paid_at > now() - make_interval(days => ${LONG_DAYS})) as buyers_quarter,
         (select count(distinct case_id)::integer from report where tool_id = wanted.id and upheld
             and closed_at > now() - make_interval(days => ${LONG_DAYS})) as upheld_reports,
         run.success_rate
    from unnest(${ids}::uuid[]) wanted (id)
    left join (
      select tool_id, count(distinct user_id)::integer as people from tool_person
       where tool_id = any(${ids}::uuid[]) and day > ${TODAY} - ${DAYS}::integer group by tool_id
    ) people on people.tool_id = wanted.id
    left join (
      -- What the server has seen itself, of those who count as people of a tool (see tool_person).
      select tool_run.tool_id, avg(success::integer)::real as success_rate
        from tool_run join tool on tool.id = tool_run.tool_id join "user" on "user".id = tool_run.user_id
       where tool_run.tool_id = any(${ids}::uuid[]) and at > now() - make_interval(days => ${DAYS})
         and source <> 'browser' and "user".email_verified_at is not null
         and tool.owner_id is distinct from tool_run.user_id
       group by tool_run.tool_id
      having count(*) >= ${SUCCESS_FROM.runs} and count(distinct tool_run.user_id) >= ${SUCCESS_FROM.people}
    ) run on run.tool_id = wanted.id
  ) fact`

const refreshMeans = (db: Db) =>
  sql`update category_rating set mean = rated.mean
        from (select category, sum(rating_sum)::float8 / sum(rating_count) as mean from tool
               where rating_count > 0 and status = 'published' group by category) rated
       where rated.category = category_rating.category
         and abs(rated.mean - category_rating.mean) >= ${MEAN_MOVED}`.execute(db)

/** Locks in the order of the ids, as the counting of runs does: neither ever waits for the other in a circle. */
const storeFacts = (db: Db, facts: readonly Fact[]) =>
  db.transaction().execute(async (transaction) => {
    const ids = facts.map(({ id }) => id)
    await sql`select id from tool where id = any(${ids}::uuid[]) order by id for no key update`.execute(transaction)
    const given = sql`json_to_recordset(${JSON.stringify(facts)}::json)
                        as fact (id uuid, people_month integer, cloners integer, buyers_quarter integer,
                                 upheld_reports integer, success_rate real)`
    await sql`
      update tool set quality = changed.quality, rating_score = changed.rating_score,
             people_month = changed.people_month, cloners = changed.cloners,
             buyers_quarter = changed.buyers_quarter, upheld_reports = changed.upheld_reports,
             success_rate = changed.success_rate
        from (${changesFrom(given)}) changed where changed.id = tool.id`.execute(transaction)
  })

/** Whoever used, bought or gave back a tool after rating it: their voice weighs more or less from now on. */
async function refreshVerified(db: Db, ids: readonly string[]): Promise<void> {
  const { rows } = await sql<{ id: string; tool_id: string }>`
    select id, tool_id from rating
     where tool_id = any(${ids}::uuid[]) and verified <> has_used(tool_id, user_id)`.execute(db)
  if (rows.length === 0) return
  const [ratings, tools] = [rows.map(({ id }) => id), rows.map(({ tool_id }) => tool_id)]
  await db.transaction().execute(async (transaction) => {
    await sql`select id from tool where id = any(${tools}::uuid[]) order by id for no key update`.execute(transaction)
    await sql`update rating set verified = not verified
               where id = any(${ratings}::uuid[]) and verified <> has_used(tool_id, user_id)`.execute(transaction)
  })
}

async function refreshTools(db: Db): Promise<void> {
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const { rows } = await sql<{ id: string }>`
      select id from tool where id > ${after} order by id limit ${TOOLS_AT_ONCE}`.execute(db)
    const ids = rows.map(({ id }) => id)
    await refreshVerified(db, ids)
    const { rows: changes } = await changesFrom(factsOf(ids)).execute(db)
    if (changes.length > 0) await storeFacts(db, changes)
    const last = ids.at(-1)
    if (last === undefined || ids.length < TOOLS_AT_ONCE) return
    after = last
  }
}

const forgetOldDays = (db: Db) => sql`delete from tool_person where day <= ${TODAY} - ${2 * DAYS}::integer`.execute(db)

/** Computes what tools are ordered by from the rows of what happened: means first, then what leans on them. */
export const refreshQuality = (db: Db): Promise<void> =>
  // The lock is the connection's: a transaction around all of it would keep every row that it changed from who counts.
  db.connection().execute(async (connection) => {
    const { rows } = await sql<{ mine: boolean }>`
      select pg_try_advisory_lock(hashtextextended(${LOCK}, 0)) as mine`.execute(connection)
    if (rows[0]?.mine !== true) return
    try {
      await forgetOldDays(connection)
      await refreshMeans(connection)
      await refreshTools(connection)
    } finally {
      await sql`select pg_advisory_unlock(hashtextextended(${LOCK}, 0))`.execute(connection)
    }
  })
