import { sql } from 'kysely'
import type { Db } from '#src/server/database.ts'
import { FIGURE_DAYS, type FigureDay } from './site-figures.schema.ts'

/** Every day has a row, also when nothing happened. */
export async function listDays(db: Db): Promise<FigureDay[]> {
  const from = sql`(now() at time zone 'utc')::date - ${FIGURE_DAYS - 1}::int`
  const since = sql`(${from})::timestamp at time zone 'utc'`
  const dayOf = (column: string) => sql`(${sql.ref(column)} at time zone 'utc')::date`
  const { rows } = await sql<FigureDay>`
    select day::text, coalesce(signed.count, 0)::int as "signUps", coalesce(ran.count, 0)::int as "toolRuns",
           coalesce(worked.runs, 0)::int as "workflowRuns",
           coalesce(searched.searches, 0)::int as searches, coalesce(searched.missed, 0)::int as "missedSearches",
           coalesce(reported.count, 0)::int as reports, coalesce(reported.upheld, 0)::int as "upheldReports",
           (select extract(epoch from ended.at - min(opened_at))::float8 / 3600
              from (select opened_at, closed_at from moderation_case
                     union all select opened_at, closed_at from earlier_decision) asked
             where opened_at < ended.at and (closed_at is null or closed_at >= ended.at)) as "oldestHours"
      from (select (${from} + n)::date as day from generate_series(0, ${FIGURE_DAYS - 1}::int) n) days
      cross join lateral (select least(now(), (day + 1)::timestamp at time zone 'utc') as at) ended
      left join (select ${dayOf('created_at')} as day, count(*) from "user" where created_at >= ${since} group by 1) signed
          using (day)
      left join (select ${dayOf('at')} as day, count(*) from tool_run where at >= ${since} group by 1) ran using (day)
      left join (select ${dayOf('at')} as day, sum(runs) as runs
                   from (select created_at as at, 1 as runs from execution where created_at >= ${since} and version is not null
                          union all
                         select quarter, succeeded + failed + cancelled from execution_rollup where quarter >= ${since}) begun
                  group by 1) worked using (day)
      left join search_day searched using (day)
      left join (select ${dayOf('created_at')} as day, count(*), count(*) filter (where upheld) as upheld
                   from report where created_at >= ${since} group by 1) reported using (day)
     order by day`.execute(db)
  return rows
}

interface QueueAge {
  readonly open: number
  readonly overdue: number
  readonly oldestHours: number | null
  readonly medianHours: number | null
}

export async function readQueueAge(db: Db): Promise<QueueAge> {
  const { rows } = await sql<QueueAge>`
    select waiting.*, decided.*
      from (select count(*)::int as open, count(*) filter (where due_at < now())::int as overdue,
                   extract(epoch from now() - min(opened_at))::float8 / 3600 as "oldestHours"
              from moderation_case where closed_at is null) waiting,
           (select percentile_cont(0.5) within group (order by extract(epoch from closed_at - opened_at)::float8) / 3600
                     as "medianHours"
              from moderation_case
             where closed_at > now() - make_interval(days => ${FIGURE_DAYS}) and kind <> 'suspension') decided`.execute(
    db,
  )
  return rows[0] ?? { open: 0, overdue: 0, oldestHours: null, medianHours: null }
}

/** Mails that should have gone out long ago, and those that nobody tries any more, of the last day. */
export async function readOutbox(db: Db, lateMinutes: number): Promise<{ late: number; failed: number }> {
  const { rows } = await sql<{ late: number; failed: number }>`
    select (select count(*) from mail where status = 'queued' and next_at < now() - make_interval(mins => ${lateMinutes}))::int
             as late,
           (select count(*) from mail where status = 'failed' and created_at > now() - interval '1 day')::int as failed`.execute(
    db,
  )
  return rows[0] ?? { late: 0, failed: 0 }
}

/** Those of these slugs whose first example did not come out when it was last run. */
export async function listWrongBuiltIns(db: Db, slugs: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ slug: string }>`
    select tool.slug from tool join tool_check held on held.tool_id = tool.id
     where tool.slug = any(${slugs}::text[]) and tool.status = 'published' and tool.kind = 'builtin'
       and held.bad_days > 0
     order by tool.slug`.execute(db)
  return rows.map(({ slug }) => slug)
}

export const addSearches = (db: Db, { searches, missed }: { searches: number; missed: number }) =>
  sql`insert into search_day as counted (day, searches, missed)
      values ((now() at time zone 'utc')::date, ${searches}, ${missed})
      on conflict (day) do update set searches = counted.searches + excluded.searches,
                                      missed = counted.missed + excluded.missed`.execute(db)
