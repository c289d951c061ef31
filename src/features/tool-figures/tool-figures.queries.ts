import { sql } from 'kysely'
import type { ReportedRun } from '#src/features/reports/reported-run.ts'
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
  readonly count: number
  readonly last_at: Date
}

export interface FigureSums {
  readonly runs: readonly RunSums[]
  readonly views: readonly ViewSums[]
  readonly failures: readonly FailureSums[]
}

const MOST_FAILURES = 50

/** Both tables have an index on tool and time. */
const within = ({ toolId, from, to, timeZone }: FigureRange) => sql`
  tool_id = ${toolId} and at >= (${from}::timestamp at time zone ${timeZone})
    and at < ((${to}::date + 1)::timestamp at time zone ${timeZone})`

const dayIn = ({ timeZone }: FigureRange) => sql`(at at time zone ${timeZone}::text)::date as day`

export async function readFigures(db: Db, range: FigureRange): Promise<FigureSums> {
  const [runs, views, failures] = await Promise.all([
    sql<RunSums>`
      select day, count(*)::int as runs, count(*) filter (where success)::int as succeeded,
             count(*) filter (where source <> 'workflow')::int as from_pages,
             count(distinct user_id) filter (where not is_own)::int as people,
             percentile_disc(0.5) within group (order by duration_ms) filter (where success) as p50,
             percentile_disc(0.95) within group (order by duration_ms) filter (where success) as p95
        from (select run.*, ${dayIn(range)}, run.user_id = tool.owner_id as is_own
                from tool_run run join tool on tool.id = run.tool_id where ${within(range)}) run
       group by grouping sets ((day), ())`.execute(db),
    sql<ViewSums>`
      select day, count(*)::int as views from (select ${dayIn(range)} from tool_view where ${within(range)}) seen
       group by grouping sets ((day), ())`.execute(db),
    sql<FailureSums>`
      select coalesce(error_code, '') as code, version, count(*)::int as count, max(at) as last_at
        from tool_run where ${within(range)} and not success
       group by 1, 2 order by 3 desc, 1, 2 limit ${MOST_FAILURES}`.execute(db),
  ])
  return { runs: runs.rows, views: views.rows, failures: failures.rows }
}
