import { sql } from 'kysely'
import type { Lane } from '#src/engine/engine.ts'
import type { MissedPolicy } from '#src/lib/cron/decide-ticks.ts'
import type { ScheduleRule } from '#src/lib/cron/schedule-rule.ts'
import type { Graph } from '#src/lib/graph/graph.schema.ts'
import type { Db } from '#src/server/database.ts'

export interface NewSchedule {
  readonly workflowId: string
  readonly nodeId: string
  readonly version: number
  readonly rule: ScheduleRule
  readonly missed: MissedPolicy
  readonly anchor: Date
  readonly nextAt: Date | null
}

/** A schedule whose rule is what it was goes on as it was: a tick that is due right now must not be lost by publishing. */
export const upsertSchedule = (transaction: Db, schedule: NewSchedule) =>
  sql`insert into schedule as s (workflow_id, node_id, version, rule, missed, anchor_at, next_at)
      values (${schedule.workflowId}, ${schedule.nodeId}, ${schedule.version}, ${JSON.stringify(schedule.rule)}::json,
              ${schedule.missed}, ${schedule.anchor}, ${schedule.nextAt})
      on conflict (workflow_id, node_id) do update set version = excluded.version, missed = excluded.missed,
        (rule, anchor_at, next_at) = (
          select case when is_same then s.rule else excluded.rule end,
                 case when is_same then s.anchor_at else excluded.anchor_at end,
                 case when is_same then s.next_at else excluded.next_at end
            from (select s.rule::text = excluded.rule::text as is_same) as compared)`.execute(transaction)

export const deleteOtherSchedules = (transaction: Db, workflowId: string, kept: readonly string[]) =>
  sql`delete from schedule where workflow_id = ${workflowId} and node_id <> all(${kept}::text[])`.execute(transaction)

export async function databaseTime(transaction: Db): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select now() as now`.execute(transaction)
  return rows[0]?.now ?? new Date()
}

export interface DueRow {
  /** Of the schedule among all. */
  readonly name: string
  readonly workflow_id: string
  readonly node_id: string
  readonly version: number
  readonly rule: ScheduleRule
  readonly missed: MissedPolicy
  readonly anchor_at: Date
  readonly next_at: Date
  readonly owner_id: string
  readonly graph: Graph
  readonly lane: Lane
  /** The database's clock is the only one that counts: those of two machines differ. */
  readonly now: Date
}

// The workflow's row too: who publishes locks it before the schedules, and the other order would be a deadlock.
/** The schedule that has been due for longest, but for those named, locked; others take the one after it meanwhile. */
export async function lockDueSchedule(transaction: Db, except: readonly string[]): Promise<DueRow | undefined> {
  const { rows } = await sql<DueRow>`
    select s.workflow_id || ' ' || s.node_id as name, s.workflow_id, s.node_id, s.version, s.rule, s.missed, s.anchor_at, s.next_at, w.owner_id, v.graph, v.lane,
           now() as now
      from schedule s
      join workflow w on w.id = s.workflow_id and w.status = 'published' and w.published_version = s.version
      join workflow_version v on v.workflow_id = s.workflow_id and v.version = s.version
      join "user" u on u.id = w.owner_id and u.suspended_at is null and u.deletion_due_at is null
     where s.next_at <= now() and s.workflow_id || ' ' || s.node_id <> all(${except}::text[])
     order by s.next_at limit 1 for update of s skip locked for key share of w skip locked`.execute(transaction)
  return rows[0]
}

type ScheduleId = Pick<DueRow, 'workflow_id' | 'node_id'>

/** Of these ticks, those that nothing was decided about before. */
export async function insertTicks(
  transaction: Db,
  { workflow_id, node_id }: ScheduleId,
  due: readonly Date[],
): Promise<Date[]> {
  if (due.length === 0) return []
  const { rows } = await sql<{ due_at: Date }>`
    insert into schedule_tick (workflow_id, node_id, due_at)
    select ${workflow_id}, ${node_id}, due from unnest(${due.map((at) => at.toISOString())}::timestamptz[]) as due
    on conflict do nothing returning due_at`.execute(transaction)
  return rows.map(({ due_at }) => due_at)
}

export const setTickExecution = (
  transaction: Db,
  { workflow_id, node_id }: ScheduleId,
  dueAt: Date,
  executionId: string,
) =>
  sql`update schedule_tick set execution_id = ${executionId}
       where workflow_id = ${workflow_id} and node_id = ${node_id} and due_at = ${dueAt}`.execute(transaction)

export const setNext = (transaction: Db, { workflow_id, node_id }: ScheduleId, nextAt: Date | null) =>
  sql`update schedule set next_at = ${nextAt} where workflow_id = ${workflow_id} and node_id = ${node_id}`.execute(
    transaction,
  )

const TICK_DAYS = 30
export const deleteOldTicks = (db: Db) =>
  sql`delete from schedule_tick where decided_at < now() - make_interval(days => ${TICK_DAYS})`.execute(db)
