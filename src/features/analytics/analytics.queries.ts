import { sql } from 'kysely'
import type { Db } from '#src/server/database.ts'

export interface Range {
  readonly workflowId: string
  /** First and last day. */
  readonly from: string
  readonly to: string
  readonly timeZone: string
}

export interface DayRow {
  readonly day: string
  readonly runs: number
  readonly succeeded: number
  readonly failed: number
  readonly cancelled: number
}

export interface BucketRow {
  readonly day: string
  readonly bucket: number
  readonly runs: number
}

export interface FailureRow {
  readonly code: string
  readonly step: string
  readonly count: number
}

export interface Sums {
  readonly days: readonly DayRow[]
  readonly buckets: readonly BucketRow[]
  readonly failures: readonly FailureRow[]
  readonly timeSavedSeconds: number | null
}

const MOST_FAILURES = 50

/** What the kept runs and the deleted ones add up to. One look for all of it: a run moves from one to the other. */
export function readSums(db: Db, range: Range): Promise<Sums> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (transaction) => ({
      days: await readDays(transaction, range),
      buckets: await readBuckets(transaction, range),
      failures: await readFailures(transaction, range),
      timeSavedSeconds: await readTimeSaved(transaction, range.workflowId),
    }))
}

/** That the time lies in the range: its days begin when they do in its zone. */
const within = (column: 'created_at' | 'quarter', { from, to, timeZone }: Range) => {
  const time = sql.ref(column)
  return sql`${time} >= (${from}::timestamp at time zone ${timeZone})
         and ${time} < ((${to}::date + 1)::timestamp at time zone ${timeZone})`
}
const dayOf = (column: 'created_at' | 'quarter', { timeZone }: Range) =>
  sql`(${sql.ref(column)} at time zone ${timeZone}::text)::date`

async function readDays(db: Db, range: Range): Promise<DayRow[]> {
  const { rows } = await sql<DayRow>`
    select day, sum(runs)::int as runs, sum(succeeded)::int as succeeded, sum(failed)::int as failed,
           sum(cancelled)::int as cancelled
      from (select ${dayOf('created_at', range)} as day, count(*) as runs,
                   count(*) filter (where status = 'succeeded') as succeeded,
                   count(*) filter (where status = 'failed') as failed,
                   count(*) filter (where status = 'cancelled') as cancelled
              from execution where workflow_id = ${range.workflowId} and ${within('created_at', range)} group by 1
            union all
            select ${dayOf('quarter', range)}, sum(succeeded + failed + cancelled), sum(succeeded), sum(failed),
                   sum(cancelled)
              from execution_rollup where workflow_id = ${range.workflowId} and ${within('quarter', range)} group by 1
           ) parts group by day order by day`.execute(db)
  return rows
}

async function readBuckets(db: Db, range: Range): Promise<BucketRow[]> {
  const { rows } = await sql<BucketRow>`
    select day, bucket, sum(runs)::int as runs
      from (select ${dayOf('created_at', range)} as day, duration_bucket(duration_ms) as bucket, count(*) as runs
              from execution where workflow_id = ${range.workflowId} and ${within('created_at', range)}
               and status = 'succeeded' and duration_ms is not null group by 1, 2
            union all
            select ${dayOf('quarter', range)}, one.key::int, sum(one.value::int)
              from execution_rollup cross join lateral jsonb_each_text(durations) one
             where workflow_id = ${range.workflowId} and ${within('quarter', range)} group by 1, 2
           ) parts group by day, bucket order by day, bucket`.execute(db)
  return rows
}

async function readFailures(db: Db, range: Range): Promise<FailureRow[]> {
  const { rows } = await sql<FailureRow>`
    select code, step, sum(runs)::int as count
      from (select coalesce(error_part(error, 'code'), '') as code, coalesce(error_part(error, 'key'), '') as step,
                   count(*) as runs
              from execution where workflow_id = ${range.workflowId} and ${within('created_at', range)}
               and status = 'failed' group by 1, 2
            union all
            select code, step, sum(count) from failure_rollup
             where workflow_id = ${range.workflowId} and ${within('quarter', range)} group by 1, 2
           ) parts group by code, step order by 3 desc, code, step limit ${MOST_FAILURES}`.execute(db)
  return rows
}

/** What the published version says, or else the draft. */
async function readTimeSaved(db: Db, workflowId: string): Promise<number | null> {
  const { rows } = await sql<{ seconds: number | null }>`
    select (coalesce(v.graph, w.draft) #>> '{settings,timeSavedSeconds}')::float8 as seconds
      from workflow w left join workflow_version v on v.workflow_id = w.id and v.version = w.published_version
     where w.id = ${workflowId}`.execute(db)
  return rows[0]?.seconds ?? null
}
