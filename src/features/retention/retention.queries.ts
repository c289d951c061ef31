import { sql } from 'kysely'
import { HAS_LIVE_CALLER_SQL } from '#src/engine/call.queries.ts'
import type { Db } from '#src/server/database.ts'

/** Any number, as long as every Fettle takes the same: one process at a time deletes. */
const ADVISORY_LOCK = 7_238_604_116

/** Until the end of the transaction; false while another process is at it. */
export async function isElected(transaction: Db): Promise<boolean> {
  const { rows } = await sql<{ elected: boolean }>`
    select pg_try_advisory_xact_lock(${ADVISORY_LOCK}) as elected`.execute(transaction)
  return rows[0]?.elected === true
}

/**
 * A run that may go: it has ended before that time, and no delivery of its event is still compared with those to come.
 * What is live is never old, however long it has waited, nor is what it has called.
 */
const hasEndedBefore = (time: Date) => sql`
  execution.status in ('succeeded', 'failed', 'cancelled') and execution.finished_at < ${time}
  and not exists (select from webhook_delivery d where d.execution_id = execution.id and d.expires_at > now())
  and not ${sql.raw(HAS_LIVE_CALLER_SQL)}`

/** Accounts with runs that are too old. */
export async function ownersOfOld(db: Db, endedBefore: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select "user".id from "user" where exists (
      select from execution where execution.owner_id = "user".id and execution.created_at < ${endedBefore}
         and ${hasEndedBefore(endedBefore)})`.execute(db)
  return rows.map(({ id }) => id)
}

export interface Crowded {
  readonly ownerId: string
  /** Ended runs beyond those that are kept. */
  readonly excess: number
}

export async function ownersOfMany(db: Db, keepRuns: number): Promise<Crowded[]> {
  const { rows } = await sql<Crowded>`
    select owner_id as "ownerId", (count(finished_at) - ${keepRuns}::bigint)::int as excess from execution
     group by owner_id having count(finished_at) > ${keepRuns}::bigint`.execute(db)
  return rows
}

interface Batch {
  readonly ownerId: string
  readonly endedBefore: Date
  readonly limit: number
}

/** The oldest runs of an account that may go. */
export async function oldestEnded(db: Db, { ownerId, endedBefore, limit }: Batch): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select execution.id from execution
     where execution.owner_id = ${ownerId} and execution.created_at < ${endedBefore} and ${hasEndedBefore(endedBefore)}
     order by execution.created_at, execution.id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Deletes runs with all that hangs on them; in the same statement what they add up to is kept. */
export async function rollUp(db: Db, ids: readonly string[], endedBefore: Date): Promise<number> {
  const { rows } = await sql<{ deleted: number }>`
    with gone as (
      delete from execution where id = any(${ids}::uuid[]) and ${hasEndedBefore(endedBefore)}
      returning workflow_id, quarter_of(created_at) as quarter, status, duration_bucket(duration_ms) as bucket,
                error_part(error, 'code') as code, error_part(error, 'key') as step, version),
    -- Tries of a draft count nowhere.
    real as (select * from gone where version is not null),
    buckets as (
      select workflow_id, quarter, bucket, count(*) as runs from real
       where status = 'succeeded' and bucket is not null group by workflow_id, quarter, bucket),
    counted as (
      insert into execution_rollup (workflow_id, quarter, succeeded, failed, cancelled, durations)
      select workflow_id, quarter, count(*) filter (where status = 'succeeded'), count(*) filter (where status = 'failed'),
             count(*) filter (where status = 'cancelled'),
             (select coalesce(jsonb_object_agg(b.bucket, b.runs), '{}') from buckets b
               where b.workflow_id = real.workflow_id and b.quarter = real.quarter)
        from real group by workflow_id, quarter),
    failures as (
      insert into failure_rollup (workflow_id, quarter, code, step, count)
      select workflow_id, quarter, coalesce(code, ''), coalesce(step, ''), count(*)
        from real where status = 'failed' group by workflow_id, quarter, code, step)
    select count(*)::int as deleted from gone`.execute(db)
  return rows[0]?.deleted ?? 0
}
