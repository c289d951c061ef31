import { sql } from 'kysely'
import type { ReportedRun } from '#src/features/reports/reported-run.ts'
import type { InputShape } from '#src/features/tool-runs/failure-sample.ts'
import { KEPT_DAYS, SAMPLES_KEPT } from '#src/features/tool-runs/failure-samples.queries.ts'
import type { Db } from '#src/server/database.ts'

export interface FigureRange {
  readonly toolId: string
  /** First and last day. */
  readonly from: string
  readonly to: string
  readonly timeZone: string
}

export interface WrongResultRow {
  readonly created_at: Date
  readonly run: ReportedRun
}

const WRONG_RESULTS_SHOWN = 10

/** What was reported lately and not found to be groundless, the latest first. */
export async function listWrongResults(db: Db, toolId: string): Promise<WrongResultRow[]> {
  const { rows } = await sql<WrongResultRow>`
    select created_at, run from report
     where tool_id = ${toolId} and run is not null and upheld is distinct from false
     order by created_at desc, id desc limit ${WRONG_RESULTS_SHOWN}`.execute(db)
  return rows
}

export interface SampleRow {
  readonly at: Date
  readonly version: number
  readonly semver: string | null
  readonly code: string
  readonly message: string
  readonly inputs: readonly InputShape[]
}

/** What the creator calls the version of a row; those of built-in tools have no name. */
const semverOf = (row: string) => sql`
  (select named.semver from tool_version named
    where named.tool_id = ${sql.ref(`${row}.tool_id`)} and named.version = ${sql.ref(`${row}.version`)}) as semver`

/** How it failed lately, the latest first. */
export async function listSamples(db: Db, toolId: string): Promise<SampleRow[]> {
  const { rows } = await sql<SampleRow>`
    select at, version, ${semverOf('tool_failure')}, code, message, inputs from tool_failure
     where tool_id = ${toolId} and at > now() - make_interval(days => ${KEPT_DAYS})
     order by at desc, id desc limit ${SAMPLES_KEPT}`.execute(db)
  return rows
}

export interface RunRow {
  readonly id: string
  readonly at: Date
  readonly version: number
  readonly semver: string | null
  readonly source: 'api' | 'browser' | 'workflow'
  readonly success: boolean
  readonly error_code: string | null
  readonly duration_ms: number
}

interface RunsAsked {
  readonly toolId: string
  readonly before: string | undefined
  readonly limit: number
}

/** The latest first; none where `before` is no run of the tool. */
export async function listRuns(db: Db, { toolId, before, limit }: RunsAsked): Promise<RunRow[]> {
  const { rows } = await sql<RunRow>`
    select id, at, version, ${semverOf('tool_run')}, source, success, error_code, duration_ms from tool_run
     where tool_id = ${toolId}
       and ${
         before === undefined
           ? sql`true`
           : sql`(at, id) < (select at, id from tool_run where id = ${before} and tool_id = ${toolId})`
       }
     order by at desc, id desc limit ${limit}`.execute(db)
  return rows
}

interface OwnTool {
  readonly id: string
  readonly title: string
  readonly slug: string
}

/** Undefined for what belongs to somebody else, was never published, or is gone. */
export async function findOwnTool(db: Db, ownerId: string, id: string): Promise<OwnTool | undefined> {
  const { rows } = await sql<OwnTool>`
    select id, title, slug from tool
     where id = ${id} and owner_id = ${ownerId} and status in ('published', 'hidden')`.execute(db)
  return rows[0]
}

/** What was counted on a day; null: on all of them. */
export interface RunSums {
  readonly day: string | null
  readonly runs: number
  readonly succeeded: number
  /** Those whose success and duration are believed. */
  readonly believed: number
  readonly believed_succeeded: number
  /** By those who are counted as viewers. */
  readonly from_pages: number
  readonly people: number
  readonly p50: number | null
  readonly p95: number | null
}

export interface ViewSums {
  readonly day: string | null
  readonly views: number
}

export interface FailureSums {
  readonly code: string
  readonly version: number
  readonly semver: string | null
  readonly count: number
  readonly last_at: Date
}

/** Of people who are signed in, as nobody knows which visitors are one. */
interface ConversionSums {
  readonly viewers: number
  readonly ran: number
  readonly bought: number
}

interface RevenueSums {
  readonly sales: number
  readonly tips: number
  /** Cents for its creator, refunds and disputes deducted, of whatever was booked in these days. */
  readonly share: number
}

export interface FigureSums {
  readonly conversion: ConversionSums
  readonly revenue: RevenueSums
  readonly runs: readonly RunSums[]
  readonly views: readonly ViewSums[]
  readonly failures: readonly FailureSums[]
}

