import { sql } from 'kysely'
import type { RunStatus } from '#src/lib/run-status.ts'
import type { Db } from '#src/server/database.ts'

export interface Range {
  readonly workflowId: string
  /** First and last day. */
  readonly from: string
  readonly to: string
  readonly timeZone: string
}

/** There may be several for a day. */
export interface DayRow {
  readonly day: string
  readonly runs: number
  readonly succeeded: number
  readonly failed: number
  readonly cancelled: number
}

/** There may be several for a bucket. */
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
    .execute(async (transaction) => {
      const kept = await readKept(transaction, range)
      return {
        days: [...kept.map(toDay), ...(await readDeleted(transaction, range))],
        buckets: [...kept.flatMap(toBucket), ...(await readDeletedBuckets(transaction, range))],
        failures: await readFailures(transaction, range),
        timeSavedSeconds: await readTimeSaved(transaction, range.workflowId),
      }
    })
}

/** That the time lies in the range: its days begin when they do in its zone. */
const within = (column: 'created_at' | 'quarter', { from, to, timeZone }: Range) => {
  const time = sql.ref(column)
  return sql`${time} >= (${from}::timestamp at time zone ${timeZone})
         and ${time} < ((${to}::date + 1)::timestamp at time zone ${timeZone})`
}
const dayOf = (column: 'created_at' | 'quarter', { timeZone }: Range) =>
  sql`(${sql.ref(column)} at time zone ${timeZone}::text)::date`

interface KeptRow {
  readonly day: string
  readonly status: RunStatus
  /** Of succeeded runs. */
  readonly bucket: number | null
  readonly runs: number
}

const toDay = ({ day, status, runs }: KeptRow): DayRow => {
  const of = (wanted: RunStatus) => (status === wanted ? runs : 0)
  return { day, runs, succeeded: of('succeeded'), failed: of('failed'), cancelled: of('cancelled') }
}
const toBucket = ({ day, bucket, runs }: KeptRow): BucketRow[] => (bucket === null ? [] : [{ day, bucket, runs }])

/** All runs of published versions that are kept, in one pass: whoever tries a draft saves no time and fails nobody. */
async function readKept(db: Db, range: Range): Promise<KeptRow[]> {
  const { rows } = await sql<KeptRow>`
    select ${dayOf('created_at', range)} as day, status,
           case when status = 'succeeded' then duration_bucket(duration_ms) end as bucket, count(*)::int as runs
      from execution where workflow_id = ${range.workflowId} and ${within('created_at', range)} and version is not null
     group by 1, 2, 3`.execute(db)
  return rows
}

async function readDeleted(db: Db, range: Range): Promise<DayRow[]> {
  const { rows } = await sql<DayRow>`
    select ${dayOf('quarter', range)} as day, sum(succeeded + failed + cancelled)::int as runs,
           sum(succeeded)::int as succeeded, sum(failed)::int as failed, sum(cancelled)::int as cancelled
      from execution_rollup where workflow_id = ${range.workflowId} and ${within('quarter', range)}
     group by 1`.execute(db)
  return rows
}

async function readDeletedBuckets(db: Db, range: Range): Promise<BucketRow[]> {
  const { rows } = await sql<BucketRow>`
    select ${dayOf('quarter', range)} as day, one.key::int as bucket, sum(one.value::int)::int as runs
      from execution_rollup cross join lateral jsonb_each_text(durations) one
     where workflow_id = ${range.workflowId} and ${within('quarter', range)} group by 1, 2`.execute(db)
  return rows
}

async function readFailures(db: Db, range: Range): Promise<FailureRow[]> {
  const { rows } = await sql<FailureRow>`
    select code, step, sum(runs)::int as count
      from (select coalesce(error_part(error, 'code'), '') as code, coalesce(error_part(error, 'key'), '') as step,
                   count(*) as runs
              from execution where workflow_id = ${range.workflowId} and ${within('created_at', range)}
               and status = 'failed' and version is not null group by 1, 2
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