const MOST_FAILURES = 50

/** Both tables have an index on tool and time. */
const within = ({ toolId, from, to, timeZone }: FigureRange) => sql`
  tool_id = ${toolId} and at >= (${from}::timestamp at time zone ${timeZone})
    and at < ((${to}::date + 1)::timestamp at time zone ${timeZone})`

/** By the postings of all journals that an order of the tool, its refunds or its disputes have. */
async function readRevenue(db: Db, { toolId, from, to, timeZone }: FigureRange): Promise<RevenueSums> {
  const { rows } = await sql<RevenueSums>`
    with booked as (
      select 'sale' as source_type, id as source_id, kind from sale where tool_id = ${toolId}
      union all select 'refund', refund.id, kind from sale_refund refund join sale on sale.id = sale_id
                 where tool_id = ${toolId}
      union all select 'dispute', dispute.id, kind from sale_dispute dispute join sale on sale.id = sale_id
                 where tool_id = ${toolId})
    select count(distinct journal.id) filter (where journal.kind = 'charge' and booked.kind <> 'tip')::int as sales,
           count(distinct journal.id) filter (where journal.kind = 'charge' and booked.kind = 'tip')::int as tips,
           coalesce(-sum(posting.amount), 0)::bigint as share
      from booked join journal using (source_type, source_id)
      join posting on posting.journal_id = journal.id
      join ledger_account account on account.id = posting.account_id and account.kind like 'creator%'
     where journal.livemode = money_is_live()
       and journal.at >= (${from}::timestamp at time zone ${timeZone})
       and journal.at < ((${to}::date + 1)::timestamp at time zone ${timeZone})`.execute(db)
  return rows[0] ?? { sales: 0, tips: 0, share: 0 }
}

/** Neither its creator nor a moderator, who open a page to look after the tool; a visitor is nobody's account. */
const isVisit = ({ toolId }: FigureRange) => sql`
  (user_id is null or user_id not in (select id from "user" where role <> 'user'
                                      union select owner_id from tool where id = ${toolId} and owner_id is not null))`

const dayIn = ({ timeZone }: FigureRange) => sql`(at at time zone ${timeZone}::text)::date as day`

export async function readFigures(db: Db, range: FigureRange): Promise<FigureSums> {
  const [revenue, runs, views, failures, conversion] = await Promise.all([
    readRevenue(db, range),
    sql<RunSums>`
      select day, count(*)::int as runs, count(*) filter (where success)::int as succeeded,
             count(*) filter (where in_figures)::int as believed,
             count(*) filter (where in_figures and success)::int as believed_succeeded,
             count(*) filter (where source <> 'workflow' and ${isVisit(range)})::int as from_pages,
             count(distinct user_id) filter (where not is_own)::int as people,
             percentile_disc(0.5) within group (order by duration_ms) filter (where success and in_figures) as p50,
             percentile_disc(0.95) within group (order by duration_ms) filter (where success and in_figures) as p95
        from (select run.*, ${dayIn(range)}, run.user_id = tool.owner_id as is_own
                from tool_run run join tool on tool.id = run.tool_id where ${within(range)}) run
       group by grouping sets ((day), ())`.execute(db),
    sql<ViewSums>`
      select day, count(*)::int as views
        from (select ${dayIn(range)} from tool_view where ${within(range)} and ${isVisit(range)}) seen
       group by grouping sets ((day), ())`.execute(db),
    sql<FailureSums>`
      select code, version, ${semverOf('failure')}, count, last_at from (
        select coalesce(error_code, '') as code, tool_id, version, count(*)::int as count, max(at) as last_at
          from tool_run where ${within(range)} and not success
         group by 1, 2, 3 order by 4 desc, 1, 3 limit ${MOST_FAILURES}) failure
       order by count desc, code, version`.execute(db),
    sql<ConversionSums>`
      with viewer as (
        select distinct user_id from tool_view
         where ${within(range)} and user_id is not null and ${isVisit(range)})
      select count(*)::int as viewers,
             count(*) filter (where exists (
               select from tool_run where tool_run.user_id = viewer.user_id and ${within(range)}))::int as ran,
             count(*) filter (where exists (
               select from sale where buyer_id = viewer.user_id and tool_id = ${range.toolId} and stands
                  and livemode = money_is_live()))::int as bought
        from viewer`.execute(db),
  ])
  const [converted = { viewers: 0, ran: 0, bought: 0 }] = conversion.rows
  return { runs: runs.rows, views: views.rows, failures: failures.rows, conversion: converted, revenue }
}
